#include "taskfft/device_plan.hpp"

#include "cuda/backend.hpp"
#include "device/engine.hpp"
#include "taskfft/device_mpi.hpp"

namespace taskfft {
namespace {

Device cuda_device() {
  return {std::make_unique<CudaBackend>(), device_mpi_obstacle()};
}

}  // namespace

DevicePlan::DevicePlan(const Problem& problem, const DeviceOptions& options, MPI_Comm comm)
    : engine_(std::make_unique<DeviceEngine>(problem, options, comm, cuda_device)) {}

}  // namespace taskfft
