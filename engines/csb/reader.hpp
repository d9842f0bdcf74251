// constant RUDDER = table.rudder
// constant ORDER = table.order
static const int PATIENCE = 100;
static const double PI = 3.141592653589793, DEGREES = PI / 180.0, AROUND = 2.0 * PI;
static int64_t whole_degrees(double angle) {
  double around = std::fmod(angle, AROUND);
  if (around < 0.0) around += AROUND;
  return (int64_t)std::floor(around * (180.0 / PI) + 0.5);
}
static bool read_intro() {
  static const int ASIDE[4][2] = {{500, -500}, {-500, 500}, {1500, -1500}, {-1500, 1500}};
  int laps, n, x[8], y[8];
  if (std::scanf("%d %d", &laps, &n) != 2) return false;
  known = State();
  for (int k = 0; k < n; k++)
    if (std::scanf("%d %d", &x[k], &y[k]) != 2) return false;
  known.count_ = n, known.goal_ = laps * n;
  double lap = 0.0;
  for (int k = 0; k < n; k++) {
    int after = (k + 1) % n;
    double dx = x[after] - x[k], dy = y[after] - y[k];
    known.cx_[k] = x[k], known.cy_[k] = y[k];
    known.along_[after] = lap += std::sqrt(dx * dx + dy * dy);
  }
  double dx = known.cx_[1] - known.cx_[0], dy = known.cy_[1] - known.cy_[0];
  double d = std::sqrt(dx * dx + dy * dy), ux = dx / d, uy = dy / d;
  for (int p = 0; p < 4; p++) {
    known.x_[p] = std::floor(known.cx_[0] + uy * ASIDE[p][0] + 0.5);
    known.y_[p] = std::floor(known.cy_[0] + ux * ASIDE[p][1] + 0.5);
    known.ca_[p] = 1.0, known.next_[p] = 1;
  }
  known.timeout_[0] = known.timeout_[1] = PATIENCE, known.runner_[1] = 2, known.winner_ = -1;
  return true;
}
static bool read_turn(bool first) {
  int lines[4][6];
  for (auto& line : lines)
    for (int& each : line)
      if (std::scanf("%d", &each) != 1) return false;
  if (first) {
    own_seat = 1;
    for (int k = 0; k < 4; k++) own_seat &= lines[k][0] == known.x_[(k + 2) % 4] &&
                                            lines[k][1] == known.y_[(k + 2) % 4];
  } else {
    State after = known;
    int64_t joint[4] = {};
    joint[2 * own_seat] = sent[0], joint[2 * own_seat + 1] = sent[1];
    rule_step(after, joint);
    for (int64_t p = 2 * own_seat; p < 2 * own_seat + 2; p++) {
      known.angle_[p] = after.angle_[p], known.ca_[p] = after.ca_[p], known.sa_[p] = after.sa_[p];
      known.rotated_[p] = after.rotated_[p], known.shield_[p] = after.shield_[p];
      known.boosted_[p] = after.boosted_[p];
    }
    known.timeout_[0]--, known.timeout_[1]--, known.turn_++;
  }
  for (int k = 0; k < 4; k++) {
    const int p = (int)((k + 2 * own_seat) % 4), *pod = lines[k];
    known.x_[p] = pod[0], known.y_[p] = pod[1], known.vx_[p] = pod[2], known.vy_[p] = pod[3];
    int passed = (int)((pod[5] - known.next_[p] + known.count_) % known.count_);
    known.next_[p] = pod[5], known.passed_[p] += passed;
    if (passed) known.timeout_[p / 2] = PATIENCE;
    if (pod[4] == -1 && !known.rotated_[p]) continue;
    int degrees = pod[4] < 0 ? (pod[4] % 360 + 360) % 360 : pod[4];
    if (!(k < 2 && known.rotated_[p] && (whole_degrees(known.angle_[p]) - degrees) % 360 == 0)) {
      known.angle_[p] = (degrees < 359.75 ? degrees : 359.75) * DEGREES;
      known.ca_[p] = std::cos(known.angle_[p]), known.sa_[p] = std::sin(known.angle_[p]);
    }
    known.rotated_[p] = 1;
  }
  turn = known.turn_;
  rule_observe(known, own_seat);
  return true;
}
static void write_answer() {
  for (int k = 0; k < 2; k++) {
    int64_t p = 2 * own_seat + k, move = sent[k];
    double angle = known.angle_[p], rudder = 2 * 18.0 * DEGREES;
    if (!known.rotated_[p]) {
      int64_t at = known.next_[p];
      angle = std::atan2(known.cy_[at] - known.y_[p], known.cx_[at] - known.x_[p]);
      rudder = 18.0 * DEGREES;
    }
    int64_t x = move << 10 >> 37, y = move << 37 >> 37, order = move >> 54 & 255;
    if (!(move >> 62)) { // of the search, not the order of the script itself
      angle += RUDDER[move] * rudder, order = ORDER[move];
      x = (int64_t)std::nearbyint(known.x_[p] + 1e7 * std::cos(angle));
      y = (int64_t)std::nearbyint(known.y_[p] + 1e7 * std::sin(angle));
    }
    sent[k] = (int64_t)1 << 62 | order << 54 | (x & 0x7ffffff) << 27 | (y & 0x7ffffff);
    std::printf("%ld %ld ", x, y);
    if (order > 200) std::puts(order == 201 ? "SHIELD" : "BOOST");
    else std::printf("%ld\n", order);
  }
}
