#pragma once
/// Memory for the arrays, and how much of it a case took.

#include <cstddef>
#include <memory>
#include <optional>

namespace fftbench {

/// Memory aligned to cache lines and SIMD registers, not touched.
class AlignedMemory {
 public:
  static constexpr std::size_t alignment = 64;

  AlignedMemory() = default;
  /// Throws Error that names the size where there is not enough.
  explicit AlignedMemory(std::size_t bytes);
  void* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* data) const;
  };
  std::unique_ptr<void, Free> data_;
};

/// Sets this process's mark of peak memory back to what it holds now; false where the system
/// doesn't allow it (Linux: /proc/self/clear_refs).
bool reset_peak_memory();

/// Highest resident memory of this process since the mark was reset, in MB (10^6 bytes); 0 where
/// the system doesn't tell (and then doesn't let the mark be reset either).
double peak_memory_mb();

/// Resident memory of this process in MB; 0 where the system doesn't tell.
double resident_memory_mb();

/// Gives back to the system what this process has freed, so that what a library allocates next
/// shows in held_memory_mb().
void return_freed_memory();

/// Resident memory of this process in MB, pages that several processes share in equal parts (Linux:
/// Pss of /proc/self/smaps_rollup); nothing where the system doesn't tell.
std::optional<double> held_memory_mb();

}  // namespace fftbench
