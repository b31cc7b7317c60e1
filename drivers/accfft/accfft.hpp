#pragma once
/// AccFFT's two precisions under one name: Accfft<double> calls accfft_..., Accfft<float> ..._f.
/// For one source file only: AccFFT's headers define macros such as VERBOSE.

#include <accfft.h>
#include <accfftf.h>

#include <memory>

namespace fftbench::accfft {

template <class Real>
struct Accfft;

// AccFFT offers its precisions by suffix only; this is the one place that knows them.
#define FFTBENCH_DEFINE_ACCFFT(REAL, SUFFIX)                                               \
  template <>                                                                              \
  struct Accfft<REAL> {                                                                    \
    using Complex = ::Complex##SUFFIX;                                                     \
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

FFTBENCH_DEFINE_ACCFFT(double, )
FFTBENCH_DEFINE_ACCFFT(float, f)
#undef FFTBENCH_DEFINE_ACCFFT

template <class Real>
struct DestroyAccfftPlan {
  void operator()(typename Accfft<Real>::Plan* plan) const { accfft_destroy_plan(plan); }
};

/// A plan that ends with its owner.
template <class Real>
using UniqueAccfftPlan = std::unique_ptr<typename Accfft<Real>::Plan, DestroyAccfftPlan<Real>>;

}  // namespace fftbench::accfft
