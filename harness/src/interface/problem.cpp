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

std::string_view name(Workload workload) {
  constexpr std::array<std::string_view, 8> names{"none",
                                                  "poisson",
                                                  "convolution",
                                                  "gradient",
                                                  "unbounded_poisson",
                                                  "unbounded_plane_poisson",
                                                  "unbounded_line_poisson",
                                                  "navier_stokes"};
  return names[static_cast<std::size_t>(workload)];
}

Transform Problem::kind(std::size_t axis) const {
  if (!kinds.empty()) return kinds[axis];
  const bool last = axis + 1 == shape.size();
  return transform == Transform::r2c && !last ? Transform::c2c : transform;
}

std::string Problem::transform_text() const {
  if (kinds.empty()) return std::string(name(transform));
  std::string words;
  for (const Transform kind : kinds) {
    words += words.empty() ? "" : "-";
    words += name(kind);
  }
  return words;
}

bool Problem::complex_input() const {
  bool any = false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) any = any || kind(axis) == Transform::c2c;
  return any && !halved();
}

bool Problem::complex_output() const {
  return complex_input() || halved();
}

Extents Problem::spectrum_shape() const {
  Extents extents = shape;
  if (halved()) extents.back() = shape.back() / 2 + 1;
  return extents;
}

Extents Problem::logical_shape() const {
  Extents logical = shape;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const Transform along = kind(axis);
    if (!real_to_real(along)) continue;
    const Index ends = along == Transform::dct1 ? -1 : (along == Transform::dst1 ? 1 : 0);
    logical[axis] = 2 * (shape[axis] + ends);
  }
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
