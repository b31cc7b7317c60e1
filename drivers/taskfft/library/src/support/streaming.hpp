#pragma once
/// Stores around the cache, and their order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace taskfft {

/// Stores around the cache are not ordered by a release: after this, on the thread that made them,
/// they are.
inline void order_streaming_stores() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Copies runs of memory around the cache where they are written. Runs that follow each other there
/// are stored as one: what is left of a run begins the next unit, as a line of memory that is
/// stored both around the cache and through it costs several. All is written once finish() returns.
class StreamingCopy {
 public:
  StreamingCopy() = default;
  ~StreamingCopy() { finish(); }
  StreamingCopy(const StreamingCopy&) = delete;
  StreamingCopy& operator=(const StreamingCopy&) = delete;

  void run(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (to != to_ + held_) {
      finish();
      to_ = to;
    }
    if (held_ == 0) {  // as far as the next whole unit through the cache
      const std::size_t beyond = reinterpret_cast<std::uintptr_t>(to) % kUnit;
      const std::size_t head = std::min((kUnit - beyond) % kUnit, bytes);
      std::memcpy(to_, from, head);
      to_ += head;
      from += head;
      bytes -= head;
    }
    append(from, bytes);
  }
  void finish() {
    if (held_ == 0) return;
    std::memcpy(to_, unit_.data(), held_);
    to_ += held_;
    held_ = 0;
  }

 private:
  static constexpr std::size_t kUnit = 16;

  void append(const std::byte* from, std::size_t bytes) {
    if (held_ > 0) {
      const std::size_t more = std::min(kUnit - held_, bytes);
      std::memcpy(unit_.data() + held_, from, more);
      held_ += more;
      if (held_ < kUnit) return;
      store(unit_.data(), kUnit);
      from += more;
      bytes -= more;
    }
    held_ = bytes % kUnit;
    store(from, bytes - held_);
    std::memcpy(unit_.data(), from + (bytes - held_), held_);
  }
  /// Whole units. By a pointer of its own: for all that compilers know, stores change this object.
  void store(const std::byte* from, std::size_t bytes) {
    std::byte* const to = to_;
#if defined(__SSE2__)
    for (std::size_t at = 0; at < bytes; at += kUnit) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + at),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)));
    }
#else
    std::memcpy(to, from, bytes);
#endif
    to_ = to + bytes;
  }

  std::byte* to_ = nullptr;  ///< where the next unit begins
  std::size_t held_ = 0;     ///< bytes of it
  std::array<std::byte, kUnit> unit_;
};

}  // namespace taskfft
