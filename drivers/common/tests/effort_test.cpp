#include "common/fftw/effort.hpp"

#include <gtest/gtest.h>

namespace {

using namespace fftbench;

TEST(Effort, EveryWordHasAFlagAndEveryFlagItsWord) {
  for (const fftw::Effort& effort : fftw::efforts) {
    EXPECT_EQ(fftw::effort_flag(effort.word), effort.flag);
    EXPECT_EQ(fftw::effort_word(effort.flag), effort.word);
  }
}

TEST(Effort, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(fftw::effort_flag("exhaustive"), Error);
  EXPECT_THROW(fftw::effort_flag(""), Error);
  EXPECT_THROW(fftw::effort_word(FFTW_EXHAUSTIVE), Error);
}

}  // namespace
