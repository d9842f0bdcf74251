// what both witches did is told by what changed; cards are known once they were shown
static const int TIERS = 4, SHOWN_ORDERS = 5, SHOWN_SPELLS = 6, FIRST_BASIC = 42, LEARNT_ID = 86;
static const int64_t REST = 1 << 12, BREW = 2 << 12, LEARN = 3 << 12, CAST = 4 << 12;
struct Line {
  int number, delta[TIERS], price, place, tax, castable, repeatable;
};
static int effect[128][TIERS], needed[128][TIERS];  // of a spell, of an order
static int basic_id(int64_t seat) { return seat ? 82 : 78; }
static int highest_bit(int64_t mask) { return 63 - __builtin_clzll((uint64_t)mask); }
static int spell_of(const Line& line) {
  if (line.number < LEARNT_ID) return FIRST_BASIC + (line.number - 78) % TIERS;
  if (line.number - LEARNT_ID < known.learnings_) return known.learnt_[line.number - LEARNT_ID] & 63;
  for (int spell : known.tome_)  // learnt just now
    if (spell >= 0 && !std::memcmp(effect[spell], line.delta, sizeof line.delta)) return spell;
  return FIRST_BASIC;
}
static int64_t did(int p, int64_t owned, int64_t ready, const int* bag) {
  const State& before = known;
  const int64_t learnt = owned & ~before.owned_[p], exhausted = before.ready_[p] & ~ready;
  if (learnt) return LEARN | highest_bit(learnt) << 4;
  const int8_t* held = before.inv_ + TIERS * p;
  if (bag[TIERS] != before.score_[p]) {
    for (int order : before.orders_) {
      bool paid = order >= 0;
      for (int tier = 0; paid && tier < TIERS; tier++)
        paid = needed[order][tier] == held[tier] - bag[tier];
      if (paid) return BREW | order << 4;
    }
    return 0;
  }
  if (!exhausted) return ready & ~before.ready_[p] ? REST : 0;
  const int spell = highest_bit(exhausted), *delta = effect[spell];
  int tier = 0;
  for (int k = 1; k < TIERS; k++)
    if (std::abs(delta[k]) > std::abs(delta[tier])) tier = k;
  int64_t times = floor_divided((int64_t)(bag[tier] - held[tier]), (int64_t)delta[tier]);
  return CAST | spell << 4 | most<int64_t>(0, least<int64_t>(10, times));
}
// the cards that came into a row: the deck holds them where they were dealt from
static void lay_out(int8_t* row, int places, int8_t* deck, int dealt, const int* shown) {
  int fresh = 0;
  for (int k = 0; k < places; k++) fresh += row[k] < 0 && shown[k] >= 0;
  for (int k = 0; k < places; k++) {
    if (row[k] < 0 && shown[k] >= 0) deck[dealt - fresh--] = shown[k];
    row[k] = shown[k];
  }
}
static bool read_intro() { return true; }
static bool read_turn(bool first) {
  int count, orders[SHOWN_ORDERS], tome[SHOWN_SPELLS], order = 0, page = 0, bags[2][TIERS + 1];
  for (int& each : orders) each = -1;
  for (int& each : tome) each = -1;
  int64_t owned[2] = {}, ready[2] = {};
  if (first) known = start_position(), own_seat = 0;
  if (std::scanf("%d", &count) != 1) return false;
  for (int k = 0; k < count; k++) {
    Line line;
    char kind[16];
    int* d = line.delta;
    if (std::scanf("%d %15s %d %d %d %d", &line.number, kind, d, d + 1, d + 2, d + 3) != 6 ||
        std::scanf("%d %d %d %d %d", &line.price, &line.place, &line.tax, &line.castable,
                   &line.repeatable) != 5)
      return false;
    if (kind[0] == 'B') {
      for (int tier = 0; tier < TIERS; tier++) needed[line.number][tier] = -d[tier];
      orders[order++] = line.number;
    } else if (kind[0] == 'L') {
      tome[page++] = line.number;
    } else {
      const int viewer = kind[0] == 'O', spell = spell_of(line);
      if (first && !viewer && line.number == basic_id(1)) own_seat = 1;
      std::memcpy(effect[spell], d, sizeof line.delta);
      owned[viewer] |= (int64_t)1 << spell;
      ready[viewer] |= (int64_t)line.castable << spell;
    }
    if (kind[0] == 'L') std::memcpy(effect[line.number], d, sizeof line.delta);
  }
  for (auto& bag : bags)
    for (int& each : bag)
      if (std::scanf("%d", &each) != 1) return false;
  if (first) {
    for (int8_t& each : known.spell_deck_) each = -1;
    for (int8_t& each : known.order_deck_) each = -1;
    for (int k = 0; k < known.spells_dealt_; k++) known.spell_deck_[k] = tome[k];
    for (int k = 0; k < known.orders_dealt_; k++) known.order_deck_[k] = orders[k];
    for (int k = 0; k < SHOWN_SPELLS; k++) known.tome_[k] = tome[k];
    for (int k = 0; k < SHOWN_ORDERS; k++) known.orders_[k] = orders[k];
  } else {
    int64_t joint[2];
    for (int viewer = 0; viewer < 2; viewer++) {
      const int p = viewer ^ (int)own_seat;
      joint[p] = did(p, owned[viewer], ready[viewer], bags[viewer]);
    }
    rule_step(known, joint);
    lay_out(known.tome_, SHOWN_SPELLS, known.spell_deck_, known.spells_dealt_, tome);
    lay_out(known.orders_, SHOWN_ORDERS, known.order_deck_, known.orders_dealt_, orders);
  }
  turn = known.turn_;
  return true;
}
static void write_answer() {
  const int64_t action = sent[0], kind = action >> 12 << 12;
  const int number = action >> 4 & 255;
  if (kind == BREW) std::printf("BREW %d\n", number);
  else if (kind == LEARN) std::printf("LEARN %d\n", number);
  else if (kind != CAST) std::puts(kind == REST ? "REST" : "WAIT");
  else {
    int id = basic_id(own_seat) + number - FIRST_BASIC;
    for (int k = 0; number < FIRST_BASIC && k < known.learnings_; k++)
      if (known.learnt_[k] == (own_seat << 6 | number)) id = LEARNT_ID + k;
    std::printf("CAST %d %d\n", id, (int)(action & 15));
  }
}
