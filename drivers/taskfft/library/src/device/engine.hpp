#pragma once
/// A plan on a device, whatever the device.

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>

#include "device/arrays.hpp"
#include "device/direction.hpp"
#include "engine/communicators.hpp"
#include "engine/layouts.hpp"
#include "taskfft/device_plan.hpp"

namespace taskfft {

/// A device as the engine gets it.
struct Device {
  std::unique_ptr<Backend> backend;
  /// Why MPI can't be given the device's pointers; empty where it can.
  std::string mpi_obstacle;
};

class DeviceEngine {
 public:
  /// Collective. `open_device` may throw on some ranks.
  DeviceEngine(const Problem& problem, const DeviceOptions& options, MPI_Comm comm,
               const std::function<Device()>& open_device);
  DeviceEngine(const DeviceEngine&) = delete;
  DeviceEngine& operator=(const DeviceEngine&) = delete;
  /// Collective: nobody frees what another one still reads.
  ~DeviceEngine();

  const Layouts& layouts() const { return layouts_; }
  const DeviceEffective& effective() const { return effective_; }

  void commit(void* in, void* out);
  void forward() { run(*forward_, in_, out_); }
  void backward() { run(*backward_, out_, in_); }

 private:
  void allocate(const std::string& mpi_obstacle);
  DeviceExchange possible_exchange(const std::string& mpi_obstacle);
  void open_peers(std::string& reason);
  void allocate_buffers();
  void connect(DeviceDirection& direction);
  std::unique_ptr<Carrier> make_carrier(const DeviceExchangeSteps& steps, int number,
                                        Carrier::Landed landed);
  void check_arrays(const void* in, const void* out);
  void run(DeviceDirection& direction, void* from, void* to);
  std::size_t complex_bytes() const { return 2 * real_bytes(problem_.precision); }

  Problem problem_;
  DeviceEffective effective_;
  Geometry geometry_{};
  Communicators communicators_;
  Layouts layouts_;
  // Members end in the reverse order: what is waited for, what uses memory, memory, the device.
  Device device_;
  ArrayMemory work_;
  ArrayMemory device_buffers_;  ///< for messages: of each exchange, to send and to receive
  ArrayMemory host_buffers_;    ///< staged: the same
  std::optional<PeerArrays> peers_;
  std::optional<Alarm> alarm_;
  std::optional<Progress> progress_;
  std::optional<DeviceDirection> forward_;
  std::optional<DeviceDirection> backward_;
  std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  bool committed_ = false;
  bool dead_ = false;
};

}  // namespace taskfft
