// the board is what the text shows; the turn, the clashes and the order of the cards are remembered
static const char* NAMES[] = {"ARROW", "BOOK", "CANE", "CANDY", "DIAMOND", "FISH",
                              "MASK", "KEY", "POTION", "SCROLL", "SHIELD", "SWORD"};
static const int CELLS = 49, TILES = 51, ITEMS = 12;
static int read_tile() {
  char digits[5];
  if (std::scanf("%4s", digits) != 1) return -1;
  int kind = 0;
  for (int way = 0; way < 4; way++) kind |= (digits[way] == '1') << way;
  return kind;
}
static int read_name() {
  char word[16];
  if (std::scanf("%15s", word) != 1) return -1;
  for (int k = 0; k < ITEMS; k++)
    if (!std::strcmp(word, NAMES[k])) return k;
  return -1;
}
static bool read_intro() { return true; }
static bool read_turn(bool first) {
  int moving, shown[TILES], cards[2], x[2], y[2], count;
  if (std::scanf("%d", &moving) != 1) return false;
  for (int k = 0; k < CELLS; k++)
    if ((shown[k] = read_tile()) < 0) return false;
  for (int viewer = 0; viewer < 2; viewer++) {
    if (std::scanf("%d %d %d", &cards[viewer], &x[viewer], &y[viewer]) != 3) return false;
    if ((shown[CELLS + viewer] = read_tile()) < 0) return false;
  }
  if (first) own_seat = x[0] == 6 && y[0] == 6 && x[1] == 0 && y[1] == 0;
  const State then = first ? start_position() : known;
  State s = State();
  s.quests_ = then.quests_, s.shown_ = then.shown_;
  s.patience_ = then.patience_, s.tries_ = then.tries_;
  for (int k = 0; k < TILES; k++) s.tile_[k] = s.where_[k] = k, s.carried_[k] = -1;
  for (int k = 0; k < 2 * ITEMS; k++) s.home_[k] = s.sent_[k] = -1;
  for (int k = 0; k < TILES; k++) {
    s.kind_[k < CELLS ? k : CELLS + (k - CELLS ^ own_seat)] = shown[k];
    for (int way = 0; way < 4 && k < CELLS; way++)
      s.roads_[way] |= (int64_t)(shown[k] >> way & 1) << k;
  }
  for (int viewer = 0; viewer < 2; viewer++) {
    s.pos_[viewer ^ own_seat] = 7 * y[viewer] + x[viewer];
    s.score_[viewer ^ own_seat] = s.quests_ - cards[viewer];
  }
  if (std::scanf("%d", &count) != 1) return false;
  for (int k = 0; k < count; k++) {
    int name = read_name(), at_x, at_y, owner;
    if (name < 0 || std::scanf("%d %d %d", &at_x, &at_y, &owner) != 3) return false;
    int place = at_x < 0 ? CELLS + (-1 - at_x ^ own_seat) : 7 * at_y + at_x;
    owner ^= own_seat;
    s.sent_[k] = s.carried_[place] = ITEMS * owner + name;
    s.home_[ITEMS * owner + name] = place;
  }
  int open[2][16], opened[2] = {};
  if (std::scanf("%d", &count) != 1) return false;
  for (int k = 0; k < count; k++) {
    int name = read_name(), owner;
    if (name < 0 || std::scanf("%d", &owner) != 1) return false;
    owner ^= own_seat;
    open[owner][opened[owner]++] = name;
    s.open_[owner] |= 1 << name;
  }
  int seen = 0;
  for (int p = 0; p < 2; p++) seen = most(seen, (int)(s.seen_[p] = s.score_[p] + opened[p]));
  s.turn_ = moving;
  if (!first) {
    bool moved = std::memcmp(s.kind_, then.kind_, sizeof s.kind_) ||
                 std::memcmp(s.pos_, then.pos_, sizeof s.pos_);
    for (int k = 0; k < 2 * ITEMS; k++) moved |= s.home_[k] >= 0 && s.home_[k] != then.home_[k];
    s.turn_ = then.turn_ + 1;
    s.clashes_ = s.turn_ % 2 == 0 ? then.clashes_ : moved ? 0 : then.clashes_ + 1;
    std::memcpy(s.sent_, then.sent_, sizeof s.sent_);
  }
  // the cards known before, then those that the player turned up who has seen most
  const int before = first ? 0 : most(then.seen_[0], then.seen_[1]), p = s.seen_[1] == seen;
  uint64_t deck = before ? (uint64_t)then.deck_ : ~0ull;
  for (int k = before; k < seen; k++) {
    int card = opened[p] - seen + k;
    if (card >= 0) deck = (deck & ~(15ull << 4 * k)) | (uint64_t)open[p][card] << 4 * k;
  }
  s.deck_ = (int64_t)deck;
  known = s, turn = s.turn_;
  return true;
}
static void write_answer() {
  static const char* WAYS[] = {"UP", "RIGHT", "DOWN", "LEFT"};
  const int64_t action = sent[0];
  if (turn % 2 == 0) {
    std::printf("PUSH %d %s\n", (int)(action % 7), WAYS[action / 7]);
    return;
  }
  const int steps = action >> 40 & 31;
  std::printf(steps ? "MOVE" : "PASS");
  for (int k = 0; k < steps; k++) std::printf(" %s", WAYS[action >> 2 * k & 3]);
  std::puts("");
}
