#pragma once
/// FFTW's two precisions under one name: Api<double> calls fftw_..., Api<float> calls fftwf_...

#include <fftw3.h>

#include <memory>
#include <type_traits>

namespace fftbench::fftw {

template <class Real>
struct Api;

// FFTW offers its precisions by prefix only; this is the one place that knows them. A program must
// be linked with FFTW's threads only where it calls what needs them.
#define FFTBENCH_DEFINE_FFTW_API(REAL, PREFIX)                               \
  template <>                                                                \
  struct Api<REAL> {                                                         \
    using Complex = PREFIX##complex;                                         \
    using Plan = PREFIX##plan;                                               \
    static constexpr auto plan_many_c2c = PREFIX##plan_many_dft;             \
    static constexpr auto plan_many_r2c = PREFIX##plan_many_dft_r2c;         \
    static constexpr auto plan_many_c2r = PREFIX##plan_many_dft_c2r;         \
    static constexpr auto plan_many_r2r = PREFIX##plan_many_r2r;             \
    static constexpr auto execute = PREFIX##execute;                         \
    static constexpr auto execute_c2c = PREFIX##execute_dft;                 \
    static constexpr auto execute_r2c = PREFIX##execute_dft_r2c;             \
    static constexpr auto execute_c2r = PREFIX##execute_dft_c2r;             \
    static constexpr auto execute_r2r = PREFIX##execute_r2r;                 \
    static constexpr auto destroy_plan = PREFIX##destroy_plan;               \
    static constexpr auto init_threads = PREFIX##init_threads;               \
    static constexpr auto plan_with_nthreads = PREFIX##plan_with_nthreads;   \
    static constexpr auto cleanup_threads = PREFIX##cleanup_threads;         \
    static constexpr auto import_wisdom = PREFIX##import_wisdom_from_string; \
    static constexpr auto export_wisdom = PREFIX##export_wisdom_to_string;   \
    static const char* version() { return PREFIX##version; }                 \
  };

FFTBENCH_DEFINE_FFTW_API(double, fftw_)
FFTBENCH_DEFINE_FFTW_API(float, fftwf_)
#undef FFTBENCH_DEFINE_FFTW_API

template <class Real>
struct DestroyPlan {
  void operator()(typename Api<Real>::Plan plan) const { Api<Real>::destroy_plan(plan); }
};

/// A plan that ends with its owner.
template <class Real>
using UniquePlan =
    std::unique_ptr<std::remove_pointer_t<typename Api<Real>::Plan>, DestroyPlan<Real>>;

}  // namespace fftbench::fftw
