#pragma once
/// PFFT's two precisions under one name: Pfft<double> calls pfft_..., Pfft<float> calls pfftf_...

#include <pfft.h>

#include <memory>
#include <type_traits>

namespace fftbench::pfft {

template <class Real>
struct Pfft;

#define FFTBENCH_DEFINE_PFFT(REAL, PREFIX)                                  \
  template <>                                                               \
  struct Pfft<REAL> {                                                       \
    using Complex = PREFIX##complex;                                        \
    using Plan = PREFIX##plan;                                              \
    static constexpr auto init = PREFIX##init;                              \
    static constexpr auto cleanup = PREFIX##cleanup;                        \
    static constexpr auto create_mesh = PREFIX##create_procmesh;            \
    static constexpr auto local_size_c2c = PREFIX##local_size_many_dft;     \
    static constexpr auto local_size_r2c = PREFIX##local_size_many_dft_r2c; \
    static constexpr auto local_size_r2r = PREFIX##local_size_many_r2r;     \
    static constexpr auto plan_c2c = PREFIX##plan_many_dft;                 \
    static constexpr auto plan_r2c = PREFIX##plan_many_dft_r2c;             \
    static constexpr auto plan_c2r = PREFIX##plan_many_dft_c2r;             \
    static constexpr auto plan_r2r = PREFIX##plan_many_r2r;                 \
    static constexpr auto execute = PREFIX##execute;                        \
    static constexpr auto destroy = PREFIX##destroy_plan;                   \
  };

FFTBENCH_DEFINE_PFFT(double, pfft_)
FFTBENCH_DEFINE_PFFT(float, pfftf_)
#undef FFTBENCH_DEFINE_PFFT

template <class Real>
struct DestroyPlan {
  void operator()(typename Pfft<Real>::Plan plan) const { Pfft<Real>::destroy(plan); }
};

template <class Real>
using UniquePlan =
    std::unique_ptr<std::remove_pointer_t<typename Pfft<Real>::Plan>, DestroyPlan<Real>>;

}  // namespace fftbench::pfft
