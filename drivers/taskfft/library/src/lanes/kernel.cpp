// Compiled once for each instruction set, with its name as TASKFFT_LANES.
#include "lanes/kernel.hpp"

#define TASKFFT_TEXT_OF(macro) #macro
#define TASKFFT_TEXT(macro) TASKFFT_TEXT_OF(macro)

namespace taskfft::TASKFFT_LANES {

extern const LaneKernel<double> kernel_double;
extern const LaneKernel<float> kernel_float;
constinit const LaneKernel<double> kernel_double{TASKFFT_TEXT(TASKFFT_LANES), Lanes<double>::width,
                                                 kRadices, run<double>};
constinit const LaneKernel<float> kernel_float{TASKFFT_TEXT(TASKFFT_LANES), Lanes<float>::width,
                                               kRadices, run<float>};

}  // namespace taskfft::TASKFFT_LANES
