// The text of no contest: each turn a line `SEAT TURN BYTES`, the position's bytes in hexadecimal
// digits as State lays them out, and for a tree that is kept the last joint action, a code for each
// agent, where somebody has moved; the answer is a line of action codes, one for each agent asked.
// Replace these three functions to read another text.
static bool read_intro() { return true; }
static bool read_turn(bool) {
  if (std::scanf("%ld %ld ", &own_seat, &turn) != 2) return false;
  unsigned char* byte = (unsigned char*)&known;
  for (size_t k = 0; k < sizeof known; k++) {
    unsigned digit;
    if (std::scanf("%2x", &digit) != 1) return false;
    byte[k] = digit;
  }
  int next = std::getchar();
  while (next == ' ' || next == '\r') next = std::getchar();
  if (next == '\n' || next == EOF) return true;
  std::ungetc(next, stdin);
  for (int64_t& each : last)
    if (std::scanf("%ld", &each) != 1) return false;
  told = true;
  return true;
}
static void write_answer() {
  int64_t* next = sent;
  for (int a = 0; a < AGENTS; a++)
    if (OWNER[a] == own_seat) std::printf("%s%ld", next == sent ? "" : " ", *next), next++;
  std::puts("");
}
