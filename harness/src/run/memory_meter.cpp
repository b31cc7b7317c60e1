#include "run/memory_meter.hpp"

#include <algorithm>

#include "support/process_memory.hpp"

namespace fftbench {
namespace {

double max_over_ranks(double value, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm);
  return value;
}

bool on_all_ranks(bool value, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_CXX_BOOL, MPI_LAND, comm);
  return value;
}

}  // namespace

double library_memory(double held_at_start, double held_now, double arrays, double peak,
                      double resident) {
  return held_now - held_at_start - arrays + (peak - resident);
}

MemoryMeter::MemoryMeter(MPI_Comm comm)
    : comm_(comm), peak_known_(on_all_ranks(reset_peak_memory(), comm)) {
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
  const std::optional<double> held = held_memory_mb();
  if (!on_all_ranks(held && held_at_start_ && peak_known_, comm_)) return;
  const double mine = library_memory(*held_at_start_, *held, arrays_, peak, resident);
  library_ = std::max(max_over_ranks(mine, comm_), 0.0);
}

MemoryUse MemoryMeter::use() const {
  MemoryUse use;
  use.arrays_mb = max_over_ranks(arrays_, comm_);
  if (peak_known_) {
    use.peak_mb = max_over_ranks(std::max(peak_of_planning_, peak_memory_mb()), comm_);
  }
  use.library_mb = library_;
  return use;
}

}  // namespace fftbench
