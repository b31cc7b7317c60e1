// Which kernel this processor takes.
#include <algorithm>
#include <vector>

#include "taskfft/error.hpp"
#include "taskfft/lanes.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace taskfft {

// kernel.cpp, compiled for each instruction set of which the build has one.
#define TASKFFT_DECLARE_KERNELS(name)               \
  namespace name {                                  \
  extern const LaneKernel<double> kernel_double;    \
  extern const LaneKernel<float> kernel_float;      \
  template <class Real>                             \
  const LaneKernel<Real>& kernel() {                \
    if constexpr (sizeof(Real) == sizeof(double)) { \
      return kernel_double;                         \
    } else {                                        \
      return kernel_float;                          \
    }                                               \
  }                                                 \
  }
TASKFFT_DECLARE_KERNELS(baseline)
TASKFFT_DECLARE_KERNELS(avx2)
TASKFFT_DECLARE_KERNELS(avx512)
TASKFFT_DECLARE_KERNELS(avx512vl)

template <class Real>
std::vector<LaneKernel<Real>> lane_kernels() {
  std::vector<LaneKernel<Real>> kernels;
#ifdef TASKFFT_KERNEL_avx512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    kernels.push_back(avx512::kernel<Real>());
  }
#endif
#ifdef TASKFFT_KERNEL_avx512vl
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    kernels.push_back(avx512vl::kernel<Real>());
  }
#endif
#ifdef TASKFFT_KERNEL_avx2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    kernels.push_back(avx2::kernel<Real>());
  }
#endif
#ifdef TASKFFT_KERNEL_baseline
  kernels.push_back(baseline::kernel<Real>());
#endif
  return kernels;
}

namespace {

/// Kernels, of which there are some.
template <class Real>
const std::vector<LaneKernel<Real>>& known_kernels() {
  static const std::vector<LaneKernel<Real>> kernels = lane_kernels<Real>();
  if (!kernels.empty()) return kernels;
  throw ResourceError(
      "this taskfft was compiled for a processor with wider vectors than this one: configure it "
      "with -D TASKFFT_DISPATCH=ON");
}

/// Whether the processor computes 256 bits at once and no more, whatever its vectors are: of AMD's
/// performance optimization identifiers (AMD64 Architecture Programmer's Manual, volume 3, CPUID
/// function 8000_001A). Others say nothing there.
bool computes_256_bits_at_once() {
#if defined(__x86_64__)
  constexpr unsigned identifiers = 0x8000001A, fp256 = 1u << 2, fp512 = 1u << 3;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(identifiers, &eax, &ebx, &ecx, &edx) == 0) return false;
  return (eax & (fp256 | fp512)) == fp256;
#else
  return false;
#endif
}

/// Of the kernels, the first one with vectors of at most 256 bits, if these are computed at once;
/// or else the widest.
template <class Real>
const LaneKernel<Real>& kernel_of_datapath() {
  const std::vector<LaneKernel<Real>>& kernels = known_kernels<Real>();
  constexpr int at_once = 32 / sizeof(Real);
  const auto found =
      std::find_if(kernels.begin(), kernels.end(),
                   [](const LaneKernel<Real>& kernel) { return kernel.width <= at_once; });
  return computes_256_bits_at_once() && found != kernels.end() ? *found : kernels.front();
}

}  // namespace

template <class Real>
const LaneKernel<Real>& fastest_kernel(LineLayout layout) {
  if (layout == LineLayout::side_by_side) return known_kernels<Real>().front();
  static const LaneKernel<Real>& of_datapath = kernel_of_datapath<Real>();
  return of_datapath;
}

template std::vector<LaneKernel<double>> lane_kernels<double>();
template std::vector<LaneKernel<float>> lane_kernels<float>();
template const LaneKernel<double>& fastest_kernel<double>(LineLayout layout);
template const LaneKernel<float>& fastest_kernel<float>(LineLayout layout);

}  // namespace taskfft
