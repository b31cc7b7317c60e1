/// The counter-based generator against the known answers published with Random123.

#include "check/philox.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fftbench {
namespace {

TEST(Philox, known_answers_of_philox4x32_10) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, 0),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // Digits of pi: counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0.
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, words_differ_by_counter_stream_and_seed) {
  std::set<std::uint64_t> words;
  for (const std::uint64_t counter : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) {
    for (const std::uint32_t stream : {0u, 1u}) {
      for (const std::uint64_t seed :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) {
        const auto pair = philox_words(counter, stream, seed);
        words.insert(pair.begin(), pair.end());
      }
    }
  }
  EXPECT_EQ(words.size(), 36u);
}

TEST(Philox, words_join_the_halves_of_a_block) {
  const auto words = philox_words(0, 0, 0);
  EXPECT_EQ(words[0], 0xe169c58d6627e8d5);
  EXPECT_EQ(words[1], 0x9b00dbd8bc57ac4c);
}

TEST(Philox, centred_uniform_covers_its_range) {
  EXPECT_EQ(centred_uniform(0), -0.5);
  EXPECT_LT(centred_uniform(~std::uint64_t{0}), 0.5);
  EXPECT_EQ(centred_uniform(std::uint64_t{1} << 63), 0.0);
  double sum = 0;
  for (std::uint64_t counter = 0; counter < 10000; ++counter) {
    sum += centred_uniform(philox_words(counter, 0, 42)[0]);
  }
  EXPECT_NEAR(sum / 10000, 0.0, 0.02);
}

}  // namespace
}  // namespace fftbench
