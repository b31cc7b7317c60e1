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

/// Records can't be written: no further case can be kept, so the program ends with a code of its
/// own.
class RecordsError : public Error {
 public:
  using Error::Error;
};

}  // namespace fftbench
