/// heFFTe on CUDA's devices: cuFFT does the one-dimensional transforms, heFFTe's kernels pack.

#include <fmt/format.h>

#include <taskfft/device_mpi.hpp>  // the same question as taskfft's

#include "library_plan.hpp"
#include "program.hpp"

namespace fftbench::heffte_driver {
namespace {

#ifdef Heffte_ENABLE_GPU_AWARE_MPI
constexpr bool built_gpu_aware = true;
#else
constexpr bool built_gpu_aware = false;
#endif

/// Where the messages of a plan lie; heFFTe itself would give MPI device pointers unasked.
bool messages_on_device(const Request& request, int ranks) {
  const std::string& where = request.settings.text("messages");
  if (where != "auto") return where == "device";
  return ranks > 1 && built_gpu_aware && taskfft::device_mpi_obstacle().empty();
}

template <class Real>
std::unique_ptr<Plan> plan_in(const Request& request, MPI_Comm comm) {
  using heffte::backend::cufft;
  using Complex = std::complex<Real>;
  const bool device = messages_on_device(request, ranks_of(comm));
  const Traits traits{.messages_on_device = device,
                      .told = {{"messages", device ? "device" : "host"}}};
  if (request.problem.transform == Transform::c2c) {
    return std::make_unique<HefftePlan<cufft, Complex, Complex>>(request, comm, traits);
  }
  return std::make_unique<HefftePlan<cufft, Real, Complex>>(request, comm, traits);
}

}  // namespace

const char* program() {
  return "heffte_cuda";
}
Memory memory() {
  return Memory::cuda;
}
std::vector<Transform> transforms() {
  return {Transform::c2c, Transform::r2c};
}

std::vector<Option> own_options() {
  return {
      {"messages",
       "memory that MPI sends from: auto is device where MPI takes pointers to it, otherwise "
       "heFFTe copies messages to the host and from there",
       {"auto", "device", "host"}},
      {"reorder", "bring each axis into contiguous memory before transforming it", {false, true}}};
}

Support transformable(const Request& request, int ranks) {
  if (ranks == 1 || request.settings.text("messages") != "device") return Support::yes();
  if (!built_gpu_aware) {
    return Support::no("this heFFTe was built without Heffte_ENABLE_GPU_AWARE_MPI");
  }
  const std::string obstacle = taskfft::device_mpi_obstacle();
  return obstacle.empty() ? Support::yes() : Support::no("messages device: " + obstacle);
}

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.precision == Precision::single_) return plan_in<float>(request, comm);
  return plan_in<double>(request, comm);
}

}  // namespace fftbench::heffte_driver
