// table maps.BESIDE = neighbours(maps.PLACE)
// table maps.SIGHT = sights(maps.BESIDE)
// table maps._DISTANCE = distances(maps.BESIDE, maps.OFFSET)
static const int MAPS = 17, CELLS = 232;
// the cell up, right, down and left of each cell, -1 for a wall
[[maybe_unused]] static void neighbours(int16_t* out, const int16_t* place) {
  static const int X[] = {0, 1, 0, -1}, Y[] = {-1, 0, 1, 0};
  for (int m = 0; m < MAPS; m++) {
    static int16_t grid[64][64];
    std::memset(grid, 255, sizeof grid);
    const int16_t* at = place + 2 * CELLS * m;
    for (int k = 0; k < CELLS && at[2 * k] >= 0; k++) grid[at[2 * k + 1] + 1][at[2 * k] + 1] = k;
    for (int k = 0; k < CELLS; k++)
      for (int way = 0; way < 4; way++)
        *out++ = at[2 * k] < 0 ? -1 : grid[at[2 * k + 1] + 1 + Y[way]][at[2 * k] + 1 + X[way]];
  }
}
// how many cells are between each cell and the next wall
[[maybe_unused]] static void sights(int16_t* out, const int16_t* beside) {
  for (int m = 0; m < MAPS; m++, beside += 4 * CELLS)
    for (int k = 0; k < CELLS; k++) {
      bool none = true;  // every cell has a neighbour
      for (int way = 0; way < 4; way++) none &= beside[4 * k + way] < 0;
      for (int way = 0; way < 4; way++) {
        int free = none ? -1 : 0;
        for (int here = k; !none && beside[4 * here + way] >= 0; free++)
          here = beside[4 * here + way];
        *out++ = free;
      }
    }
}
// steps between all pairs of cells of each map, by a flood from every cell
[[maybe_unused]] static void distances(uint8_t* out, const int16_t* beside, const int64_t* offset) {
  static int16_t queue[CELLS];
  std::memset(out, 255, sizeof T_DISTANCE);
  for (int m = 0; m < MAPS; m++) {
    const int64_t end = m + 1 < MAPS ? offset[m + 1] : (int64_t)sizeof T_DISTANCE;
    const int count = (int)(std::sqrt((double)(end - offset[m])) + 0.5);
    for (int from = 0; from < count; from++) {
      uint8_t* far = out + offset[m] + from * count;
      int done = 0, found = 1;
      queue[0] = from, far[from] = 0;
      while (done < found) {
        const int cell = queue[done++];
        for (int way = 0; way < 4; way++) {
          const int next = beside[(m * CELLS + cell) * 4 + way];
          if (next >= 0 && far[next] == 255) far[next] = far[cell] + 1, queue[found++] = next;
        }
      }
    }
  }
}
