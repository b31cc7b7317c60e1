#pragma once
/// Errors of CUDA and cuFFT as exceptions.

#include <cuda_runtime.h>
#include <cufft.h>

namespace taskfft {

/// Throws Error, with the library's own words, unless the code is success.
void check_cuda(cudaError_t code, const char* doing);
void check_cufft(cufftResult code, const char* doing);

}  // namespace taskfft
