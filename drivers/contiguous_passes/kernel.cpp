#include "common/fftw/kinds.hpp"
#include "lane_lines.hpp"

namespace fftbench::contiguous_passes {
Kernel kernel_of(Transform kind) {
  using Type = Kernel::Type;
  if (real_to_real(kind)) return {Type::r2r, 0, fftw::kind_of(kind)};
  return {kind == Transform::r2c ? Type::r2c : Type::c2c, FFTW_FORWARD, {}};
}

Kernel inverse(const Kernel& kernel) {
  const auto type = kernel.type == Kernel::Type::r2c ? Kernel::Type::c2r : kernel.type;
  return {type, -kernel.sign, fftw::undoing(kernel.kind)};
}

std::optional<taskfft::LaneTransform> lane_transform(const Kernel& kernel) {
  switch (kernel.type) {
    case Kernel::Type::c2c:
      return taskfft::LaneTransform::c2c;
    case Kernel::Type::r2c:
      return taskfft::LaneTransform::r2c;
    case Kernel::Type::c2r:
      return taskfft::LaneTransform::c2r;
    case Kernel::Type::r2r:
      break;
  }
  return std::nullopt;
}

}  // namespace fftbench::contiguous_passes
