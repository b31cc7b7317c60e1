#include <fftbench/problem.hpp>

namespace fftbench {

std::string_view name(Transform transform) {
  return transform == Transform::c2c ? "c2c" : "r2c";
}

std::string_view name(Precision precision) {
  return precision == Precision::single_ ? "single" : "double";
}

std::string_view name(Placement placement) {
  return placement == Placement::in_place ? "in_place" : "out_of_place";
}

std::string_view name(Memory memory) {
  switch (memory) {
    case Memory::host:
      return "host";
    case Memory::cuda:
      return "cuda";
    case Memory::hip:
      return "hip";
  }
  return "unknown";
}

Extents Problem::spectrum_shape() const {
  Extents extents = shape;
  if (transform == Transform::r2c) extents.back() = shape.back() / 2 + 1;
  return extents;
}

std::size_t Problem::real_bytes() const {
  return precision == Precision::single_ ? sizeof(float) : sizeof(double);
}

std::size_t Problem::input_element_bytes() const {
  return transform == Transform::r2c ? real_bytes() : 2 * real_bytes();
}

std::size_t Problem::output_element_bytes() const {
  return 2 * real_bytes();
}

}  // namespace fftbench
