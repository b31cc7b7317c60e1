#pragma once
/// A device that is none: its memory is the host's, FFTW transforms, and its streams are queues
/// whose work is done as late as may be and in an order that chance chooses among those that their
/// marks allow. So a mark that a plan forgets to wait for shows as a wrong result.

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "device/backend.hpp"

namespace taskfft::testing_support {

class HostBackend : public Backend {
 public:
  explicit HostBackend(std::uint64_t seed) : random_(seed) {}
  ~HostBackend() override { finish(); }

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
  /// Work, or a wait for a mark that has been recorded so often.
  struct Step {
    std::function<void()> work;
    Event awaited = -1;
    int times = 0;
  };
  struct Mark {
    int recorded = 0;
    int reached = 0;
  };

  void push(Stream stream, Step step);
  bool can_run(const std::deque<Step>& queue) const;
  bool run_one();

  std::mt19937_64 random_;
  std::array<std::deque<Step>, kStreams> queues_;
  std::vector<Mark> marks_;
  std::vector<LineBatch> plans_;
  std::map<const std::byte*, int> files_;  ///< of device memory
};

/// A copy as all threads of all blocks would do it, in turn.
void copy_on_host(const BoxCopy& copy, std::size_t element_bytes, const void* from, void* to);

}  // namespace taskfft::testing_support
