static int points, pad_x[32], pad_y[32];
static bool in_air(double x, double y) {
  int crossed = 0;
  for (int k = 0; k + 1 < points; k++) {
    double ax = pad_x[k], ay = pad_y[k], bx = pad_x[k + 1], by = pad_y[k + 1];
    if ((ax <= x && x < bx) || (bx <= x && x < ax))
      crossed += y > ay + (by - ay) * (x - ax) / (bx - ax);
  }
  return crossed % 2 == 1;
}
// the way from each cell of 100 m to the landing ground through the air, cells near the ground dear
static void find_ways() {
  const int ROWS = 30, COLUMNS = 70, FAR = 1 << 14;
  static int far[ROWS][COLUMNS], tight[ROWS][COLUMNS];
  static bool air[ROWS][COLUMNS];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) air[r][c] = in_air((c + 0.5) * 100, (r + 0.5) * 100);
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      far[r][c] = FAR;
      for (int dr = -2; dr <= 2; dr++)
        for (int dc = -2; dc <= 2; dc++)
          tight[r][c] += !air[(r + dr + ROWS) % ROWS][(c + dc + COLUMNS) % COLUMNS];
    }
  const int at = known.pad_, ax = pad_x[at], bx = pad_x[at + 1], level = pad_y[at];
  const int row = least(ROWS - 1, level / 100 + (level % 100 < 50 ? 0 : 1));
  for (int c = ax / 100; c < (bx + 99) / 100; c++)
    if (c >= 0 && c < COLUMNS && ax <= (c + 0.5) * 100 && (c + 0.5) * 100 <= bx) far[row][c] = 0;
  for (bool again = true; again;) {
    again = false;
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLUMNS; c++)
        for (int dr = -1; far[r][c] < FAR && dr <= 1; dr++)
          for (int dc = -1; dc <= 1; dc++) {
            int y = r + dr, x = c + dc;
            if (y < 0 || y >= ROWS || x < 0 || x >= COLUMNS || !air[y][x]) continue;
            int onward = far[r][c] + (dr && dc ? 141 : 100) + 20 * tight[y][x];
            if ((dr || dc) && onward < far[y][x]) far[y][x] = onward, again = true;
          }
  }
  for (int c = 0; c < COLUMNS; c++)
    if (far[row][c] == 0) far[row > 0 ? row - 1 : 0][c] = 0;
  for (int k = 0; k < ROWS * COLUMNS; k++) known.way_[k] = least(far[k / COLUMNS][k % COLUMNS], FAR);
}
static bool read_intro() {
  if (std::scanf("%d", &points) != 1) return false;
  const State start = start_position();
  known = State();
  known.fine_ = start.fine_, known.ceiling_ = start.ceiling_;
  for (int k = 0; k < points; k++) {
    if (std::scanf("%d %d", &pad_x[k], &pad_y[k]) != 2) return false;
    known.ground_[2 * k] = pad_x[k], known.ground_[2 * k + 1] = pad_y[k];
  }
  int widest = -1;
  for (int k = 0; k + 1 < points; k++) {
    int width = pad_y[k] == pad_y[k + 1] ? std::abs(pad_x[k + 1] - pad_x[k]) : 0;
    if (width > widest) widest = width, known.pad_ = k;
  }
  known.points_ = points;
  find_ways();
  return true;
}
static bool read_turn(bool first) {
  int shown[7];
  for (int& each : shown)
    if (std::scanf("%d", &each) != 1) return false;
  auto rounded = [](double x) { return (int)std::copysign(std::floor(std::fabs(x) + 0.5), x); };
  State after = known;
  bool fits = !first;
  if (!first) {
    rule_step(after, sent);
    const double exact[] = {after.x_, after.y_, after.hs_, after.vs_, after.fuel_};
    for (int k = 0; k < 5; k++) fits &= rounded(exact[k]) == shown[k];
    fits &= after.rotate_ == shown[5] && after.power_ == shown[6] && after.status_ == 0;
    known.turn_++;
  }
  if (fits) {
    known = after;
  } else {
    known.x_ = shown[0], known.y_ = shown[1], known.hs_ = shown[2], known.vs_ = shown[3];
    known.fuel_ = shown[4], known.rotate_ = shown[5], known.power_ = shown[6];
    if (first) known.tank_ = most(1, shown[4]);
  }
  own_seat = 0, turn = known.turn_;
  return true;
}
static void write_answer() { std::printf("%ld %ld\n", sent[0] / 5 - 90, sent[0] % 5); }
