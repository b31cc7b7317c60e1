/// The loops do the work that they are timed for.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "kernels.hpp"

namespace {

using namespace fftbench::lower_bound;

constexpr std::size_t count = 256;
struct alignas(64) Floats {
  float value[count];
};

Floats numbered() {
  Floats floats{};
  for (std::size_t i = 0; i < count; ++i) floats.value[i] = static_cast<float>(i + 1);
  return floats;
}

TEST(Kernels, move_all_with_changed_signs_and_nothing_beyond) {
  const std::size_t bytes = sizeof(Floats) - 64;
  for (const Kernel& kernel : kernels()) {
    for (const auto move : {kernel.move, kernel.stream}) {
      const Floats from = numbered();
      Floats to = numbered();
      move(&from, &to, bytes);
      for (std::size_t i = 0; i < count; ++i) {
        const float expected = i < bytes / sizeof(float) ? -from.value[i] : from.value[i];
        ASSERT_EQ(to.value[i], expected) << kernel.name << " " << i;
      }
      move(&to, &to, bytes);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(to.value[i], from.value[i]) << kernel.name;
    }
  }
}

TEST(Kernels, read_depends_on_every_word) {
  for (const Kernel& kernel : kernels()) {
    Floats floats = numbered();
    const double before = kernel.read(&floats, sizeof floats);
    for (std::size_t i = 0; i < count; i += 2) {
      floats.value[i + 1] += 100;
      EXPECT_NE(kernel.read(&floats, sizeof floats), before) << kernel.name << " " << i;
      floats.value[i + 1] -= 100;
    }
    EXPECT_EQ(kernel.read(&floats, sizeof floats), before);
  }
}

/// Chain i of c -> c/2 + 1 starts at i and ends, after r rounds, at 2 + (i - 2) / 2^r: the sum over
/// chains and lanes tells how many rounds were made.
TEST(Kernels, multiply_adds_are_all_made) {
  for (const Kernel& kernel : kernels()) {
    const double start = kernel.multiply_add_double(0);
    const double never = kernel.multiply_add_double(1'000'000);  // each at 2
    for (int rounds = 1; rounds < 4; ++rounds) {
      const double operations = never * rounds;  // two for each number, which is 2 at the end
      const double sum = kernel.multiply_add_double(static_cast<std::size_t>(operations));
      EXPECT_DOUBLE_EQ(sum, never + (start - never) * std::pow(0.5, rounds)) << kernel.name;
    }
    EXPECT_EQ(kernel.multiply_add_single(1'000'000), 2 * never);  // twice as many lanes
  }
}

}  // namespace
