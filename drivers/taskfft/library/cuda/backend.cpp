#include "cuda/backend.hpp"

#include <algorithm>
#include <cstring>

#include "cuda/calls.hpp"
#include "cuda/kernels.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// Throws ResourceError where there is not enough.
void check_memory(cudaError_t code, std::size_t bytes, const char* where) {
  if (code == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw ResourceError("not enough memory for " + std::to_string(bytes) + " bytes " + where +
                        ": use more devices or a smaller array");
  }
  check_cuda(code, "allocating memory");
}

cufftType type_of(const LineBatch& batch) {
  const bool twice = batch.precision == Precision::float64;
  switch (batch.kind) {
    case BatchKind::real_to_complex:
      return twice ? CUFFT_D2Z : CUFFT_R2C;
    case BatchKind::complex_to_real:
      return twice ? CUFFT_Z2D : CUFFT_C2R;
    default:
      return twice ? CUFFT_Z2Z : CUFFT_C2C;
  }
}

/// Not yet with a work area; its size comes back.
std::size_t make_plan(cufftHandle plan, const LineBatch& b, cudaStream_t stream) {
  check_cufft(cufftSetAutoAllocation(plan, 0), "leaving work memory to the plan");
  std::array<long long, 2> lengths{b.lengths[0], b.lengths[1]};
  std::array<long long, 2> from{b.lengths[0], b.from.row};
  std::array<long long, 2> to{b.lengths[0], b.to.row};
  std::size_t bytes = 0;
  check_cufft(cufftMakePlanMany64(plan, b.dims, lengths.data(), from.data(), 1, b.from.step,
                                  to.data(), 1, b.to.step, type_of(b), b.count, &bytes),
              "planning a batch of transforms");
  check_cufft(cufftSetStream(plan, stream), "setting a plan's stream");
  return bytes;
}

template <class Complex, class Execute>
cufftResult execute(Execute call, const LineBatch& batch, cufftHandle plan, void* from, void* to) {
  const int sign = batch.kind == BatchKind::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
  return call(plan, static_cast<Complex*>(from), static_cast<Complex*>(to), sign);
}

cufftResult execute(const LineBatch& batch, cufftHandle plan, void* from, void* to) {
  switch (type_of(batch)) {
    case CUFFT_D2Z:
      return cufftExecD2Z(plan, static_cast<double*>(from), static_cast<cufftDoubleComplex*>(to));
    case CUFFT_Z2D:
      return cufftExecZ2D(plan, static_cast<cufftDoubleComplex*>(from), static_cast<double*>(to));
    case CUFFT_R2C:
      return cufftExecR2C(plan, static_cast<float*>(from), static_cast<cufftComplex*>(to));
    case CUFFT_C2R:
      return cufftExecC2R(plan, static_cast<cufftComplex*>(from), static_cast<float*>(to));
    case CUFFT_C2C:
      return execute<cufftComplex>(cufftExecC2C, batch, plan, from, to);
    default:
      return execute<cufftDoubleComplex>(cufftExecZ2Z, batch, plan, from, to);
  }
}

}  // namespace

/// The streams wait for the legacy default stream and it for them: what the caller has queued there
/// comes before or after.
CudaBackend::CudaBackend() {
  check_cuda(cudaGetDevice(&device_), "asking for the current device");
  for (CudaStream& stream : streams_) {
    cudaStream_t made = nullptr;
    check_cuda(cudaStreamCreate(&made), "making a stream");
    stream = CudaStream(made);
  }
}

void CudaBackend::check_array(const std::string& name, const void* array) {
  cudaPointerAttributes found{};
  check_cuda(cudaPointerGetAttributes(&found, array), "asking where an array is");
  const bool usable = found.type == cudaMemoryTypeManaged ||
                      (found.type == cudaMemoryTypeDevice && found.device == device_);
  if (!usable) {
    throw ArgumentError(name + " is not in the memory of device " + std::to_string(device_) +
                        ", which was current when the plan was made: allocate it there");
  }
}

Memory CudaBackend::device_memory(std::size_t bytes) {
  void* memory = nullptr;
  check_memory(cudaMalloc(&memory, std::max<std::size_t>(1, bytes)), bytes, "on the device");
  return {static_cast<std::byte*>(memory),
          [](std::byte* begin) { static_cast<void>(cudaFree(begin)); }};
}

Memory CudaBackend::host_memory(std::size_t bytes) {
  void* memory = nullptr;
  check_memory(cudaMallocHost(&memory, std::max<std::size_t>(1, bytes)), bytes,
               "of the host that the device copies from");
  return {static_cast<std::byte*>(memory),
          [](std::byte* begin) { static_cast<void>(cudaFreeHost(begin)); }};
}

BatchPlan CudaBackend::plan(const LineBatch& batch) {
  const auto known = std::find_if(plans_.begin(), plans_.end(),
                                  [&](const Planned& planned) { return planned.batch == batch; });
  if (known != plans_.end()) return static_cast<BatchPlan>(known - plans_.begin());
  cufftHandle made = 0;
  check_cufft(cufftCreate(&made), "making a plan");
  CufftPlan plan(made);
  const std::size_t bytes = make_plan(made, batch, stream(Stream::compute));
  plans_.push_back({batch, std::move(plan)});
  provide_work_area(bytes);
  return static_cast<BatchPlan>(plans_.size()) - 1;
}

void CudaBackend::provide_work_area(std::size_t bytes) {
  const bool larger = bytes > work_area_bytes_;
  if (larger) {
    finish();
    work_area_ = nullptr;  // freed before there is another one
    work_area_bytes_ = 0;
    work_area_ = device_memory(bytes);
    work_area_bytes_ = bytes;
  }
  for (std::size_t k = larger ? 0 : plans_.size() - 1; k < plans_.size(); ++k) {
    check_cufft(cufftSetWorkArea(plans_[k].plan.get(), work_area_.get()), "setting work memory");
  }
}

Event CudaBackend::make_event() {
  cudaEvent_t made = nullptr;
  check_cuda(cudaEventCreateWithFlags(&made, cudaEventDisableTiming), "making an event");
  events_.emplace_back(made);
  return static_cast<Event>(events_.size()) - 1;
}

void CudaBackend::transform(BatchPlan plan, const void* from, void* to) {
  const Planned& planned = plans_[static_cast<std::size_t>(plan)];
  check_cufft(execute(planned.batch, planned.plan.get(), const_cast<void*>(from), to),
              "transforming");
}

void CudaBackend::copy_box(Stream which, const BoxCopy& copy, std::size_t element_bytes,
                           const void* from, void* to) {
  launch_copy(copy, element_bytes, from, to, stream(which));
  check_cuda(cudaGetLastError(), "starting a copy");
}

void CudaBackend::to_host(Stream which, const void* device, void* host, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream(which)),
             "copying to the host");
}

void CudaBackend::to_device(Stream which, const void* host, void* device, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream(which)),
             "copying from the host");
}

void CudaBackend::record(Event which, Stream where) {
  check_cuda(cudaEventRecord(event(which), stream(where)), "recording an event");
}

void CudaBackend::wait(Stream where, Event which) {
  check_cuda(cudaStreamWaitEvent(stream(where), event(which), 0), "letting a stream wait");
}

bool CudaBackend::done(Event which) {
  const cudaError_t code = cudaEventQuery(event(which));
  if (code == cudaErrorNotReady) return false;
  check_cuda(code, "waiting for the device");
  return true;
}

void CudaBackend::finish() noexcept {
  for (const CudaStream& each : streams_) static_cast<void>(cudaStreamSynchronize(each.get()));
}

Ticket CudaBackend::ticket(const Memory& memory) {
  cudaIpcMemHandle_t handle{};
  static_assert(sizeof(handle) <= sizeof(Ticket));
  check_cuda(cudaIpcGetMemHandle(&handle, memory.get()), "making memory known to other processes");
  Ticket ticket{};
  std::memcpy(ticket.data(), &handle, sizeof(handle));
  return ticket;
}

Memory CudaBackend::open(const Ticket& ticket) {
  cudaIpcMemHandle_t handle{};
  std::memcpy(&handle, ticket.data(), sizeof(handle));
  void* memory = nullptr;
  check_cuda(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess),
             "opening memory of another process");
  return {static_cast<std::byte*>(memory),
          [](std::byte* begin) { static_cast<void>(cudaIpcCloseMemHandle(begin)); }};
}

}  // namespace taskfft
