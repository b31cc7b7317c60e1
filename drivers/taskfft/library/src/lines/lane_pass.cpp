#include "lines/lane_pass.hpp"

#include <algorithm>
#include <cstdint>

#include "lines/lane_tiles.hpp"
#include "lines/runs.hpp"
#include "lines/tile.hpp"
#include "support/streaming.hpp"

namespace taskfft {
namespace {

/// Real numbers are taken in pairs: everything must come in pairs, along contiguous lines.
bool in_pairs(const Side& side) {
  if (!side.is_real) return true;
  return std::all_of(side.segments.begin(), side.segments.end(), [](const PreparedSegment& s) {
    return s.line_stride == 1 && s.length % 2 == 0 && s.offset % 2 == 0 && s.tile_stride % 2 == 0 &&
           s.plane_stride % 2 == 0;
  });
}

/// Whether lines are contiguous, in pieces so long that few lines of memory are written in part.
bool in_long_runs(const Side& side) {
  constexpr Index enough = 512;  // bytes
  return std::all_of(side.segments.begin(), side.segments.end(), [&](const PreparedSegment& s) {
    const bool runs = s.length * static_cast<Index>(side.element_bytes) >= enough;
    return s.line_stride == 1 && (runs || s.absent);
  });
}

/// Whether each line is one contiguous piece.
bool in_one_run(const Side& side) {
  return side.segments.size() == 1 && contiguous(side);
}

bool adjacent(const Side& side) {
  return !side.is_real && side_by_side(side);
}

/// Bytes from the last address that streaming stores can take to a segment's first element.
Index beyond_alignment(const Side& side, const PreparedSegment& s, Index vector_bytes) {
  const auto base = static_cast<Index>(reinterpret_cast<std::uintptr_t>(s.base));
  return (base + s.offset * static_cast<Index>(side.element_bytes)) % vector_bytes;
}

/// Whether every whole vector of every line begins at an address that streaming stores can take; of
/// lines side by side, from the line on that lines_to_alignment() tells.
bool vectors_align(const Side& side, Index planes, Index vector_bytes) {
  const auto unit = static_cast<Index>(side.element_bytes);
  const auto fits = [=](Index elements) { return elements * unit % vector_bytes == 0; };
  const Index first = beyond_alignment(side, side.segments.front(), vector_bytes);
  return std::all_of(side.segments.begin(), side.segments.end(), [&](const PreparedSegment& s) {
    const bool side_by_side = s.tile_stride == 1;
    const bool lines = side_by_side ? fits(s.line_stride) : fits(s.tile_stride);
    const Index beyond = beyond_alignment(side, s, vector_bytes);
    const bool begin = side_by_side ? beyond == first && beyond % unit == 0 : beyond == 0;
    return s.base != nullptr && begin && (planes == 1 || fits(s.plane_stride)) && lines;
  });
}

/// How many lines side by side lie before the next one whose vectors are aligned, this one counted.
Index lines_to_alignment(const Side& side, Index row, Index vector_bytes) {
  const PreparedSegment& s = side.segments.front();
  const auto unit = static_cast<Index>(side.element_bytes);
  const Index beyond = (beyond_alignment(side, s, vector_bytes) + row * unit) % vector_bytes;
  return (vector_bytes - beyond) % vector_bytes / unit;
}

/// A tile of a worker's memory, whose rows hold what a side's lines have stored, one segment after
/// the other.
Side tile_of(const Side& side) {
  Side rows = side;
  Index at = 0;
  for (PreparedSegment& s : rows.segments) {
    s.base = nullptr;
    s.offset = at;
    if (!s.absent) at += s.length;
  }
  for (PreparedSegment& s : rows.segments) s.tile_stride = tile_stride(at);
  return rows;
}

/// Multiplies its rows.
template <class Real>
void scale_tile(const Side& tile, void* memory, Index count, Real factor) {
  const Index unit = tile.is_real ? 1 : 2;
  for (const PreparedSegment& segment : tile.segments) {
    if (segment.absent) continue;
    for (Index k = 0; k < count; ++k) {
      auto* const numbers = static_cast<Real*>(tile.address(segment, k, 0, memory));
      for (Index i = 0; i < segment.length * unit; ++i) numbers[i] *= factor;
    }
  }
}

/// Its rows to the lines from this one on, around the cache.
void copy_tile(const Side& tile, void* memory, const Side& lines, Index count, Index row,
               Index plane) {
  StreamingCopy around;
  for (Index k = 0; k < count; ++k) {
    for (std::size_t s = 0; s < lines.segments.size(); ++s) {
      const PreparedSegment& segment = lines.segments[s];
      if (segment.absent) continue;
      around.run(static_cast<std::byte*>(lines.address(segment, row + k, plane, nullptr)),
                 static_cast<const std::byte*>(tile.address(tile.segments[s], k, 0, memory)),
                 static_cast<std::size_t>(segment.length) * lines.element_bytes);
    }
  }
}

/// Whether lines are stored where they are not in the cache: neither where they were read, nor
/// where they are read again at once.
bool leaves(const PreparedEnds& ends) {
  const bool same_memory = ends.in.segments.front().base == ends.out.segments.front().base;
  return !ends.out.scratch && !same_memory;
}

/// Whether whole lines lie side by side in memory of their own.
bool whole_and_adjacent(const Side& side) {
  return adjacent(side) && side.lines == 0 &&
         std::none_of(side.segments.begin(), side.segments.end(),
                      [](const PreparedSegment& s) { return s.absent; });
}

/// Where a way of a cache of 512 KiB begins again, as far as lines of memory have places in it:
/// what lies multiples of it apart competes for few of them.
constexpr Index kWay = 1 << 16;  // bytes

/// Whether the elements of such lines compete for places in a cache.
bool compete(const Side& side) {
  return std::all_of(side.segments.begin(), side.segments.end(), [&](const PreparedSegment& s) {
    return s.line_stride * static_cast<Index>(side.element_bytes) % kWay == 0;
  });
}

/// Whether lines side by side stay where they are and compete there.
bool stay_and_compete(const PreparedEnds& ends) {
  const PreparedSegment &in = ends.in.segments.front(), &out = ends.out.segments.front();
  return in.base != nullptr && in.base == out.base && whole_and_adjacent(ends.in) &&
         whole_and_adjacent(ends.out) && compete(ends.in) && compete(ends.out);
}

/// Whether lines side by side leave for other memory.
bool leave_side_by_side(const PreparedEnds& ends) {
  return leaves(ends) && whole_and_adjacent(ends.in) && whole_and_adjacent(ends.out);
}

/// Lines in a panel.
Side panel_for(const PreparedEnds& ends) {
  const Panel panel = panel_of(ends.length, ends.in.element_bytes);
  return {
      {{nullptr, 0, 0, ends.length, panel.stride, 1, 0}}, ends.in.element_bytes, false, true, 0};
}

/// Pieces of the tile that this thread works on.
template <class Real>
thread_local std::vector<LanePiece<Real>> read_pieces;
template <class Real>
thread_local std::vector<LanePiece<Real>> written_pieces;

}  // namespace

std::optional<LaneTransform> lane_transform(LineTransform transform) {
  switch (transform) {
    case LineTransform::c2c:
      return LaneTransform::c2c;
    case LineTransform::r2c:
      return LaneTransform::r2c;
    case LineTransform::c2r:
      return LaneTransform::c2r;
    default:
      return std::nullopt;
  }
}

template <class Real>
const LaneFft<Real>* LaneFfts<Real>::get(LineLayout layout, LaneTransform transform, int sign,
                                         Index length) {
  const LaneKernel<Real>& kernel = fastest_kernel<Real>(layout);
  const int direction = transform == LaneTransform::c2c ? sign : 0;
  const auto key = std::make_tuple(kernel.width, transform, direction, length);
  return &ffts_.try_emplace(key, kernel, transform, sign, length).first->second;
}

template <class Real>
bool LanePass<Real>::possible(const PreparedEnds& ends) {
  return lanes_have(ends.transform, ends.length) && in_pairs(ends.in) && in_pairs(ends.out);
}

template <class Real>
LanePass<Real>::LanePass(const PreparedEnds& ends, int sign, LaneFfts<Real>& ffts)
    : in_adjacent_(adjacent(ends.in)),
      out_adjacent_(adjacent(ends.out)),
      fft_(ffts.get(
          in_adjacent_ && out_adjacent_ ? LineLayout::side_by_side : LineLayout::contiguous,
          *lane_transform(ends.transform), sign, ends.length)),
      by_vectors_(leaves(ends) && vectors_align(ends.out, ends.planes, vector_bytes()) &&
                  !parts_stay_open(ends)),
      by_copies_(leaves(ends) && in_long_runs(ends.out)),
      tile_(by_copies_ ? tile_of(ends.out) : Side{}),
      panels_away_(!by_copies_ && leave_side_by_side(ends)),
      panels_in_place_(stay_and_compete(ends)),
      panel_(panels_away_ || panels_in_place_ ? panel_for(ends) : Side{}) {}

template <class Real>
bool LanePass<Real>::parts_stay_open(const PreparedEnds& ends) const {
  constexpr Index cache_line = 64;
  constexpr int few = 4;
  const bool line_by_line =
      fft_->has_lanes_along_lines() && in_one_run(ends.in) && in_one_run(ends.out);
  return !out_adjacent_ && !line_by_line && vector_bytes() < cache_line && fft_->width() > few;
}

template <class Real>
std::size_t LanePass<Real>::tile_bytes(Index length, std::size_t element_bytes) {
  constexpr std::size_t most_lanes = 64 / sizeof(Real);
  return most_lanes * static_cast<std::size_t>(tile_stride(length)) * element_bytes;
}

template <class Real>
void LanePass<Real>::run(const PreparedEnds& ends, Index plane, Range rows, Stores stores,
                         Workspace& workspace, Real factor) const {
  const Index width = fft_->width();
  void* plane_buffer = workspace.plane.get();
  if (stores == Stores::panels && (panels_away_ || panels_in_place_)) {
    return run_by_panels(ends, plane, rows, workspace);
  }
  const bool stream = stores != Stores::cached;
  if (stream && by_copies_ && (factor != 1 || !by_vectors_)) {
    return run_by_copies(ends, plane, rows, workspace, factor);
  }
  const bool streams = stream && by_vectors_;
  LaneTiles read(ends.in, plane, plane_buffer, in_adjacent_, read_pieces<Real>);
  LaneTiles written(ends.out, plane, plane_buffer, out_adjacent_, written_pieces<Real>);
  for (Index row = rows.lo, count = 0; row < rows.hi; row += count) {
    const bool aligns = streams && out_adjacent_;
    const Index lead = aligns ? lines_to_alignment(ends.out, row, vector_bytes()) : 0;
    count = std::min(lead > 0 ? lead : width, rows.hi - row);
    fft_->execute(read.at(row), written.at(row, streams && lead == 0), static_cast<int>(count),
                  workspace.lanes.get());
  }
}

template <class Real>
void LanePass<Real>::run_by_copies(const PreparedEnds& ends, Index plane, Range rows,
                                   Workspace& workspace, Real factor) const {
  void* const tile = workspace.out_tile.get();
  LaneTiles read(ends.in, plane, workspace.plane.get(), in_adjacent_, read_pieces<Real>);
  LaneTiles written(tile_, 0, tile, false, written_pieces<Real>);
  for (Index row = rows.lo; row < rows.hi; row += fft_->width()) {
    const Index count = std::min<Index>(fft_->width(), rows.hi - row);
    fft_->execute(read.at(row), written.at(0), static_cast<int>(count), workspace.lanes.get());
    if (factor != 1) scale_tile(tile_, tile, count, factor);
    copy_tile(tile_, tile, ends.out, count, row, plane);
  }
}

template <class Real>
void LanePass<Real>::run_by_panels(const PreparedEnds& ends, Index plane, Range rows,
                                   Workspace& workspace) const {
  void* const memory = workspace.panel.get();
  const Index width = fft_->width();
  const Index lines = panel_of(ends.length, ends.in.element_bytes).lines;
  Side panel = panel_;
  for (Range some{rows.lo, 0}; some.lo < rows.hi; some.lo = some.hi) {
    some.hi = std::min(some.lo + lines, rows.hi);
    panel.segments.front().offset = -some.lo;  // so that lines have the same numbers in it
    const Side& from = panels_in_place_ ? panel : ends.in;
    void* const scratch = panels_in_place_ ? memory : workspace.plane.get();
    if (panels_in_place_) copy_runs(ends.in, panel, plane, some, false, memory);
    LaneTiles read(from, plane, scratch, true, read_pieces<Real>);
    LaneTiles written(panel, plane, memory, true, written_pieces<Real>);
    for (Index row = some.lo; row < some.hi; row += width) {
      fft_->execute(read.at(row), written.at(row), static_cast<int>(std::min(width, some.hi - row)),
                    workspace.lanes.get());
    }
    copy_runs(panel, ends.out, plane, some, !panels_in_place_, memory);
  }
}

template class LaneFfts<double>;
template class LaneFfts<float>;
template class LanePass<double>;
template class LanePass<float>;

}  // namespace taskfft
