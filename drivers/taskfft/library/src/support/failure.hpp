#pragma once
/// What went wrong on a rank, as it tells others.

#include <array>
#include <exception>

namespace taskfft {

/// An exception's words and the kind of Error that it is, as bytes of a message.
struct Failure {
  int kind = 0;
  std::array<char, 508> words{};

  static Failure of(const std::exception_ptr& thrown);
  /// Throws an Error of this kind, whose words name the rank.
  [[noreturn]] void raise(int rank) const;
};

}  // namespace taskfft
