// What is written by hand in translated functions: all of one, or its loop.
// a square root that may set errno keeps g++ from making vectors, whatever a file asks, and so do
// numbers of 16 bits that are computed with 64
// -- body of search.tree.ucb1_ranked
 const __m256 explore = _mm256_set1_ps((float)root_log_), one = _mm256_set1_ps(1.0f);
 const __m256d inverse = _mm256_set1_pd(inverse_scale_);
 for (int64_t j = 0; j < count_; j += 8) {
  const __m256i n = _mm256_loadu_si256((const __m256i*)(visits_ + first_ + j));
  const __m256 r = _mm256_div_ps(one, _mm256_sqrt_ps(_mm256_cvtepi32_ps(n)));
  const double* sums = total_ + first_ + j;
  const __m128 low = _mm256_cvtpd_ps(_mm256_mul_pd(_mm256_loadu_pd(sums), inverse));
  const __m128 high = _mm256_cvtpd_ps(_mm256_mul_pd(_mm256_loadu_pd(sums + 4), inverse));
  const __m256 mean = _mm256_mul_ps(_mm256_set_m128(high, low), r);
  const __m256i bits = _mm256_castps_si256(_mm256_mul_ps(_mm256_add_ps(mean, explore), r));
  const __m256i sign = _mm256_srai_epi32(bits, 31), mask = _mm256_set1_epi32(0x7fffffff);
  const __m256i rank = _mm256_xor_si256(bits, _mm256_and_si256(sign, mask));
  _mm256_storeu_si256((__m256i*)(ranks_ + j), rank);
 }
 int32_t top = ranks_[0], ties = 0;
 int64_t place = 0;
 for (int64_t k = 0; k < count_; k++) top = ranks_[k] > top ? ranks_[k] : top;
 for (int64_t k = 0; k < count_; k++) ties += ranks_[k] == top;
 while (ranks_[place] != top) place++;
 return {place, ties};
}
// -- body of engines.adding.add_rows
 __m256i sums[4];
 for (int k = 0; k < 4; k++) sums[k] = _mm256_loadu_si256((const __m256i*)start_ + k);
 for (int64_t i = 0; i < count_; i++) {
  const __m256i* row = (const __m256i*)(table_ + rows_[i] * 64);
  for (int k = 0; k < 4; k++) sums[k] = _mm256_add_epi16(sums[k], _mm256_loadu_si256(row + k));
 }
 for (int k = 0; k < 4; k++) _mm256_storeu_si256((__m256i*)out_ + k, sums[k]);
}
// -- body of engines.adding.change_rows
 __m256i sums[4];
 for (int k = 0; k < 4; k++) sums[k] = _mm256_loadu_si256((const __m256i*)start_ + k);
 for (int64_t i = 0; i < count_; i++) {
  const __m256i sign = _mm256_set1_epi16(rows_[i] > 0 ? 1 : -1);
  const __m256i* row = (const __m256i*)(table_ + (std::abs(rows_[i]) - 1) * 64);
  for (int k = 0; k < 4; k++)
   sums[k] = _mm256_add_epi16(sums[k], _mm256_sign_epi16(_mm256_loadu_si256(row + k), sign));
 }
 for (int k = 0; k < 4; k++) _mm256_storeu_si256((__m256i*)out_ + k, sums[k]);
}
// -- loop of search.network.worth_of
 int32_t sum = 0;
 for (int64_t j = 0; j < 64; j++)
  sum += least<int32_t>(most<int32_t>(hidden_[j], 0), 1024) * head_[j];
 total_ = sum;
// -- loop of search.uct.valued.blended
 const __m256 one = _mm256_set1_ps(1.0f), share = _mm256_set1_ps(share_);
 const __m256 rest = _mm256_set1_ps(rest_), explore = _mm256_set1_ps(explore_);
 for (int64_t j = 0; j < count_; j += 8) {
  const __m256i n = _mm256_loadu_si256((const __m256i*)(visits_ + begin_ + j));
  const __m256 r = _mm256_div_ps(one, _mm256_sqrt_ps(_mm256_cvtepi32_ps(n)));
  const __m256 best = _mm256_loadu_ps(implicit_ + begin_ + j);
  const double* sums = total_ + begin_ + j;
  const __m128 low = _mm256_cvtpd_ps(_mm256_loadu_pd(sums));
  const __m128 high = _mm256_cvtpd_ps(_mm256_loadu_pd(sums + 4));
  const __m256 mean = _mm256_mul_ps(_mm256_mul_ps(_mm256_set_m128(high, low), r), r);
  const __m256i codes = _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i*)(proof_ + begin_ + j)));
  const __m256i settled = _mm256_or_si256(_mm256_cmpeq_epi32(codes, _mm256_set1_epi32(-1)),
                                          _mm256_cmpeq_epi32(codes, _mm256_set1_epi32(2)));
  const __m256i closed = _mm256_or_si256(settled, _mm256_cmpeq_epi32(codes, _mm256_set1_epi32(shut_)));
  __m256 bound = _mm256_add_ps(_mm256_mul_ps(rest, mean), _mm256_mul_ps(share, best));
  bound = _mm256_add_ps(bound, _mm256_mul_ps(explore, r));
  const __m256 never = _mm256_and_ps(_mm256_castsi256_ps(closed), _mm256_set1_ps(-1e6f));
  bound = _mm256_add_ps(bound, never);
  const __m256i bits = _mm256_castps_si256(bound), sign = _mm256_srai_epi32(bits, 31);
  const __m256i mask = _mm256_set1_epi32(0x7fffffff);
  const __m256i rank = _mm256_xor_si256(bits, _mm256_and_si256(sign, mask));
  _mm256_storeu_si256((__m256i*)(ranks_ + j), rank);
 }
