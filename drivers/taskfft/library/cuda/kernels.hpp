#pragma once
/// What our own kernels do.

#include <cuda_runtime.h>

#include <cstddef>

#include "device/box_copy.hpp"

namespace taskfft {

/// Queues a copy of complex elements; what is wrong with it is CUDA's last error.
void launch_copy(const BoxCopy& copy, std::size_t element_bytes, const void* from, void* to,
                 cudaStream_t stream);

}  // namespace taskfft
