#pragma once
/// CUDA's devices: memory by the runtime, transforms by cuFFT, copies by our own kernels.

#include <array>
#include <vector>

#include "cuda/handles.hpp"
#include "device/backend.hpp"

namespace taskfft {

/// On the device that is current when this is made, and must be so in each call.
class CudaBackend final : public Backend {
 public:
  CudaBackend();
  ~CudaBackend() override { finish(); }

  void check_array(const std::string& name, const void* array) override;
  Memory device_memory(std::size_t bytes) override;
  Memory host_memory(std::size_t bytes) override;
  BatchPlan plan(const LineBatch& batch) override;
  Event make_event() override;
  void transform(BatchPlan plan, const void* from, void* to) override;
  void copy_box(Stream stream, const BoxCopy& copy, std::size_t element_bytes, const void* from,
                void* to) override;
  void to_host(Stream stream, const void* device, void* host, std::size_t bytes) override;
  void to_device(Stream stream, const void* host, void* device, std::size_t bytes) override;
  void record(Event event, Stream stream) override;
  void wait(Stream stream, Event event) override;
  bool done(Event event) override;
  void finish() noexcept override;
  Ticket ticket(const Memory& memory) override;
  Memory open(const Ticket& ticket) override;

 private:
  struct Planned {
    LineBatch batch;
    CufftPlan plan;
  };

  cudaStream_t stream(Stream which) const {
    return streams_[static_cast<std::size_t>(which)].get();
  }
  cudaEvent_t event(Event which) const { return events_[static_cast<std::size_t>(which)].get(); }
  void provide_work_area(std::size_t bytes);

  int device_ = 0;
  std::array<CudaStream, kStreams> streams_;
  std::vector<CudaEvent> events_;
  Memory work_area_;  ///< of all plans, as one runs at a time
  std::size_t work_area_bytes_ = 0;
  std::vector<Planned> plans_;
};

}  // namespace taskfft
