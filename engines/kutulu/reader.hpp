// who left when, whose slasher has come, the own yells, and where slashers saw their targets are
// remembered; the rest is what the text shows
static const int PLAYERS = 4, WAVE = 5, FULL = 3, LONGEST = 100;
static const int SPAWNING = 0, WANDERING = 1, STALKING = 2, RUSH = 3, STUNNED = 4;
static const int WANDERER = 0, SLASHER = 1, YELLED = 2, SHELTERED = 3, YELL = 7;
static int place_of(int cell, int axis) { return T_PLACE[(known.map_ * CELLS + cell) * 2 + axis]; }
static int cell_at(int x, int y) {
  for (int k = 0; k < known.cells_; k++)
    if (place_of(k, 0) == x && place_of(k, 1) == y) return k;
  return -1;
}
static bool sees(int a, int b) {
  const int dx = place_of(b, 0) - place_of(a, 0), dy = place_of(b, 1) - place_of(a, 1);
  if (dx && dy) return false;
  const int way = dy > 0 ? 2 : dy < 0 ? 0 : dx > 0 ? 1 : 3;
  return std::abs(dx) + std::abs(dy) <= T_SIGHT[(known.map_ * CELLS + a) * 4 + way];
}
static bool read_intro() {
  int width, height, floors = 0, x[CELLS], y[CELLS], constants[4];
  char row[LONGEST + 1];
  if (std::scanf("%d %d", &width, &height) != 2) return false;
  for (int k = 0; k < height; k++) {
    if (std::scanf("%100s", row) != 1) return false;
    for (int at = 0; row[at]; at++)
      if (row[at] != '#' && floors < CELLS) x[floors] = at, y[floors++] = k;
  }
  for (int& each : constants)
    if (std::scanf("%d", &each) != 1) return false;
  const State start = start_position();
  known = State();
  known.league_ = start.league_, known.first_ = known.turn_ = start.first_;
  known.lonely_ = constants[0], known.group_ = constants[1];
  known.spawn_time_ = constants[2], known.life_time_ = constants[3];
  bool found = false;
  for (int m = 0; m < MAPS && !found; m++) {
    known.map_ = m, known.offset_ = T_OFFSET[m], known.cells_ = floors;
    found = floors == CELLS || T_PLACE[(m * CELLS + floors) * 2] < 0;
    for (int k = 0; k < floors && found; k++)
      found = place_of(k, 0) == x[k] && place_of(k, 1) == y[k];
  }
  for (int16_t& each : known.m_seen_) each = -1;
  for (int8_t& each : known.m_target_) each = -1;
  for (int8_t& each : known.e_caster_) each = -1;
  for (int8_t& each : known.e_receiver_) each = -1;
  for (int16_t& each : known.e_cell_) each = -1;
  known.next_id_ = PLAYERS;
  return found;
}
static int age(const State& s, int k) {
  return s.spawn_time_ - s.m_spawn_[k] + s.life_time_ - s.m_life_[k];
}
static void tell_effect(State& s, int kind, int cell, int tick, int caster, int receiver) {
  const int k = s.effects_++;
  s.e_kind_[k] = kind, s.e_tick_[k] = tick, s.e_caster_[k] = caster, s.e_receiver_[k] = receiver;
  s.e_cell_[k] = kind == SHELTERED ? cell : -1;
  if (kind == YELLED) s.yelled_[receiver] |= 1 << caster;
}
static void tell_minion(State& s, int kind, int id, int cell, int count, int mood, int target) {
  const int k = s.minions_++;
  s.m_id_[k] = id, s.m_kind_[k] = kind, s.m_cell_[k] = cell;
  s.m_mood_[k] = mood, s.m_target_[k] = target;
  s.m_spawn_[k] = mood == SPAWNING ? count : 0;
  s.m_life_[k] = kind == WANDERER && mood == WANDERING ? count : s.life_time_;
  s.m_wait_[k] = mood == STALKING || mood == STUNNED ? count : 0;
  s.next_id_ = most(s.next_id_, (int32_t)(id + 1));
}
// the text does not report a yell at explorers who left in the same turn, but its caster knows
static void own_yells(State& s, const State& then) {
  bool free = sent[0] == YELL && s.league_ >= FULL;
  for (int k = 0; k < then.effects_; k++)
    free &= then.e_kind_[k] != YELLED || then.e_receiver_[k] != own_seat;
  for (int a = 0; free && a < PLAYERS; a++) {
    if (a == own_seat || s.alive_[a] || !then.alive_[a]) continue;
    if (then.yelled_[a] >> own_seat & 1) continue;
    const int here = then.cell_[own_seat], there = then.cell_[a];
    if (std::abs(place_of(here, 0) - place_of(there, 0)) +
            std::abs(place_of(here, 1) - place_of(there, 1)) <= 1)
      tell_effect(s, YELLED, -1, 1, own_seat, a);
  }
}
static int last_seen(const State& s, int k, const State* then) {
  const int cell = s.m_cell_[k], mood = s.m_mood_[k], target = s.m_target_[k];
  int old = -1;
  for (int n = then ? then->minions_ - 1 : -1; n >= 0; n--)
    if (then->m_id_[n] == s.m_id_[k]) old = n;
  if (s.m_kind_[k] == WANDERER || mood == WANDERING || mood == STUNNED) return -1;
  bool appears = mood == SPAWNING;
  if (mood == RUSH)
    appears = old >= 0 ? then->m_mood_[old] == SPAWNING
                       : !(target >= 0 && sees(cell, s.cell_[target]));
  if (appears || target >= 0) return target < 0 ? -1 : appears ? cell : s.cell_[target];
  bool lost = old >= 0;  // two at once confuse it
  for (int a = 0; a < PLAYERS; a++) lost &= !(s.alive_[a] && sees(cell, s.cell_[a]));
  return lost ? then->m_seen_[old] : -1;
}
static bool read_turn(bool first) {
  static const char* KINDS[] = {"WANDERER",     "SLASHER",     "EFFECT_PLAN",
                                "EFFECT_LIGHT", "EFFECT_YELL", "EFFECT_SHELTER"};
  const State then = known;
  State s = known;
  int count, id, x, y, a, b, c;
  char word[20];
  std::memset(s.alive_, 0, sizeof s.alive_), std::memset(s.sanity_, 0, sizeof s.sanity_);
  s.minions_ = s.effects_ = 0;
  if (std::scanf("%d", &count) != 1) return false;
  for (int n = 0; n < count; n++) {
    if (std::scanf("%19s %d %d %d %d %d %d", word, &id, &x, &y, &a, &b, &c) != 7) return false;
    const int cell = cell_at(x, y);
    if (n == 0) own_seat = id;
    if (!std::strcmp(word, "EXPLORER")) {
      s.alive_[id] = 1, s.cell_[id] = cell, s.sanity_[id] = a, s.plans_[id] = b, s.lights_[id] = c;
      continue;
    }
    int kind = 0;
    while (kind < 5 && std::strcmp(word, KINDS[kind])) kind++;
    if (kind <= SLASHER) tell_minion(s, kind, id, cell, a, b, c);
    else tell_effect(s, kind - 2, cell, a, b, c);
  }
  if (!first) {
    const int played = then.turn_ - then.first_ + 1;
    for (int k = 0; k < s.minions_; k++)  // turns count from 0 or 1, as the wanderers show
      if (s.m_kind_[k] == WANDERER && (s.first_ + played - age(s, k)) % WAVE) {
        s.first_ = 1 - s.first_;
        break;
      }
    s.turn_ = s.first_ + played;
    for (int p = 0; p < PLAYERS; p++) {
      if (then.alive_[p] && !s.alive_[p]) s.gone_[p] = s.turn_ - 1;
      if (s.league_ >= FULL && then.sanity_[p] < 200) s.hunted_[p] = 1;
    }
    own_yells(s, then);
  }
  for (int k = 0; k < s.minions_; k++) s.m_seen_[k] = last_seen(s, k, first ? nullptr : &then);
  rule_observe(s, own_seat);
  known = s, turn = s.turn_ - s.first_;
  return true;
}
static void write_answer() {
  static const char* WORDS[] = {"WAIT", "PLAN", "LIGHT", "YELL"};
  if (sent[0] >= 4 || sent[0] < 0) {
    std::puts(sent[0] < 0 ? "" : WORDS[sent[0] - 4]);
    return;
  }
  const int here = known.cell_[own_seat];
  const int next = T_BESIDE[(known.map_ * CELLS + here) * 4 + sent[0]];
  const int end = next < 0 ? here : next;
  std::printf("MOVE %d %d\n", place_of(end, 0), place_of(end, 1));
}
