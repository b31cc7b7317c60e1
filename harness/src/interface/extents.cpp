#include <fmt/ranges.h>

#include <fftbench/extents.hpp>
#include <stdexcept>

namespace fftbench {

Extents::Extents(std::initializer_list<Index> values) {
  for (const Index value : values) push_back(value);
}

Extents Extents::filled(std::size_t dims, Index value) {
  Extents extents;
  for (std::size_t axis = 0; axis < dims; ++axis) extents.push_back(value);
  return extents;
}

void Extents::push_back(Index value) {
  if (dims_ == max_dims) throw std::length_error("arrays have at most three dimensions");
  values_[dims_++] = value;
}

Index Extents::volume() const {
  Index product = 1;
  for (const Index extent : *this) {
    if (__builtin_mul_overflow(product, extent, &product)) {
      throw std::overflow_error("an array of " + text() + " points exceeds 64 bits");
    }
  }
  return product;
}

std::string Extents::text() const {
  return fmt::format("{}", fmt::join(begin(), end(), "x"));
}

bool Extents::operator==(const Extents& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

Index Box::volume() const {
  Extents extents;
  for (std::size_t axis = 0; axis < lo.size(); ++axis) extents.push_back(extent(axis));
  return extents.volume();
}

bool Box::contains(const Extents& index) const {
  for (std::size_t axis = 0; axis < lo.size(); ++axis) {
    if (index[axis] < lo[axis] || index[axis] >= hi[axis]) return false;
  }
  return true;
}

std::string Box::text() const {
  std::string text;
  for (std::size_t axis = 0; axis < lo.size(); ++axis) {
    text += fmt::format("{}[{},{})", axis == 0 ? "" : "x", lo[axis], hi[axis]);
  }
  return text;
}

}  // namespace fftbench
