#include "stages.hpp"

#include <algorithm>

namespace fftbench::contiguous_passes {
namespace {

/// Indices [lo, hi) of the `part`-th of `parts` shares of n: the first n mod parts hold one more.
struct Share {
  Index lo, hi;
};

Share share(Index n, Index parts, Index part) {
  const Index lo = part * (n / parts) + std::min(part, n % parts);
  return {lo, lo + n / parts + (part < n % parts ? 1 : 0)};
}

}  // namespace

/// The axes that are not whole are divided, in their order, by the entries of the grid.
Box Stages::held(const Extents& shape, std::size_t whole) const {
  const Extents place{rank_ / grid_[1], rank_ % grid_[1]};
  Box box{Extents::filled(shape.size(), 0), shape};
  std::size_t divided = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis == whole) continue;
    const Share mine = share(shape[axis], grid_[divided], place[divided]);
    box.lo[axis] = mine.lo;
    box.hi[axis] = mine.hi;
    ++divided;
  }
  return box;
}

Index Stages::most() const {
  Index most = 0;
  for (std::size_t whole = 0; whole < dims(); ++whole) {
    most = std::max(most, spectrum(whole).volume());
  }
  return most;
}

int Stages::group_across(std::size_t whole) const {
  const auto q = static_cast<int>(grid_[1]);
  return whole == 0 ? rank_ % q : rank_ / q;
}

/// Messages where the box, in which `axis` is whole, is cut along it for the ranks of the crossing.
std::vector<int> Stages::cut(const Box& box, std::size_t axis, Index ranks) const {
  std::vector<int> elements;
  for (Index rank = 0; rank < ranks; ++rank) {
    const Share theirs = share(spectrum_[axis], ranks, rank);
    elements.push_back(static_cast<int>(box.volume() / spectrum_[axis] * (theirs.hi - theirs.lo)));
  }
  return elements;
}

std::vector<int> Stages::leaving(std::size_t whole) const {
  return cut(spectrum(whole + 1), whole + 1, ranks_across(whole));
}

std::vector<int> Stages::arriving(std::size_t whole) const {
  return cut(spectrum(whole), whole, ranks_across(whole));
}

bool Stages::even(std::size_t whole) const {
  return spectrum_[whole] % ranks_across(whole) == 0 &&
         spectrum_[whole + 1] % ranks_across(whole) == 0;
}

}  // namespace fftbench::contiguous_passes
