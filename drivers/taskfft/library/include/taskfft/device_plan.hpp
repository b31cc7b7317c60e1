#pragma once
/// Plans whose arrays are in the memory of CUDA devices, one device for each rank or one for
/// several ranks. Part of the library taskfft::cuda, which is built where CUDA is found.

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "taskfft/layout.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

class DeviceEngine;

/// How blocks come from one rank's device memory to another's.
enum class DeviceExchange {
  automatic,  ///< ipc where all ranks that exchange are on one machine; else mpi; else staged
  ipc,     ///< ranks of a machine read each other's memory in place, also on one device (CUDA IPC)
  mpi,     ///< messages from device memory, by an MPI that takes its pointers (device_mpi.hpp)
  staged,  ///< messages from the host's memory, to which and from which blocks are copied
};
template <>
inline constexpr auto words<DeviceExchange> = word_list("auto", "ipc", "mpi", "staged");

/// The same on every rank.
struct DeviceOptions {
  Grid grid{0, 0, 0};  ///< slabs or pencils, as of Options; all 0: choose_grid() of one node
  DeviceExchange exchange = DeviceExchange::automatic;
  Order order = Order::transposed;
  /// Into so many pieces what a stage transforms is cut, where the next exchange leaves them apart:
  /// while one travels, the next one is transformed. 0: one for every 16 MiB, at most 8; one
  /// rank: 1.
  int chunks = 0;
};

/// What a plan really does.
struct DeviceEffective {
  DeviceOptions options;  ///< with everything filled in that was left open
  std::string decomposition;
  std::vector<std::string> notes;  ///< a sentence for every request not followed to the letter
  std::size_t device_bytes = 0;    ///< allocated beside the caller's arrays, cuFFT's own excepted
  std::size_t host_bytes = 0;      ///< of memory that the device copies from and to
};

/// Throws ArgumentError for what cannot be done: beside what taskfft refuses anyway, all but c2c
/// and r2c of two or three dimensions and one field, on slabs or pencils. Needs no MPI and no
/// device.
void check_device_arguments(const Problem& problem, const DeviceOptions& options, int ranks);

/// The same problems in the same layouts as a Plan's (plan.hpp), but that of transposed output of
/// three dimensions axis 0 is always the fastest. Its conventions hold here: signs, scaling (none),
/// what is preserved, failures.
///
/// The device is the one that is current when the plan is made. Work that the caller has queued in
/// the legacy default stream comes before a transform, and what is queued there afterwards comes
/// after it; a transform's end may be waited for by cudaDeviceSynchronize(). With several ranks a
/// call returns when the ranks have no more to say to each other.
class DevicePlan {
 public:
  /// Collective over comm, which is duplicated.
  DevicePlan(const Problem& problem, const DeviceOptions& options, MPI_Comm comm);
  /// Collective, as nobody frees what another rank still reads, and before MPI_Finalize; afterwards
  /// it leaves to MPI what is MPI's.
  ~DevicePlan();
  DevicePlan(DevicePlan&&) noexcept;
  DevicePlan& operator=(DevicePlan&&) noexcept;

  const Layout& input() const;
  const Layout& output() const;

  /// Collective: binds two arrays of device memory and plans the local transforms. Nothing is
  /// overwritten. Memory may come from cudaMalloc or cudaMallocManaged.
  void commit(void* in, void* out);
  void forward();
  void backward();

  DeviceEffective effective() const;

 private:
  std::unique_ptr<DeviceEngine> engine_;
};

}  // namespace taskfft
