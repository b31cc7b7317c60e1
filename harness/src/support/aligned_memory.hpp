#pragma once
/// Memory for the arrays of a case.

#include <cstddef>
#include <memory>

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

}  // namespace fftbench
