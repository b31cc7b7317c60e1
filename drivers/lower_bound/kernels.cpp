#include "kernels.hpp"

namespace fftbench::lower_bound {

#define LOWER_BOUND_DECLARE(name)                                                               \
  namespace name {                                                                              \
  void move(const void* from, void* to, std::size_t bytes);                                     \
  void stream(const void* from, void* to, std::size_t bytes);                                   \
  double read(const void* from, std::size_t bytes);                                             \
  double multiply_add_double(std::size_t operations);                                           \
  double multiply_add_single(std::size_t operations);                                           \
  constexpr Kernel kernel{#name, move, stream, read, multiply_add_double, multiply_add_single}; \
  }

LOWER_BOUND_DECLARE(plain)
#ifdef LOWER_BOUND_HAS_avx2
LOWER_BOUND_DECLARE(avx2)
#endif
#ifdef LOWER_BOUND_HAS_avx512
LOWER_BOUND_DECLARE(avx512)
#endif

std::vector<Kernel> kernels() {
  std::vector<Kernel> usable{plain::kernel};
#ifdef LOWER_BOUND_HAS_avx2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    usable.push_back(avx2::kernel);
#endif
#ifdef LOWER_BOUND_HAS_avx512
  if (__builtin_cpu_supports("avx512f")) usable.push_back(avx512::kernel);
#endif
  return usable;
}

}  // namespace fftbench::lower_bound
