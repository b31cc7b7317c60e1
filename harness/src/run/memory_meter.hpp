#pragma once
/// How much memory a case takes, and how much of it is the library's.

#include <mpi.h>

#include <cstddef>
#include <fftbench/device.hpp>
#include <optional>

#include "contract/record.hpp"

namespace fftbench {

/// Reads the memory of this process at moments of a case, which come in this order. Every method is
/// collective.
class MemoryMeter {
 public:
  /// Before the plan is made. Where the arrays shall be on a device, which so many ranks share, its
  /// memory is read as well.
  explicit MemoryMeter(MPI_Comm comm, DeviceSpace* device = nullptr, int sharers = 1);
  /// The caller's arrays take so many bytes on this rank.
  void add_arrays(std::size_t bytes);
  /// After planning, which may have needed memory that no transform does.
  void begin_transforms();
  /// After a forward and a backward transform: all arrays are resident, whoever touched them first.
  void end_transforms();

  /// Before the harness takes memory for copies of the arrays: no later peak counts. Again:
  /// nothing.
  void stop();

  /// What is known so far, maximum over ranks.
  MemoryUse use() const;

 private:
  std::optional<double> taken_of_device() const;

  MPI_Comm comm_;
  DeviceSpace* device_;
  int sharers_;
  std::optional<double> free_at_start_;  ///< MB of the device
  bool peak_known_;                      ///< on all ranks
  std::optional<double> held_at_start_;
  double peak_of_planning_ = 0.0;
  std::optional<double> last_peak_;  ///< where peaks count no longer
  double arrays_ = 0.0;              ///< of this rank
  std::optional<double> library_;    ///< maximum over ranks
};

/// What the library has, from readings in MB of one process: what is held now and was not at the
/// start, without the arrays; and what was there for a while during the transforms.
double library_memory(double held_at_start, double held_now, double arrays, double peak,
                      double resident);

}  // namespace fftbench
