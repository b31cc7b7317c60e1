#pragma once
/// The device of this program's backend, by VkFFT's numbers for them.

#if VKFFT_BACKEND == 1
#include "cuda/device.hpp"
#elif VKFFT_BACKEND == 3
#include "opencl/device.hpp"
#endif
