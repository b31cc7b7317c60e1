#include "taskfft/device_plan.hpp"

#include "cuda/backend.hpp"
#include "device/engine.hpp"
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace taskfft {
namespace {

Device cuda_device() {
  return {std::make_unique<CudaBackend>(), device_mpi_obstacle()};
}

}  // namespace

std::string device_mpi_obstacle() {
#ifdef TASKFFT_MPI_TELLS_OF_CUDA
  if (MPIX_Query_cuda_support() == 1) return "";
  return "MPIX_Query_cuda_support() says that this MPI does not take device pointers: use one that "
         "was built with CUDA, or another exchange";
#else
  return "this MPI has no MPIX_Query_cuda_support() that says whether it takes device pointers: "
         "use "
         "another exchange";
#endif
}

DevicePlan::DevicePlan(const Problem& problem, const DeviceOptions& options, MPI_Comm comm)
    : engine_(std::make_unique<DeviceEngine>(problem, options, comm, cuda_device)) {}

}  // namespace taskfft
