#pragma once
/// What tests of plans between boxes share.

#include <algorithm>
#include <string>
#include <vector>

#include "support.hpp"
#include "taskfft/box_plan.hpp"

namespace taskfft::testing_support {

/// What every rank is told of boxes that cannot be; nothing if they can.
inline std::string refusal(const Problem& problem, const Boxes& mine) {
  try {
    const BoxPlan plan(problem, estimate({world_size(), 1}), mine, MPI_COMM_WORLD);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

/// This rank's planes of axis 0.
inline Layout planes(const std::vector<Index>& extents) {
  const Index n = extents[0];
  std::vector<Index> lo(extents.size(), 0), hi = extents;
  lo[0] = n * world_rank() / world_size();
  hi[0] = n * (world_rank() + 1) / world_size();
  return make_box(lo, hi);
}

inline bool contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

/// An array for each box, with numbers behind it that must stay.
template <class Real>
class BoxMemory {
 public:
  static constexpr std::size_t guard = 64;
  static constexpr Real mark = 12345;

  /// `unit`: reals in an element.
  BoxMemory(const std::vector<Layout>& boxes, Index unit) {
    for (const Layout& box : boxes) {
      arrays_.emplace_back(static_cast<std::size_t>(box.size * unit) + guard, mark);
    }
  }
  std::vector<Real*> addresses() {
    std::vector<Real*> all;
    for (std::vector<Real>& array : arrays_) all.push_back(array.data());
    return all;
  }
  std::size_t size() const { return arrays_.size(); }
  const std::vector<Real>& operator[](std::size_t box) const { return arrays_[box]; }
  bool guards_stand() const {
    for (const std::vector<Real>& array : arrays_) {
      if (std::count(array.end() - guard, array.end(), mark) != guard) return false;
    }
    return true;
  }

 private:
  std::vector<std::vector<Real>> arrays_;
};

}  // namespace taskfft::testing_support
