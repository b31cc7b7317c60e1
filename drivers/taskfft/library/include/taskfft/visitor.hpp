#pragma once
/// What a caller is shown of a spectrum while a forward transform makes it, or before a backward
/// one takes it.

#include <array>
#include <functional>
#include <span>

#include "taskfft/array_view.hpp"
#include "taskfft/error.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Points of a spectrum that lie side by side in memory and differ in one global index.
struct SpectrumRun {
  void* data;                    ///< the first one's element, in the caller's array (but see
                                 ///< Plan::round_trip() and Plan::backward())
  ArrayType type;                ///< how many points, and of which elements
  int field;                     ///< of Problem::fields, from 0
  int axis;                      ///< of the problem, along which they lie
  std::array<Index, 3> first{};  ///< global indices of the first one, by axis of the problem

  /// The global index of a point of the run along any axis.
  Index at(int along, std::size_t point) const {
    return first[static_cast<std::size_t>(along)] + (along == axis ? static_cast<Index>(point) : 0);
  }
  /// Their elements, to be read and written. Throws ArgumentError unless T is the spectrum's.
  template <ArrayElement T>
  std::span<T> points() const {
    if (type != ArrayType::of<T>(type.size)) {
      throw ArgumentError(
          "a visitor asked for other elements than the spectrum's: take std::complex of the "
          "problem's precision, or real numbers where every axis is real to real");
    }
    return {static_cast<T*>(data), type.size};
  }
};

/// Called for each run of this rank's spectrum once its points are final, scaled if
/// Options::scaling asks for it, and while they are in the cache: every point is in exactly one
/// run; or, backward, before they are transformed. Runs come in any order and, with several
/// threads, some at the same time. What is written to the points stays, or is what is transformed.
/// It must not call the plan or wait for other ranks; what it throws ends the plan (see Plan,
/// Failure).
using SpectrumVisitor = std::function<void(const SpectrumRun&)>;

}  // namespace taskfft
