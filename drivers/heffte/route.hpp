#pragma once
/// Where heFFTe's data lie, and which way it takes through them: worked out without MPI by
/// heFFTe's own planning logic, so that a request can be refused before anything runs.

#include <heffte.h>

#include <array>
#include <fftbench/driver.hpp>

namespace fftbench::heffte_driver {

/// heFFTe counts axes from the fastest: its axis 0 is the last of ours.
class Route {
 public:
  /// The way of one rank; the boxes are known for all of them.
  Route(const Request& request, int ranks, int rank);

  const heffte::ioboxes<>& boxes() const { return boxes_; }
  const heffte::plan_options& options() const { return options_; }
  const Extents& grid() const { return grid_; }

  /// "slab" where two of the transforms need no exchange between them, otherwise "pencil".
  std::string stages() const;
  /// The last rank takes no part in some of the transforms.
  bool gathers() const;
  /// Nothing is exchanged or reordered before, between and after the transforms.
  bool stands_still() const;
  /// The same between and after the transforms.
  bool ends_at_once() const;
  /// On every rank each field begins at a multiple of 16 bytes, whatever is done to it: FFTW's
  /// plans are made for such memory.
  bool aligns_fields(const Problem& problem) const;
  /// Why heFFTe can't go this way.
  Support passable(const Request& request) const;

 private:
  bool moves(std::size_t step) const { return moves_[step]; }
  /// heFFTe copies as much as the rank's first transform holds, without asking whether it has one.
  bool starves(const Request& request, std::size_t rank) const;

  Extents grid_;
  heffte::plan_options options_;
  heffte::ioboxes<> boxes_;
  heffte::logic_plan3d<int> plan_;
  /// Data move or change their order in step i: before transform i, or after the last one. Looked
  /// for once: it takes a look at the boxes of all ranks.
  std::array<bool, 4> moves_{};
};

/// How many ranks transform; 0 where the requested share is no whole number below all of them.
int transforming_ranks(const std::string& share, int ranks);

/// A box of heFFTe as the harness sees it, with `dims` axes.
Layout layout(const heffte::box3d<>& box, std::size_t dims);

}  // namespace fftbench::heffte_driver
