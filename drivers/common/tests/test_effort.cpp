#include "common/fftw/effort.hpp"

#include <gtest/gtest.h>

namespace {

using namespace fftbench;

TEST(Effort, every_word_has_a_flag_and_every_flag_its_word) {
  for (const fftw::Effort& effort : fftw::efforts) {
    EXPECT_EQ(fftw::effort_flag(effort.word), effort.flag);
    EXPECT_EQ(fftw::effort_word(effort.flag), effort.word);
  }
}

TEST(Effort, refuses_what_it_does_not_know) {
  EXPECT_THROW(fftw::effort_flag("exhaustive"), Error);
  EXPECT_THROW(fftw::effort_flag(""), Error);
  EXPECT_THROW(fftw::effort_word(FFTW_EXHAUSTIVE), Error);
}

}  // namespace
