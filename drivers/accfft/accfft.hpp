#pragma once
/// AccFFT's functions for this program's memory, its two precisions under one name: Accfft<double>
/// calls accfft_..., Accfft<float> ...f; on GPUs ..._gpu and ..._gpuf.
/// For source files alone: AccFFT's headers define macros such as VERBOSE.

#ifdef FFTBENCH_ACCFFT_CUDA
#include <accfft_gpu.h>
#include <accfft_gpuf.h>
#else
#include <accfft.h>
#include <accfftf.h>
#endif

#include <memory>

namespace fftbench::accfft {

template <class Real>
struct Accfft;

// AccFFT offers precisions and memories by suffix only; this is the one place that knows them.
#define FFTBENCH_DEFINE_ACCFFT(REAL, COMPLEX, SUFFIX)                                      \
  template <>                                                                              \
  struct Accfft<REAL> {                                                                    \
    using Complex = COMPLEX;                                                               \
    using Plan = accfft_plan##SUFFIX;                                                      \
    static constexpr auto local_size_c2c = accfft_local_size_dft_c2c##SUFFIX;              \
    static constexpr auto local_size_r2c = accfft_local_size_dft_r2c##SUFFIX;              \
    static constexpr auto plan_c2c = accfft_plan_dft_3d_c2c##SUFFIX;                       \
    static Plan* plan_r2c(int* n, REAL* in, REAL* out, MPI_Comm c, unsigned f) {           \
      return accfft_plan_dft_3d_r2c##SUFFIX(n, in, out, c, f);                             \
    }                                                                                      \
    static void c2c(Plan* plan, int direction, Complex* in, Complex* out, double* timer) { \
      accfft_execute_c2c##SUFFIX(plan, direction, in, out, timer);                         \
    }                                                                                      \
    static void r2c(Plan* plan, REAL* in, Complex* out, double* timer) {                   \
      accfft_execute_r2c##SUFFIX(plan, in, out, timer);                                    \
    }                                                                                      \
    static void c2r(Plan* plan, Complex* in, REAL* out, double* timer) {                   \
      accfft_execute_c2r##SUFFIX(plan, in, out, timer);                                    \
    }                                                                                      \
  };

#ifdef FFTBENCH_ACCFFT_CUDA
FFTBENCH_DEFINE_ACCFFT(double, ::Complex, _gpu)
FFTBENCH_DEFINE_ACCFFT(float, ::Complexf, _gpuf)
#else
FFTBENCH_DEFINE_ACCFFT(double, ::Complex, )
FFTBENCH_DEFINE_ACCFFT(float, ::Complexf, f)
#endif
#undef FFTBENCH_DEFINE_ACCFFT

template <class Real>
struct DestroyAccfftPlan {
  void operator()(typename Accfft<Real>::Plan* plan) const { accfft_destroy_plan(plan); }
};

/// A plan that ends with its owner.
template <class Real>
using UniqueAccfftPlan = std::unique_ptr<typename Accfft<Real>::Plan, DestroyAccfftPlan<Real>>;

}  // namespace fftbench::accfft
