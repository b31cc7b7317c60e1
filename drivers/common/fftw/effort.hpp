#pragma once
/// The words for how long FFTW's planner searches, and FFTW's flags for them.

#include <fftw3.h>
#include <fmt/core.h>

#include <array>
#include <fftbench/error.hpp>
#include <string>
#include <string_view>

namespace fftbench::fftw {

struct Effort {
  std::string_view word;
  unsigned flag;
};

inline constexpr std::array efforts{Effort{"measure", FFTW_MEASURE},
                                    Effort{"estimate", FFTW_ESTIMATE},
                                    Effort{"patient", FFTW_PATIENT}};

/// Throws Error for any other word.
inline unsigned effort_flag(std::string_view word) {
  for (const Effort& effort : efforts) {
    if (effort.word == word) return effort.flag;
  }
  throw Error(fmt::format("unknown planner effort '{}'", word));
}

/// Throws Error for any other flag.
inline std::string effort_word(unsigned flag) {
  for (const Effort& effort : efforts) {
    if (effort.flag == flag) return std::string(effort.word);
  }
  throw Error(fmt::format("FFTW's planner flags {:#x} are no effort that has a name here", flag));
}

}  // namespace fftbench::fftw
