#include <array>

#include "lane_lines.hpp"

namespace fftbench::contiguous_passes {
namespace {

/// In the order of Transform, from dct1 on.
constexpr std::array kinds{FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11,
                           FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};

fftw_r2r_kind kind_of(Transform transform) {
  return kinds[static_cast<std::size_t>(transform) - static_cast<std::size_t>(Transform::dct1)];
}

fftw_r2r_kind undoing(fftw_r2r_kind kind) {
  switch (kind) {
    case FFTW_REDFT10:
      return FFTW_REDFT01;
    case FFTW_REDFT01:
      return FFTW_REDFT10;
    case FFTW_RODFT10:
      return FFTW_RODFT01;
    case FFTW_RODFT01:
      return FFTW_RODFT10;
    default:
      return kind;
  }
}

}  // namespace

Kernel kernel_of(Transform transform, bool last) {
  using Type = Kernel::Type;
  if (real_to_real(transform)) return {Type::r2r, 0, kind_of(transform)};
  const bool halves = transform == Transform::r2c && last;
  return {halves ? Type::r2c : Type::c2c, FFTW_FORWARD, {}};
}

Kernel inverse(const Kernel& kernel) {
  const auto type = kernel.type == Kernel::Type::r2c ? Kernel::Type::c2r : kernel.type;
  return {type, -kernel.sign, undoing(kernel.kind)};
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
