#include "run/memory_meter.hpp"

#include <algorithm>

#include "support/over_ranks.hpp"
#include "support/process_memory.hpp"

namespace fftbench {
namespace {

/// Of the device's memory, while no rank changes it; nothing on the host, or where it is not told.
std::optional<double> free_mb(DeviceSpace* device, MPI_Comm comm) {
  if (!device) return std::nullopt;
  device->synchronise();
  MPI_Barrier(comm);
  const std::optional<std::size_t> bytes = device->free_bytes();
  MPI_Barrier(comm);
  return bytes ? std::optional(static_cast<double>(*bytes) / 1e6) : std::nullopt;
}

}  // namespace

double library_memory(double held_at_start, double held_now, double arrays, double peak,
                      double resident) {
  return held_now - held_at_start - arrays + (peak - resident);
}

MemoryMeter::MemoryMeter(MPI_Comm comm, DeviceSpace* device, int sharers)
    : comm_(comm),
      device_(device),
      sharers_(sharers),
      free_at_start_(free_mb(device, comm)),
      peak_known_(on_all_ranks(reset_peak_memory(), comm)) {
  return_freed_memory();
  held_at_start_ = held_memory_mb();
}

void MemoryMeter::add_arrays(std::size_t bytes) {
  arrays_ = static_cast<double>(bytes) / 1e6;
}

void MemoryMeter::begin_transforms() {
  peak_of_planning_ = peak_memory_mb();
  return_freed_memory();
  reset_peak_memory();
}

void MemoryMeter::end_transforms() {
  const double peak = peak_memory_mb(), resident = resident_memory_mb();
  if (device_) {
    library_ = taken_of_device();
    return;
  }
  const std::optional<double> held = held_memory_mb();
  if (!on_all_ranks(held && held_at_start_ && peak_known_, comm_)) return;
  const double mine = library_memory(*held_at_start_, *held, arrays_, peak, resident);
  library_ = std::max(most_of_ranks(mine, comm_), 0.0);
}

void MemoryMeter::stop() {
  if (!last_peak_) last_peak_ = peak_memory_mb();
}

/// The ranks that share a device have arrays of about the same size.
std::optional<double> MemoryMeter::taken_of_device() const {
  const std::optional<double> free = free_mb(device_, comm_);
  if (!on_all_ranks(free && free_at_start_, comm_)) return std::nullopt;
  const double mine = (*free_at_start_ - *free) / sharers_ - arrays_;
  return std::max(most_of_ranks(mine, comm_), 0.0);
}

MemoryUse MemoryMeter::use() const {
  MemoryUse use;
  use.arrays_mb = most_of_ranks(arrays_, comm_);
  if (peak_known_) {
    const double later = last_peak_.value_or(peak_memory_mb());
    use.peak_mb = most_of_ranks(std::max(peak_of_planning_, later), comm_);
  }
  use.library_mb = library_;
  return use;
}

}  // namespace fftbench
