#ifdef __linux__
#include <sys/mman.h>
#endif
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <immintrin.h>
#include <vector>
#define HOT static inline __attribute__((always_inline))
template <class T> HOT T least(T a, T b) { return b < a ? b : a; }
template <class T> HOT T most(T a, T b) { return a < b ? b : a; }
template <class T> HOT T absolute(T a) { return a < 0 ? -a : a; }
HOT double absolute(double a) { return std::fabs(a); }
template <class T, class... U> HOT bool one_of(T x, U... u) { return ((x == u) || ...); }
template <class T> HOT T sign(T a) { return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; }
template <class T> HOT T squared(T a) { return a * a; }
HOT int64_t floor_divided(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}
HOT double floor_divided(double a, double b) { return std::floor(a / b); }
HOT int64_t modulo(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t r = a % b;
  return r + (r != 0 && (r < 0) != (b < 0) ? b : 0);
}
HOT double modulo(double a, double b) {
  double r = std::fmod(a, b);
  return r + (r != 0 && (r < 0) != (b < 0) ? b : 0);
}
HOT int64_t at(int64_t k, int64_t size) { return k < 0 ? k + size : k; }
HOT int32_t bits_of(float f) {
  int32_t i;
  std::memcpy(&i, &f, 4);
  return i;
}
// SFC64, seeded as numpy's SeedSequence does; each draw is the one of numpy
struct Random {
  uint64_t a, b, c, counter;
  HOT uint64_t turned(uint64_t x) { return x << 24 | x >> 40; }
  inline __attribute__((always_inline)) uint64_t next() {
    uint64_t drawn = a + b + counter++;
    a = b ^ b >> 11;
    b = c + (c << 3);
    c = turned(c) + drawn;
    return drawn;
  }
  inline __attribute__((always_inline)) double random() {
    return (double)(next() >> 11) * (1.0 / 9007199254740992.0);
  }
  inline __attribute__((always_inline)) int64_t below(int64_t n) {
    return (int64_t)((unsigned __int128)(next() & ~0x7ffull) * (uint64_t)n >> 64);
  }
};
static uint32_t hashed(uint32_t number, uint32_t factor, uint32_t after) {
  number = (number ^ factor) * after;
  return number ^ number >> 16;
}
static uint32_t mixed(uint32_t left, uint32_t right) {
  uint32_t number = 0xCA01F9DDu * left - 0x4973F715u * right;
  return number ^ number >> 16;
}
static void seed_words(const uint64_t* seeds, int count, uint64_t* out, int words) {
  uint32_t halves[32], pool[4], factor = 0x43B0D7E5u;
  int n = 0;
  for (int k = 0; k < count; k++) {
    halves[n++] = (uint32_t)seeds[k];
    if (seeds[k] >> 32) halves[n++] = (uint32_t)(seeds[k] >> 32);
  }
  for (int k = 0; k < 4; k++) {
    uint32_t after = factor * 0x931E8875u;
    pool[k] = hashed(k < n ? halves[k] : 0, factor, after);
    factor = after;
  }
  for (int source = 0; source < (n > 4 ? n : 4); source++)
    for (int k = 0; k < 4; k++)
      if (k != source) {
        uint32_t after = factor * 0x931E8875u;
        pool[k] = mixed(pool[k], hashed(source < 4 ? pool[source] : halves[source], factor, after));
        factor = after;
      }
  factor = 0x8B51F9DDu;
  uint32_t results[16];
  for (int k = 0; k < 2 * words; k++) {
    uint32_t after = factor * 0x58F38DEDu;
    results[k] = hashed(pool[k % 4], factor, after);
    factor = after;
  }
  for (int k = 0; k < words; k++) out[k] = results[2 * k] | (uint64_t)results[2 * k + 1] << 32;
}
template <class... T> static Random generator(T... seed) {
  const uint64_t seeds[] = {(uint64_t)seed...};
  uint64_t words[3];
  seed_words(seeds, sizeof...(seed), words, 3);
  Random rng{words[0], words[1], words[2], 1};
  for (int k = 0; k < 12; k++) rng.next();
  return rng;
}
template <class... T> static uint64_t derived(T... seed) {
  const uint64_t seeds[] = {(uint64_t)seed...};
  uint64_t word;
  seed_words(seeds, sizeof...(seed), &word, 1);
  return word >> 1;
}
[[maybe_unused]] static void drawn(uint64_t* out, int64_t count, uint64_t seed, int64_t skipped) {
  Random rng = generator(seed);
  while (skipped-- > 0) rng.next();
  for (int64_t k = 0; k < count; k++) out[k] = rng.next();
}
// asks for large pages: a search reads all over its memory
[[maybe_unused]] static void widen(char* block, size_t size) {
#ifdef MADV_HUGEPAGE
  const size_t begin = ((size_t)block + 4095) & ~(size_t)4095;
  madvise((void*)begin, size - 4096, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}
// base 85 and deflate (RFC 1951)
struct Inflate {
  const unsigned char* in;
  unsigned char* out;
  uint32_t held = 0;
  int have = 0;
  int bits(int n) {
    while (have < n) held |= (uint32_t)*in++ << have, have += 8;
    int found = held & ((1u << n) - 1);
    held >>= n, have -= n;
    return found;
  }
  struct Code {
    uint16_t count[16], symbol[320];
    void make(const unsigned char* lengths, int n) {
      uint16_t at[16] = {};
      std::memset(count, 0, sizeof count);
      for (int k = 0; k < n; k++) count[lengths[k]]++;
      count[0] = 0;
      for (int k = 1; k < 15; k++) at[k + 1] = at[k] + count[k];
      for (int k = 0; k < n; k++)
        if (lengths[k]) symbol[at[lengths[k]]++] = k;
    }
  };
  int read(const Code& code) {
    int number = 0, first = 0, at = 0;
    for (int k = 1;; k++) {
      number |= bits(1);
      if (number - code.count[k] < first) return code.symbol[at + number - first];
      at += code.count[k], first = (first + code.count[k]) << 1, number <<= 1;
    }
  }
  void block(const Code& words, const Code& far) {
    while (true) {
      int word = read(words);
      if (word == 256) return;
      if (word < 256) {
        *out++ = word;
        continue;
      }
      word -= 257;
      int length = word < 8 ? word + 3 : word == 28 ? 258 : 0, more = (word >> 2) - 1;
      if (!length) length = ((4 + (word & 3)) << more) + 3 + bits(more);
      int place = read(far), less = (place >> 1) - 1;
      int distance = place < 4 ? place + 1 : ((2 + (place & 1)) << less) + 1 + bits(less);
      for (; length--; out++) *out = out[-distance];
    }
  }
  void run() {
    static const unsigned char ORDER[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    for (bool last = false; !last;) {
      last = bits(1);
      int kind = bits(2);
      unsigned char lengths[320] = {};
      Code words, far;
      if (kind == 0) {
        held = have = 0;
        int n = in[0] | in[1] << 8;
        for (in += 4; n--;) *out++ = *in++;
        continue;
      }
      if (kind == 1) {
        for (int k = 0; k < 288; k++) lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
        words.make(lengths, 288);
        std::memset(lengths, 5, 30);
        far.make(lengths, 30);
      } else {
        int n = bits(5) + 257, m = bits(5) + 1, few = bits(4) + 4;
        for (int k = 0; k < few; k++) lengths[ORDER[k]] = bits(3);
        words.make(lengths, 19);
        for (int k = 0; k < n + m;) {
          int word = read(words), again = 1, value = word;
          if (word == 16) value = lengths[k - 1], again = 3 + bits(2);
          if (word == 17) value = 0, again = 3 + bits(3);
          if (word == 18) value = 0, again = 11 + bits(7);
          while (again--) lengths[k++] = value;
        }
        Code both;
        both.make(lengths, n), far.make(lengths + n, m);
        words = both;
      }
      block(words, far);
    }
  }
};
[[maybe_unused]] static void unpack(const char* text, size_t length, unsigned char* out) {
  static const char ALPHABET[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
  unsigned char value[128] = {}, *bytes = (unsigned char*)std::malloc(length), *at = bytes;
  for (int k = 0; k < 85; k++) value[(int)ALPHABET[k]] = k;
  for (size_t k = 0; k + 5 <= length; k += 5) {
    uint32_t word = 0;
    for (int j = 0; j < 5; j++) word = word * 85 + value[(int)text[k + j]];
    for (int j = 24; j >= 0; j -= 8) *at++ = word >> j;
  }
  Inflate{bytes, out}.run();
  std::free(bytes);
}
