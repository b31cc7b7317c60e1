#pragma once
/// What a program allocates, counted by operators new and delete of its own. For one source file of
/// a program.

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace taskfft {

/// Of all threads, since the last call of begin().
class Allocations {
 public:
  static void begin() {
    count = 0;
    most = live.load();
    before = live.load();
  }
  /// The most bytes that were allocated at a time, beside those that were before.
  static std::size_t peak_bytes() { return most - before; }
  static std::size_t number() { return count; }

  static void* add(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    ++count;
    const std::size_t now = live += malloc_usable_size(memory);
    most = std::max<std::size_t>(most, now);  // one thread allocates at a time where it matters
    return memory;
  }
  static void remove(void* memory) {
    if (memory != nullptr) live -= malloc_usable_size(memory);
    std::free(memory);
  }

 private:
  static inline std::atomic<std::size_t> live{0}, most{0}, before{0}, count{0};
};

}  // namespace taskfft

// NOLINTBEGIN: replacements of the program's own
void* operator new(std::size_t bytes) {
  return taskfft::Allocations::add(std::malloc(bytes == 0 ? 1 : bytes));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return taskfft::Allocations::add(std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept {
  taskfft::Allocations::remove(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  taskfft::Allocations::remove(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  taskfft::Allocations::remove(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  taskfft::Allocations::remove(memory);
}
// NOLINTEND
