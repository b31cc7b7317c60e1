#pragma once
/// FFTs of contiguous lines by the kernel of taskfft, which transforms as many lines at once as a
/// vector register has lanes: on some processors faster than FFTW.

#include <algorithm>
#include <cstddef>
#include <optional>

#include <taskfft/aligned_buffer.hpp>
#include <taskfft/lanes.hpp>

#include "line_pass.hpp"

namespace fftbench::contiguous_passes {

/// taskfft's word for the kernel, of any sign; nothing where its lanes have none.
std::optional<taskfft::LaneTransform> lane_transform(const Kernel& kernel);

/// Whether taskfft's lanes can transform lines of so many points: real ones are even.
inline bool has_lanes(const Kernel& kernel, Index points) {
  const auto transform = lane_transform(kernel);
  return transform && (*transform == taskfft::LaneTransform::c2c || points % 2 == 0);
}

/// One direction of a pass by taskfft's lanes.
template <class Real>
class LaneLines {
 public:
  /// The lines must be such as has_lanes() accepts; distances are even.
  LaneLines(const Kernel& kernel, Index points, Index count, int threads, Side<Real> source,
            Side<Real> target)
      : fft_(taskfft::LineLayout::contiguous, *lane_transform(kernel), kernel.sign, points),
        scratch_bytes_((taskfft::LaneFft<Real>::scratch_bytes(points) / 64 + 1) * 64),
        scratch_(scratch_bytes_ * static_cast<std::size_t>(threads)),
        count_(count),
        threads_(threads),
        source_(source),
        target_(target) {}

  void execute() const {
    const Index width = fft_.width();
    const Index tiles = (count_ + width - 1) / width;
#pragma omp parallel for num_threads(threads_)
    for (int thread = 0; thread < threads_; ++thread) {
      for (Index tile = tiles * thread / threads_; tile < tiles * (thread + 1) / threads_; ++tile) {
        const Index rows = std::min(width, count_ - tile * width);
        const auto from = piece(source_, tile * width), to = piece(target_, tile * width);
        fft_.execute({&from, 1, false, false}, {&to, 1, false, false}, static_cast<int>(rows),
                     scratch_.get() + scratch_bytes_ * static_cast<std::size_t>(thread));
      }
    }
  }

 private:
  /// Real numbers are taken in pairs, as complex ones.
  taskfft::LanePiece<Real> piece(const Side<Real>& side, Index line) const {
    return {side.start + line * side.distance, side.length / 2, 1, side.distance / 2};
  }

  taskfft::LaneFft<Real> fft_;
  std::size_t scratch_bytes_;
  taskfft::AlignedBuffer<std::byte> scratch_;  ///< of every thread
  Index count_;
  int threads_;
  Side<Real> source_, target_;
};

}  // namespace fftbench::contiguous_passes
