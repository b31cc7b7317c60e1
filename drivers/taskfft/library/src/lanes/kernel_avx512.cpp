#define TASKFFT_LANES avx512
#define TASKFFT_VECTOR_BYTES 64
#include "lanes/kernel.hpp"

namespace taskfft::avx512 {

extern const LaneKernel<double> kernel_double;
extern const LaneKernel<float> kernel_float;
constinit const LaneKernel<double> kernel_double{"avx512", Lanes<double>::width, run<double>};
constinit const LaneKernel<float> kernel_float{"avx512", Lanes<float>::width, run<float>};

}  // namespace taskfft::avx512
