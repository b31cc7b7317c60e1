#pragma once
/// Whether MPI may be given pointers into a device's memory. Needs nothing else of taskfft, so that
/// whoever has the same question asks it here.

#include <dlfcn.h>
#include <mpi.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace taskfft {

/// Why MPI, which must have been started, takes no pointers into the memory of CUDA's devices;
/// empty where it does. One that does not take them crashes, so that what does not tell counts as
/// such.
inline std::string device_mpi_obstacle() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string_view version(text, static_cast<std::size_t>(length));
  if (version.find("CRAY MPICH") != std::string_view::npos) {
    const char* const enabled = std::getenv("MPICH_GPU_SUPPORT_ENABLED");
    if (enabled != nullptr && std::string_view(enabled) == "1") return "";
    return "MPICH_GPU_SUPPORT_ENABLED is not 1, without which Cray's MPI does not take device "
           "pointers: set it";
  }
  // Looked for when the program runs: not every MPI that takes device pointers has it, or declares
  // it.
  void* const found = dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support");
  if (found == nullptr) {
    return "this MPI has no MPIX_Query_cuda_support() that says whether it takes device pointers";
  }
  if (reinterpret_cast<int (*)()>(found)() == 1) return "";
  return "MPIX_Query_cuda_support() says that this MPI does not take device pointers: use one that "
         "was built with CUDA";
}

}  // namespace taskfft
