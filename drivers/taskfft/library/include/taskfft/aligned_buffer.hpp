#pragma once
/// Memory for vectors.

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace taskfft {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21U;

/// Asks the system for huge pages where this memory is touched from now on: transforms step through
/// memory by strides of many pages. It is only a wish.
inline void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  if (bytes >= kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

/// Uninitialised memory for trivial elements, aligned to a cache line; large memory to huge pages.
template <class T>
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t count) {
    if (count == 0) return;
    const bool huge = count * sizeof(T) >= 2 * kHugePage;
    const std::size_t unit = huge ? kHugePage : kAlignment;
    const std::size_t bytes = (count * sizeof(T) + unit - 1) / unit * unit;
    data_.reset(static_cast<T*>(std::aligned_alloc(unit, bytes)));
    if (!data_) throw std::bad_alloc();
    if (huge) prefer_huge_pages(data_.get(), bytes);
  }
  T* get() const { return data_.get(); }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
};

}  // namespace taskfft
