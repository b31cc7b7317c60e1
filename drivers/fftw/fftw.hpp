#pragma once
/// FFTW's two precisions under one name: Fftw<double> calls fftw_..., Fftw<float> calls fftwf_...

#include <fftw3.h>

#include <memory>
#include <type_traits>

template <class Real>
struct Fftw;

// FFTW offers its precisions by prefix only; this is the one place that knows them.
#define FFTBENCH_DEFINE_FFTW(REAL, PREFIX)                                   \
  template <>                                                                \
  struct Fftw<REAL> {                                                        \
    using Complex = PREFIX##complex;                                         \
    using Plan = PREFIX##plan;                                               \
    static constexpr auto plan_c2c = PREFIX##plan_dft;                       \
    static constexpr auto plan_r2c = PREFIX##plan_dft_r2c;                   \
    static constexpr auto plan_c2r = PREFIX##plan_dft_c2r;                   \
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
    static constexpr auto forget_wisdom = PREFIX##forget_wisdom;             \
    static constexpr auto import_wisdom = PREFIX##import_wisdom_from_string; \
    static constexpr auto export_wisdom = PREFIX##export_wisdom_to_string;   \
    static const char* version() { return PREFIX##version; }                 \
  };

FFTBENCH_DEFINE_FFTW(double, fftw_)
FFTBENCH_DEFINE_FFTW(float, fftwf_)
#undef FFTBENCH_DEFINE_FFTW

template <class Real>
struct DestroyPlan {
  void operator()(typename Fftw<Real>::Plan plan) const { Fftw<Real>::destroy_plan(plan); }
};

/// A plan that ends with its owner.
template <class Real>
using UniquePlan =
    std::unique_ptr<std::remove_pointer_t<typename Fftw<Real>::Plan>, DestroyPlan<Real>>;
