#define TASKFFT_LANES baseline
#define TASKFFT_VECTOR_BYTES 16
#include "lanes/kernel.hpp"

namespace taskfft::baseline {

extern const LaneKernel<double> kernel_double;
extern const LaneKernel<float> kernel_float;
constinit const LaneKernel<double> kernel_double{"baseline", Lanes<double>::width, run<double>};
constinit const LaneKernel<float> kernel_float{"baseline", Lanes<float>::width, run<float>};

}  // namespace taskfft::baseline
