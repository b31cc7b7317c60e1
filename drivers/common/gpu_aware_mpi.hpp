#pragma once
/// Whether MPI may be given pointers into a device's memory: one that does not take them crashes.

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <cstdlib>
#include <string_view>

namespace fftbench {

/// By what MPI tells of itself when the program runs; Cray's tells by the variable that turns it
/// on.
inline bool mpi_takes_device_pointers() {
#if defined(CRAY_MPICH_VERSION)
  const char* const enabled = std::getenv("MPICH_GPU_SUPPORT_ENABLED");
  return enabled != nullptr && std::string_view(enabled) == "1";
#elif defined(MPIX_CUDA_AWARE_SUPPORT) || defined(MPICH_NUMVERSION)
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

}  // namespace fftbench
