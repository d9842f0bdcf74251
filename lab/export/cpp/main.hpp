static double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}
// bot [iterations [seed]]: without iterations it thinks for as long as the constants say
int main(int argc, char** argv) {
  const int64_t iterations = argc > 1 ? std::atoll(argv[1]) : ITERATIONS;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : SEED;
  make_tables(), widen_blocks();
  if (!read_intro()) return 0;
  for (bool first = true; read_turn(first); first = false) {
    const double start = milliseconds(), end = start + (first ? FIRST_MS : TURN_MS);
    State seen = known;
    hide_and_draw(seen, own_seat, seed, turn);
    const uint64_t its = derived(seed, (uint64_t)2, (uint64_t)own_seat, (uint64_t)turn);
    begin(seen, own_seat, its, told ? last : nullptr);
    told = false;
    if (!rule_is_over(seen)) {
      // as the lab divides them
      int64_t part = least<int64_t>(LONGEST_PART, iterations / LEAST_PARTS);
      part = most<int64_t>(1, most<int64_t>(part, iterations / MOST_PARTS));
      for (int64_t k = 0, n; k < iterations; k += n) {
        n = least(part, iterations - k);
        spent = std::nearbyint((double)k / iterations * 1e4) / 1e4;
        if (iterate(n) < n) break;
      }
      int64_t lot = 8;
      spent = 0;
      double now = milliseconds(), before = now;
      while (!iterations && now < end && iterate(lot) == lot) {
        now = milliseconds();
        spent = (now - start) / (end - start);
        double one = (now - before) / lot, left = end - now;  // of an iteration
        before = now;
        const double next = least(left / 8, 2.0);  // iterations may take longer and longer
        lot = one * lot * 2 < next ? lot * 2 : most<int64_t>(1, (int64_t)(next / one));
        if (one * 2 > left) break;
      }
    }
    choose(sent);
    write_answer();
    std::fflush(stdout);
  }
}
