// the beams of a decision, as the lab runs them: 0 is the seat's own, the others are its rivals'
struct Beam {
  int64_t seat, agents;
  Random* rng;
  bool over;
};
static Beam beams[BEAMS];
static Random generators[BEAMS];
static int64_t rivals, round_of_beams, earlier;
static int64_t plan_length[BEAMS], plan_line[BEAMS][DEEPEST * (OWN + 1)];
static bool timed, is_idle;
static bool owns(int64_t of, int64_t agent) { return OWNER[agent] == of; }
static bool moves_now(int64_t agent) {
  const int64_t mover = mover_of(root);
  return !is_over_at(root) && (mover == -1 || mover == agent);
}
// -- arrays
static double mean_of(int64_t r, const double* values) {
  double total = 0;
  for (int a = 0; a < AGENTS_ALL; a++)
    if (owns(beams[r].seat, a)) total += values[a];
  return total / beams[r].agents;
}
// lets the others rest until the seat has to move; how many turns that takes
static int64_t others_first(int64_t r, State& state) {
  int64_t turns = 0, joint[AGENTS_ALL];
  for (; !AT_ONCE && !is_over_at(state) && !owns(beams[r].seat, mover_of(state)); turns++) {
    const int64_t mover = mover_of(state);
    for (int64_t& action : joint) action = PASS;
    joint[mover] = resting(state, mover, *beams[r].rng);
    step_at(state, joint, *beams[r].rng);
  }
  return turns;
}
static void begin_beam(int64_t r, int64_t of) {
  Beam& beam = beams[r];
  const bool mine = r == 0;
  beam.seat = of, beam.rng = &generators[r], generators[r] = generator(seed_of_decision);
  for (int64_t k = 0; k < STREAM_WORDS; k++) streams_of(r)[k] = beam.rng->next() >> 1;
  auto& s = room_of(r)[0];
  const int64_t epoch = s.epoch_;
  std::memset((void*)&s, 0, sizeof s);
  std::memset((void*)floors_of(r), 0, LAYERS * sizeof *floors_of(r));
  for (int64_t k = 0; k < DEEPEST; k++) levels_of(r)[k].best_ = -INFINITY;
  for (int64_t k = 0; k < AGENTS_ALL * PLANNED; k++) plan_of(r)[k] = PASS;
  beam.agents = 0;
  for (int a = 0; a < AGENTS_ALL; a++) {
    mine_of(r)[a] = owns(of, a);
    if (owns(of, a)) own_of(r)[beam.agents++] = a;
  }
  auto* order = order_of(r);
  if (order[0] == order[1]) // its first decision
    for (int64_t k = 0; k < LAYERS * SLOTS; k++) order[k] = k;
  auto& node = nodes_of(r)[order[0]];
  auto& state = states_of(r)[order[0]];
  auto& link = links_of(r)[0];
  double values[AGENTS_ALL] = {};
  state = root;
  link.when_ = node.when_ = others_first(r, state);
  value_at(state, values);
  node.score_ = 0, node.value_ = mean_of(r, values);
  for (double& value : values) value = 0;
  lasting_at(state, values);
  node.lasting_ = mean_of(r, values);
  link.parent_ = link.first_ = NOBODY;
  floors_of(r)[0].kept_ = s.linked_ = 1;
  s.epoch_ = epoch + 1;
  s.width_ = mine ? WIDTH : RIVAL_WIDTH, s.deepest_ = mine ? DEPTH : RIVAL_DEPTH;
  s.mode_ = mine ? MODE : PLAN_MODE, s.most_ = ROOTS, s.distinct_ = DISTINCT, s.stop_ = STOP;
  s.by_first_ = mine && BY_FIRST, s.by_stack_ = mine && BY_STACK;
  s.discounted_ = DISCOUNTED, s.kept_ = KEPT;
  s.best_first_ = NOBODY, s.best_score_ = s.ended_score_ = -INFINITY;
  begin_layer_of(r);
  beam.over = is_over_at(state);
}
static bool is_running(int64_t r) { return !beams[r].over && room_of(r)[0].status_ == RUNNING; }
static int64_t run(int64_t r, int64_t n) { return is_running(r) ? expand(r, n) : 0; }
static void begin_beams() {
  is_idle = true;
  for (int a = 0; a < AGENTS_ALL; a++) is_idle &= !(owns(seat, a) && moves_now(a));
  rivals = 0;
  for (int64_t of = 0; of < SEATS && MODELLED && !is_idle; of++)
    if (of != seat) begin_beam(++rivals, of);
  begin_beam(0, seat);
  std::memset(plan_length, 0, sizeof plan_length);
  timed = false, round_of_beams = FIRST_ROUND, earlier = NOBODY;
}
static bool is_waiting() {
  bool found = false;
  for (int64_t r = 1; r <= rivals; r++) found |= is_running(r);
  return found && !timed;
}
// the best first joint action while the first layer is being made
static int64_t early() {
  const auto& s = room_of(0)[0];
  const int64_t ended = std::isfinite(s.ended_score_) ? s.ended_first_ : NOBODY;
  if (!s.used_) return ended;
  const auto* best = &nodes_of(0)[order_of(0)[SLOTS]];
  for (int64_t k = 1; k < s.used_; k++) {
    const auto* node = &nodes_of(0)[order_of(0)[SLOTS + k]];
    const bool better = node->score_ > best->score_;
    if (better || (node->score_ == best->score_ && node->born_ < best->born_)) best = node;
  }
  return ended >= 0 && s.ended_score_ >= best->score_ ? ended : best->first_;
}
// the first action of most of the best sequences; ties go to the better sequence
static int64_t elected() {
  static double score[SLOTS + 1];
  static int32_t first[SLOTS + 1], rank[SLOTS + 1], votes[ROOTS];
  const auto& s = room_of(0)[0];
  const auto& floor = floors_of(0)[s.depth_ % LAYERS];
  int64_t count = s.reached_ ? floor.kept_ : 0;
  for (int64_t k = 0; k < count; k++)
    score[k] = links_of(0)[floor.start_ + k].score_, first[k] = links_of(0)[floor.start_ + k].first_;
  if (s.ended_length_) score[count] = s.ended_score_, first[count++] = s.ended_first_;
  for (int64_t k = 0; k < count; k++) rank[k] = k;
  std::stable_sort(rank, rank + count, [](int32_t a, int32_t b) { return score[a] > score[b]; });
  if (!count) return s.best_first_;
  std::memset(votes, 0, sizeof votes);
  int32_t most_votes = 0;
  count = least(count, VOTE);
  for (int64_t k = 0; k < count; k++) most_votes = most(most_votes, ++votes[first[rank[k]]]);
  for (int64_t k = 0;; k++)
    if (votes[first[rank[k]]] == most_votes) return first[rank[k]];
}
static int64_t first_of_all() {
  if (room_of(0)[0].reached_) return VOTE == 1 ? room_of(0)[0].best_first_ : elected();
  const int64_t found = early();
  return found != NOBODY ? found : earlier;
}
// begins the own beam again if the rivals have found a better plan than the one it assumes
static void follow() {
  bool same = true;
  for (int64_t r = 1; r <= rivals; r++) {
    const int64_t length = room_of(r)[0].best_length_;
    same &= length == plan_length[r];
    for (int64_t k = 0; same && k < length * (OWN + 1); k++)
      if (k % (OWN + 1) < beams[r].agents || k % (OWN + 1) == OWN)
        same &= plan_line[r][k] == lines_of(r)[k];
  }
  if (same) return;
  earlier = first_of_all();
  begin_beam(0, seat);
  for (int64_t r = 1; r <= rivals; r++) {
    const int64_t length = plan_length[r] = room_of(r)[0].best_length_;
    std::memcpy(plan_line[r], lines_of(r), length * (OWN + 1) * sizeof(int64_t));
    for (int64_t k = 0; k < length; k++) {
      const int64_t* row = plan_line[r] + k * (OWN + 1);
      for (int64_t j = 0; j < beams[r].agents && row[OWN] < PLANNED; j++)
        plan_of(0)[own_of(r)[j] * PLANNED + row[OWN]] = row[j];
    }
  }
}
static int64_t iterate(int64_t n) {
  if (is_idle) return 0;
  timed |= spent > 0;
  const double share = SHARE_OF_RIVALS / most<int64_t>(1, rivals);
  int64_t left = n;
  while (left > 0) {
    int64_t turn = 0, room = 0;
    for (int64_t r = 1; r <= rivals && !turn; r++) {
      const int64_t made = room_of(r)[0].iterations_;
      room = timed ? NO_LIMIT : (int64_t)(share * round_of_beams) - made;
      if (is_running(r) && room > 0 && !(timed && spent >= share * r)) turn = r;
    }
    if (turn) {
      left -= run(turn, least(left, room));
      continue;
    }
    follow();
    const int64_t made = room_of(0)[0].iterations_;
    const int64_t own = (int64_t)((1 - SHARE_OF_RIVALS) * round_of_beams) - made;
    left -= run(0, least(left, is_waiting() ? own : NO_LIMIT));
    if (left > 0) {
      round_of_beams *= 2;
      if (!is_waiting()) break;
    }
  }
  return n - left;
}
