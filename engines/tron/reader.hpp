// a rider that is out, or began elsewhere than it is, moves like any other in the order of turns
static const int WAY_X[] = {0, 1, 0, -1}, WAY_Y[] = {-1, 0, 1, 0};
static const int RIDERS = AGENTS;
static void place_rider(int p, int x, int y) {
  known.taken_[y + 1] |= (int64_t)1 << (x + 1);
  known.ribbon_[p * 22 + y + 1] |= (int64_t)1 << (x + 1);
  known.x_[p] = known.start_x_[p] = x;
  known.y_[p] = known.start_y_[p] = y;
}
static void ride(int p, const int* line) {
  int64_t joint[RIDERS];
  for (int k = 0; k < RIDERS; k++) joint[k] = -1;
  joint[p] = -2;
  for (int way = 0; way < 4 && line[0] >= 0; way++)
    if (known.x_[p] + WAY_X[way] == line[2] && known.y_[p] + WAY_Y[way] == line[3]) joint[p] = way;
  known.mover_ = p;
  rule_step(known, joint);
}
static bool read_intro() { return true; }
static bool read_turn(bool first) {
  int players, me, lines[RIDERS][4];
  if (std::scanf("%d %d", &players, &me) != 2) return false;
  for (int p = 0; p < players; p++)
    for (int& each : lines[p])
      if (std::scanf("%d", &each) != 1) return false;
  own_seat = me;
  if (first) {
    known = start_position();
    for (int p = 0; p < players; p++) {  // of an empty grid
      known.taken_[known.y_[p] + 1] &= ~((int64_t)1 << (known.x_[p] + 1));
      std::memset((void*)&known.ribbon_[p * 22], 0, 22 * sizeof *known.ribbon_);
    }
    for (int p = 0; p < players; p++)
      if (lines[p][0] >= 0) place_rider(p, lines[p][0], lines[p][1]);
    for (int p = 0; p < players; p++)
      if (lines[p][0] < 0 || p < me) ride(p, lines[p]);
    turn = me;
    known.turn_ = me;
  } else {
    const State before = known;
    for (int k = 0; k < players; k++) {
      int p = (me + k) % players;
      if (!before.place_[p]) ride(p, lines[p]);
    }
    turn = known.turn_;
  }
  known.mover_ = me;
  return true;
}
static void write_answer() {
  static const char* WORDS[] = {"UP", "RIGHT", "DOWN", "LEFT"};
  std::puts(sent[0] >= 0 ? WORDS[sent[0]] : "");
}
