#pragma once
/// The errors of the measuring core.

#include <stdexcept>
#include <string>

namespace fftbench {

/// A known mistake or fault: the message says what was wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fftbench
