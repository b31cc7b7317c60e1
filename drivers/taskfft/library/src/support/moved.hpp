#pragma once
/// What public classes own.

#include <memory>

#include "taskfft/error.hpp"

namespace taskfft {

/// What a plan consists of. Throws ArgumentError if it has become another one's.
template <class Inner>
Inner& unless_moved(const std::unique_ptr<Inner>& inner) {
  if (!inner) {
    throw ArgumentError("this plan was moved from: use the one that it became, or assign to it");
  }
  return *inner;
}

}  // namespace taskfft
