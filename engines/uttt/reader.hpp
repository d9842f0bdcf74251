static int64_t cell_at(int row, int col) {
  return (int64_t)(row / 3 * 3 + col / 3) << 4 | (row % 3 * 3 + col % 3);
}
static void play(int64_t who, int64_t action) {
  int64_t joint[2] = {-1, -1};
  joint[who] = action;
  rule_step(known, joint);
}
static bool read_intro() { return true; }
static bool read_turn(bool first) {
  int row, col, count;
  if (std::scanf("%d %d %d", &row, &col, &count) != 3) return false;
  for (int k = 0, x, y; k < count; k++)
    if (std::scanf("%d %d", &x, &y) != 2) return false;
  if (first) {
    known = start_position();
    own_seat = row < 0 ? known.mover_ : 1 - known.mover_;
  } else {
    play(own_seat, sent[0]);
  }
  if (row >= 0) play(1 - own_seat, cell_at(row, col));
  turn = known.moves_;
  return true;
}
static void write_answer() {
  int board = sent[0] >> 4, cell = sent[0] & 15;
  std::printf("%d %d\n", board / 3 * 3 + cell / 3, board % 3 * 3 + cell % 3);
}
