#pragma once
/// Memory for the arrays of a case.

#include <cstddef>
#include <memory>

namespace fftbench {

/// Memory aligned to cache lines and SIMD registers, not touched, between two guard zones that show
/// whether somebody wrote beside it.
class GuardedMemory {
 public:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t guard = 256;  ///< bytes before, and at least as many behind

  GuardedMemory() = default;
  /// Throws Error that names the size where there is not enough.
  explicit GuardedMemory(std::size_t bytes);
  /// Null where there is none.
  void* data() const;
  /// Whether the guard zones are as they were made.
  bool intact() const;

 private:
  struct Free {
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, Free> whole_;
  std::size_t bytes_ = 0;
};

}  // namespace fftbench
