// Copies of runs of memory around the cache.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/streaming.hpp"
#include "taskfft/aligned_buffer.hpp"

namespace taskfft {
namespace {

constexpr std::size_t kBytes = 4096;
constexpr auto kUntouched = std::byte{0xff};

/// Runs of random lengths from anywhere to one place after the other, with gaps between some.
void copy_runs_from(std::size_t first, std::size_t longest, bool gaps, std::minstd_rand& random) {
  SCOPED_TRACE("from " + std::to_string(first) + ", runs up to " + std::to_string(longest));
  std::vector<std::byte> from(kBytes + longest);
  for (std::byte& byte : from) byte = static_cast<std::byte>(random() % 255);
  AlignedBuffer<std::byte> to(kBytes);
  std::vector<std::byte> wanted(kBytes, kUntouched);
  std::fill_n(to.get(), kBytes, kUntouched);
  StreamingCopy copy;
  for (std::size_t at = first;;) {
    const std::size_t length = random() % (longest + 1), source = random() % kBytes;
    if (at + length > kBytes) break;
    copy.run(to.get() + at, from.data() + source, length);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(source), length,
                wanted.begin() + static_cast<std::ptrdiff_t>(at));
    at += length;
    if (gaps && random() % 3 == 0) at += 1 + random() % 40;
  }
  copy.finish();
  order_streaming_stores();
  EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), to.get()));
}

TEST(StreamingCopy, writes_every_byte_of_the_runs_and_no_other) {
  std::minstd_rand random(7);
  for (const bool gaps : {false, true}) {
    for (std::size_t first = 0; first < 20; ++first) {
      for (const std::size_t longest : {1U, 8U, 17U, 100U, 600U}) {
        copy_runs_from(first, longest, gaps, random);
      }
    }
  }
}

TEST(StreamingCopy, what_is_left_is_written_at_the_end) {
  std::vector<int> to(3, -1);
  const std::vector<int> from{1, 2, 3};
  const auto* const bytes = reinterpret_cast<const std::byte*>(from.data());
  {
    StreamingCopy copy;
    copy.run(reinterpret_cast<std::byte*>(to.data()), bytes, 3 * sizeof(int));
  }
  EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace taskfft
