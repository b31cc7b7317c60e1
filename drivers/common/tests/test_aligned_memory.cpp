#include "common/aligned_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace fftbench;

TEST(AlignedMemory, begins_with_a_line_of_the_cache) {
  for (const std::size_t bytes : {0u, 1u, 64u, 1000u}) {
    const AlignedMemory memory = aligned_memory(bytes);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.get()) % 64, 0u);
  }
}

TEST(AlignedMemory, that_there_is_not_enough_of_is_told_with_its_size) {
  try {
    aligned_memory(std::size_t{1} << 60);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no memory for an array of 1152921504606 MB");
  }
}

}  // namespace
