/// Compiled once for each width of vectors. No header of the standard library with inline
/// functions: those compiled here might be taken by code that runs on other processors, too.

#include <stddef.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace fftbench::lower_bound::LOWER_BOUND_KERNEL {

constexpr size_t vector_bytes = LOWER_BOUND_VECTOR_BYTES;
using Bits = float __attribute__((vector_size(LOWER_BOUND_VECTOR_BYTES)));

void move(const void* from, void* to, size_t bytes) {
  const Bits* source = static_cast<const Bits*>(from);
  Bits* target = static_cast<Bits*>(to);
  for (size_t i = 0; i < bytes / vector_bytes; ++i) target[i] = -source[i];
}

inline void store_around_cache(Bits value, Bits* target) {
#if LOWER_BOUND_VECTOR_BYTES == 64
  _mm512_stream_ps(reinterpret_cast<float*>(target), reinterpret_cast<__m512>(value));
#elif LOWER_BOUND_VECTOR_BYTES == 32
  _mm256_stream_ps(reinterpret_cast<float*>(target), reinterpret_cast<__m256>(value));
#elif defined(__SSE2__)
  _mm_stream_ps(reinterpret_cast<float*>(target), reinterpret_cast<__m128>(value));
#else
  *target = value;
#endif
}

void stream(const void* from, void* to, size_t bytes) {
  const Bits* source = static_cast<const Bits*>(from);
  Bits* target = static_cast<Bits*>(to);
  for (size_t i = 0; i < bytes / vector_bytes; ++i) store_around_cache(-source[i], &target[i]);
#if defined(__SSE2__)
  _mm_sfence();  // such stores are part of the work
#endif
}

double read(const void* from, size_t bytes) {
  using Words = unsigned long long __attribute__((vector_size(LOWER_BOUND_VECTOR_BYTES)));
  const Words* source = static_cast<const Words*>(from);
  Words folded{};
  for (size_t i = 0; i < bytes / vector_bytes; ++i) folded ^= source[i];
  unsigned long long last = 0;
  for (size_t i = 0; i < vector_bytes / sizeof last; ++i) last ^= folded[i];
  return static_cast<double>(last);
}

/// As many chains as registers hold beside the two operands: more than the latency of a
/// multiply-add times how many start at once, so that the units never wait.
#if LOWER_BOUND_VECTOR_BYTES == 64 || !defined(__SSE2__)
constexpr int chains = 24;  // of 32 registers
#else
constexpr int chains = 12;  // of 16
#endif

template <class Real>
double multiply_add(size_t operations) {
  typedef Real Vector __attribute__((vector_size(LOWER_BOUND_VECTOR_BYTES)));
  constexpr size_t in_a_round = 2 * chains * (vector_bytes / sizeof(Real));
  volatile Real half = Real(0.5), one = 1;  // not known to the compiler
  const Vector factor = Vector{} + half, term = Vector{} + one;
  Vector chain[chains];
  for (int i = 0; i < chains; ++i) chain[i] = Vector{} + static_cast<Real>(i);
  for (size_t round = 0; round < operations / in_a_round; ++round) {
#pragma GCC unroll 24
    for (int i = 0; i < chains; ++i) chain[i] = chain[i] * factor + term;
  }
  Vector sum{};
  for (int i = 0; i < chains; ++i) sum += chain[i];
  double total = 0;
  for (size_t i = 0; i < vector_bytes / sizeof(Real); ++i) total += static_cast<double>(sum[i]);
  return total;
}

double multiply_add_double(size_t operations) {
  return multiply_add<double>(operations);
}

double multiply_add_single(size_t operations) {
  return multiply_add<float>(operations);
}

}  // namespace fftbench::lower_bound::LOWER_BOUND_KERNEL
