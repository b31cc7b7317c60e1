#pragma once
/// What a visitor of the spectrum sees of the lines that a pass has written.

#include "lines/side.hpp"
#include "taskfft/visitor.hpp"

namespace taskfft {

/// Lines of one plane, counted from the first plane and the first line of an item; beyond the last
/// line of a plane those of the next one follow.
struct WrittenLines {
  Index plane;
  Range rows;
};

/// Where a caller's array belongs.
struct VisitedArray {
  int dims;                 ///< of the problem
  std::array<int, 3> axes;  ///< internal ones, the problem's last
  int field;
  Precision precision;
};

/// Calls the visitor for all runs of what a pass over a box has made of these lines in one of the
/// segments that it writes. `base`: of the segment.
void visit_lines(const LinePass& pass, const Segment& segment, const Box& box, void* base,
                 const WrittenLines& lines, const VisitedArray& array,
                 const SpectrumVisitor& visit);

}  // namespace taskfft
