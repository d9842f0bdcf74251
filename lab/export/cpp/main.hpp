#include <chrono>
static double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}
// bot [iterations [seed]]: without iterations it thinks for as long as the constants say
int main(int argc, char** argv) {
  const int64_t iterations = argc > 1 ? std::atoll(argv[1]) : ITERATIONS;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : SEED;
  make_tables();
  if (!read_intro()) return 0;
  for (bool first = true; read_turn(first); first = false) {
    const double end = milliseconds() + (first ? FIRST_MS : TURN_MS);
    State seen = known;
    hide_and_draw(seen, own_seat, seed, turn);
    begin(seen, own_seat, derived(seed, (uint64_t)2, (uint64_t)own_seat, (uint64_t)turn));
    if (!rule_is_over(seen)) {
      if (iterations) iterate(iterations);
      int64_t lot = 8;
      double now = milliseconds(), before = now;
      while (!iterations && now < end && iterate(lot) == lot) {
        now = milliseconds();
        double one = (now - before) / lot, left = end - now;  // of an iteration
        before = now;
        lot = one * lot * 2 < left / 8 ? lot * 2 : most<int64_t>(1, (int64_t)(left / 2 / one));
        if (one * 2 > left) break;
      }
    }
    choose(sent);
    write_answer();
    std::fflush(stdout);
  }
}
