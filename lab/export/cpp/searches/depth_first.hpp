// one depth after the other, as the lab begins and ends them
static void begin_depth(int64_t depth) {
  const bool first = !driver.finished_, last = depth >= LIMIT;
  for (const int64_t plies = 3 + A_TURN * (depth + EXTENSION); driver.ready_ < plies;)
    for (int64_t& killer : frames[driver.ready_++].killers_) killer = PASS;
  states[0] = root;
  room.top_ = 0, room.depth_ = depth, room.started_ = room.horizon_;
  const int64_t rows = room.rows_, plies = room.plies_, nodes = ledger[0].nodes_;
  int64_t next = rows * DEAR > nodes ? FIRST_PLIES : plies;
  if (nodes < FEW || rows * CHEAP < nodes) next = least(MOST_PLIES, plies + 1);
  room.plies_ = last ? MOST_PLIES : first ? FIRST_PLIES : next;
  room.rows_ = 1;
  std::memcpy((void*)ledger, BLANK_ROW, sizeof *ledger);
  auto& above = frames[0];
  above.alpha_ = -INFINITY, above.beta_ = INFINITY, above.best_ = -INFINITY, above.sign_ = 1;
  above.next_ = 0, above.count_ = 1, above.left_ = depth;
  above.length_ = 0, above.choice_ = PASS;
}
static void finish_depth() {
  const auto& lead = frames[1];
  const int64_t length = room.root_count_ ? lead.length_ : 0;
  driver.finished_++, driver.depth_ = room.depth_, driver.nodes_ = room.nodes_;
  driver.value_ = value_of_root() + 0.0, driver.length_ = length;
  for (int64_t k = 0; k < length; k++)
    driver.line_[k] = lead.line_[k], driver.crew_[k] = lead.crew_[k];
  room.first_ = length ? lead.line_[0] : PASS;
  driver.done_ = room.horizon_ == room.started_ || room.depth_ >= LIMIT;
  if (!driver.done_) begin_depth(room.depth_ + 1);
}
static int64_t walk(int64_t n);
static int64_t iterate(int64_t n) {
  int64_t left = n;
  while (!driver.done_) {
    left -= walk(left);
    if (room.blank_) driver.done_ = 1;
    else if (room.top_ >= 0) break;
    else finish_depth();
  }
  return n - left;
}
// whether the depth being searched already has a better answer than the last finished one
static bool is_ahead() {
  if (driver.done_ || room.top_ < 1 || !room.root_count_ || !frames[1].length_) return false;
  if (!driver.finished_ || room.first_ == PASS) return true;
  int64_t k = 0;
  while (room.root_action_[k] != room.first_) k++;
  return room.root_depth_[k] == room.depth_;
}
