#pragma once
/// Sizes and indices of arrays of one to three dimensions, and boxes of them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace fftbench {

/// Every size, count and global index: 1291^3 already overflows 32 bits.
using Index = std::int64_t;

/// Up to three numbers, one per axis, slowest axis first (C order). Behaves as a small container.
class Extents {
 public:
  static constexpr std::size_t max_dims = 3;

  Extents() = default;
  Extents(std::initializer_list<Index> values);
  /// `dims` axes (at most 3), each holding `value`.
  static Extents filled(std::size_t dims, Index value);

  std::size_t size() const { return dims_; }
  Index& operator[](std::size_t axis) { return values_[axis]; }
  Index operator[](std::size_t axis) const { return values_[axis]; }
  Index& back() { return values_[dims_ - 1]; }
  Index back() const { return values_[dims_ - 1]; }
  const Index* begin() const { return values_.data(); }
  const Index* end() const { return values_.data() + dims_; }
  Index* begin() { return values_.data(); }
  Index* end() { return values_.data() + dims_; }

  /// Appends one axis as the new fastest; throws std::length_error beyond three.
  void push_back(Index value);
  /// Product of all extents; throws std::overflow_error where it exceeds 64 bits.
  Index volume() const;
  /// "256x256x256", as summary.csv writes shapes and grids.
  std::string text() const;

  bool operator==(const Extents& other) const;

 private:
  std::array<Index, max_dims> values_{};
  std::size_t dims_ = 0;
};

/// A half-open range of global indices per axis: lo <= i < hi. Empty where any hi <= lo.
struct Box {
  Extents lo, hi;

  Index extent(std::size_t axis) const { return std::max<Index>(hi[axis] - lo[axis], 0); }
  /// Number of points; 0 for an empty box.
  Index volume() const;
  bool contains(const Extents& index) const;
  /// "[0,4)x[2,8)" for messages.
  std::string text() const;
};

}  // namespace fftbench
