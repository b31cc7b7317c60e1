#include "descriptor.hpp"

#include <fmt/format.h>

#include <fftbench/error.hpp>
#include <vector>

namespace fftbench::mkl {
namespace {

void expect(MKL_LONG status, const char* what) {
  if (DftiErrorClass(status, DFTI_NO_ERROR)) return;
  throw Error(fmt::format("MKL could not {}: {}", what, DftiErrorMessage(status)));
}

DFTI_DESCRIPTOR* create(const Problem& problem) {
  const std::vector<MKL_LONG> lengths(problem.shape.begin(), problem.shape.end());
  const DFTI_CONFIG_VALUE precision =
      problem.precision == Precision::single_ ? DFTI_SINGLE : DFTI_DOUBLE;
  const DFTI_CONFIG_VALUE domain = problem.transform == Transform::c2c ? DFTI_COMPLEX : DFTI_REAL;
  DFTI_DESCRIPTOR* made = nullptr;
  const auto axes = static_cast<MKL_LONG>(lengths.size());
  // In parentheses, because MKL has a macro of the same name.
  // One axis is given by its length, several by an array of lengths.
  const MKL_LONG status =
      axes == 1 ? (DftiCreateDescriptor)(&made, precision, domain, axes, lengths[0])
                : (DftiCreateDescriptor)(&made, precision, domain, axes, lengths.data());
  expect(status, "create a descriptor");
  return made;
}

/// MKL's strides: the offset of the first element, then the stride of every axis.
std::vector<MKL_LONG> strides(const Layout& layout) {
  std::vector<MKL_LONG> all{0};
  all.insert(all.end(), layout.stride.begin(), layout.stride.end());
  return all;
}

void set(DFTI_DESCRIPTOR* descriptor, DFTI_CONFIG_PARAM parameter, auto value) {
  expect(DftiSetValue(descriptor, parameter, value), "set up a descriptor");
}

#if __INTEL_MKL__ > 2026 || (__INTEL_MKL__ == 2026 && __INTEL_MKL_UPDATE__ >= 2)
void set_layouts(DFTI_DESCRIPTOR* descriptor, const Layout& field, const Layout& spectrum,
                 Direction) {
  set(descriptor, DFTI_FWD_STRIDES, strides(field).data());
  set(descriptor, DFTI_BWD_STRIDES, strides(spectrum).data());
  set(descriptor, DFTI_FWD_DISTANCE, static_cast<MKL_LONG>(field.field_stride));
  set(descriptor, DFTI_BWD_DISTANCE, static_cast<MKL_LONG>(spectrum.field_stride));
}
#else
/// Until MKL 2026.1 strides are those of one direction, which is why each has its descriptor.
void set_layouts(DFTI_DESCRIPTOR* descriptor, const Layout& field, const Layout& spectrum,
                 Direction direction) {
  const bool forward = direction == Direction::forward;
  const Layout &from = forward ? field : spectrum, &to = forward ? spectrum : field;
  set(descriptor, DFTI_INPUT_STRIDES, strides(from).data());
  set(descriptor, DFTI_OUTPUT_STRIDES, strides(to).data());
  set(descriptor, DFTI_INPUT_DISTANCE, static_cast<MKL_LONG>(from.field_stride));
  set(descriptor, DFTI_OUTPUT_DISTANCE, static_cast<MKL_LONG>(to.field_stride));
}
#endif

}  // namespace

Descriptor::Descriptor(const Problem& problem, const Layout& field, const Layout& spectrum,
                       int threads, Direction direction)
    : handle_(create(problem)),
      direction_(direction),
      in_place_(problem.placement == Placement::in_place) {
  DFTI_DESCRIPTOR* descriptor = handle_.get();
  set(descriptor, DFTI_PLACEMENT, in_place_ ? DFTI_INPLACE : DFTI_NOT_INPLACE);
  if (problem.transform == Transform::r2c) {
    set(descriptor, DFTI_CONJUGATE_EVEN_STORAGE, DFTI_COMPLEX_COMPLEX);
  }
  set(descriptor, DFTI_NUMBER_OF_TRANSFORMS, static_cast<MKL_LONG>(problem.fields));
  set_layouts(descriptor, field, spectrum, direction);
  set(descriptor, DFTI_THREAD_LIMIT, static_cast<MKL_LONG>(threads));
  expect(DftiCommitDescriptor(descriptor), "commit a descriptor");
}

void Descriptor::compute(void* from, void* to) const {
  DFTI_DESCRIPTOR* descriptor = handle_.get();
  const auto call = direction_ == Direction::forward ? DftiComputeForward : DftiComputeBackward;
  expect(in_place_ ? call(descriptor, from) : call(descriptor, from, to), "transform");
}

}  // namespace fftbench::mkl
