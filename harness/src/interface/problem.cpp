#include <array>
#include <fftbench/problem.hpp>

namespace fftbench {

std::string_view name(Transform transform) {
  constexpr std::array<std::string_view, 10> names{"c2c",  "r2c",  "dct1", "dct2", "dct3",
                                                   "dct4", "dst1", "dst2", "dst3", "dst4"};
  return names[static_cast<std::size_t>(transform)];
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
    case Memory::opencl:
      return "opencl";
  }
  return "unknown";
}

Extents Problem::spectrum_shape() const {
  Extents extents = shape;
  if (transform == Transform::r2c) extents.back() = shape.back() / 2 + 1;
  return extents;
}

Extents Problem::logical_shape() const {
  if (!real_to_real(transform)) return shape;
  const Index ends = transform == Transform::dct1 ? -1 : (transform == Transform::dst1 ? 1 : 0);
  Extents logical = shape;
  for (Index& extent : logical) extent = 2 * (extent + ends);
  return logical;
}

std::size_t Problem::real_bytes() const {
  return precision == Precision::single_ ? sizeof(float) : sizeof(double);
}

std::size_t Problem::input_element_bytes() const {
  return (complex_input() ? 2 : 1) * real_bytes();
}

std::size_t Problem::output_element_bytes() const {
  return (complex_output() ? 2 : 1) * real_bytes();
}

}  // namespace fftbench
