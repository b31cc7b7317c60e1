#pragma once
/// What crosses between host and device.

#include <fftbench/device.hpp>

namespace fftbench::gpu {

/// Bytes that this process has moved since the last call, by the runtime's functions for copies:
/// those here stand in front of the shared library's, for all libraries that call them. A library
/// that has a runtime of its own inside, as cuFFT has, or copies by kernels is not seen.
DeviceSpace::Transfers transfers();

}  // namespace fftbench::gpu
