// Compiled once for each instruction set, with its name as TASKFFT_LANES.
#include "lanes/kernel.hpp"

#include <array>

#define TASKFFT_TEXT_OF(macro) #macro
#define TASKFFT_TEXT(macro) TASKFFT_TEXT_OF(macro)

namespace taskfft::TASKFFT_LANES {

/// lane_of() of each.
template <class Real>
constexpr auto kLaneOf = []<int... k>(std::integer_sequence<int, k...>) {
  return std::array{lane_of<Real>(k)...};
}
(std::make_integer_sequence<int, Lanes<Real>::width>{});

extern const LaneKernel<double> kernel_double;
extern const LaneKernel<float> kernel_float;
constinit const LaneKernel<double> kernel_double{TASKFFT_TEXT(TASKFFT_LANES), Lanes<double>::width,
                                                 kRadices, kLaneOf<double>, run<double>};
constinit const LaneKernel<float> kernel_float{TASKFFT_TEXT(TASKFFT_LANES), Lanes<float>::width,
                                               kRadices, kLaneOf<float>, run<float>};

}  // namespace taskfft::TASKFFT_LANES
