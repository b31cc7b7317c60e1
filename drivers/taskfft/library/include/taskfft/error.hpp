#pragma once
/// What the library throws.

#include <stdexcept>

namespace taskfft {

/// Base of every exception this library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A problem, an option or a pointer that cannot be used; the message says which, and what to do.
class ArgumentError : public Error {
 public:
  using Error::Error;
};

/// An MPI call failed.
class MpiError : public Error {
 public:
  using Error::Error;
};

/// FFTW could not make a plan, or memory could not be allocated.
class ResourceError : public Error {
 public:
  using Error::Error;
};

}  // namespace taskfft
