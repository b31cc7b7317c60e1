#pragma once
/// What each pass reads and writes.

#include <vector>

#include "layout/route.hpp"

namespace taskfft {

/// The memory a pass can touch. `from` is the array this direction reads, `to` the one it writes.
/// Exchanges alternate between two send and two receive buffers.
enum class Buffer {
  from,
  to,
  send_even,
  send_odd,
  receive_even,
  receive_odd,
  gathered,     ///< separate packing: unpacked lines, ready for a stage
  transformed,  ///< separate packing: what a stage wrote, before it is packed
  planes,       ///< between the two passes of a stage, where workers share planes
  plane,        ///< the same, per worker
};
inline constexpr int kBuffers = 10;

constexpr bool of_the_caller(Buffer buffer) {
  return buffer == Buffer::from || buffer == Buffer::to;
}

Buffer send_buffer(std::size_t exchange);
Buffer receive_buffer(std::size_t exchange);

/// A strided piece of a buffer that holds part of every line: element i lies at
/// offset + sum((i[a] - origin[a]) * stride[a]).
struct Segment {
  Buffer buffer;
  Element element;
  Index offset;
  Triple origin;
  Triple stride;
  Range line;           ///< the part of the line axis it holds
  Index size = 0;       ///< elements from its beginning to its end; 0: not known
  int owner = kNobody;  ///< of a send buffer of another rank of the node; none: mine
  /// Of a plane where a stage turns: how many of its lines it holds at once, the next ones in the
  /// same place; 0: all.
  Index lines = 0;
};

/// Where an element lies in a segment's buffer.
Index position(const Segment& segment, const Triple& at);

/// A transform applied to all lines of a box: along `axis`, in tiles along `tile_axis`, plane by
/// plane along `plane_axis`. Each side is a list of segments that together hold all that is stored
/// of its lines.
struct LinePass {
  LineTransform transform;
  int axis;
  int tile_axis;
  int plane_axis;
  Line in_line;
  Line out_line;
  Index points;  ///< of the array whose roots of unity a twiddle transform takes
  std::vector<Segment> in;
  std::vector<Segment> out;
  bool returns = false;  ///< on the way back of a round trip
};

/// One task's computation: the passes over a box, plane by plane.
struct WorkItem {
  Box box;
  std::vector<LinePass> passes;
};

/// An estimate, in units of one step of a transform over one point.
double work_of(const WorkItem& item);

/// How the caller's two arrays lie in memory, in internal axes; the line range is each pass's own.
struct UserArrays {
  Segment input;
  Segment output;
  Segment between;  ///< lines between two stages, in either array
};

/// Axes of the caller's spectrum, slowest first.
std::array<int, 3> output_order(const Geometry& geometry, Order order);

/// Strides and sizes of the caller's arrays.
UserArrays user_arrays(const Geometry& geometry, Placement placement, Order order);

/// One direction of a plan, everything but the pointers.
struct Route {
  Decomposition decomposition;
  std::vector<ExchangeRoute> exchanges;
  std::vector<Segment> arrays;  ///< by index of an End; lines are each pass's own
  Element element;              ///< of the spectrum
  Index points;                 ///< of the input
  Packing packing;
  int groups;
  int chunks;               ///< per group
  int node_rank = kNobody;  ///< mine, where memory is shared
  int sends_in_flight = 0;  ///< to a peer at once; 0: any number
  int fields = 1;           ///< that all stages and exchanges are repeated for
  int threads = 1;
  std::size_t real_bytes = sizeof(double);  ///< of a real number
  bool same_rows = false;  ///< in place, each row lies in the same memory in all arrays of a field
};

/// A part of a stage for one task.
inline constexpr int kAllPasses = -1;
struct Chunk {
  Box box;
  int group;
  int pass = kAllPasses;  ///< of a stage with two, the one that it does
  int slot = 0;           ///< of Buffer::planes that it then works in
};

/// One plane between the two passes of a stage, contiguous along `row_axis`.
Segment plane_segment(const Box& box, Element element, int plane_axis, int row_axis, int line_axis);

/// Transforms of one chunk of one stage, with unpacking and packing in them if packing is fused.
WorkItem transform_item(const Route& route, std::size_t stage, const Chunk& chunk);

/// Where MPI reads a block that leaves this rank: in the send buffer, or with Packing::datatypes
/// where its stage left it.
Segment departing_segment(const Route& route, std::size_t exchange, const Block& block);

/// Copies of a part of a block, unless packing is fused. The own block is copied to the gathered
/// lines by unpack_item alone.
WorkItem pack_item(const Route& route, std::size_t exchange, const Block& block, const Box& part);
WorkItem unpack_item(const Route& route, std::size_t exchange, const Block& block, const Box& part);

/// Real numbers in the arrays beside the buffers that packing needs unless it is fused, the largest
/// over the stages.
Index stage_array_reals(const Route& route);

}  // namespace taskfft
