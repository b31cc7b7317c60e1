#pragma once
/// How stages are cut into chunks.

#include "layout/work.hpp"

namespace taskfft {

/// The compute chunks of a stage, empty ones left out, by group and then by chunk.
std::vector<Chunk> stage_chunks(const StageShape& stage, int groups, int chunks);

// Where a stage has too few planes for its threads, where a plane for each thread would take too
// much memory, or where messages would wait for a large plane, planes are cut, too. A stage with
// two passes then has chunks of their own for each pass of each plane, and keeps a few planes at a
// time in memory that all threads share.

/// How the planes of a stage are cut.
struct PlaneCut {
  int parts = 1;        ///< of the lines of a pass; 1: planes stay whole
  int slots = 0;        ///< planes that a stage with two passes works on at a time
  Index slot_size = 0;  ///< elements of one
  bool cuts() const { return parts > 1; }
};
PlaneCut plane_cut(const Route& route, std::size_t stage);

/// The chunks that transform a stage, in static order.
std::vector<Chunk> transform_chunks(const Route& route, std::size_t stage);

}  // namespace taskfft
