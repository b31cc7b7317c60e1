#define TASKFFT_LANES avx2
#define TASKFFT_VECTOR_BYTES 32
#include "lanes/kernel.hpp"

namespace taskfft::avx2 {

extern const LaneKernel<double> kernel_double;
extern const LaneKernel<float> kernel_float;
constinit const LaneKernel<double> kernel_double{"avx2", Lanes<double>::width, run<double>};
constinit const LaneKernel<float> kernel_float{"avx2", Lanes<float>::width, run<float>};

}  // namespace taskfft::avx2
