#pragma once
/// One direction of a plan on a device, everything but the pointers: what each stage transforms,
/// and how blocks move between the stages' arrays. Who holds what follows from the same
/// decomposition as on the host; but a stage's array is so ordered that its transform is one batch
/// of lines, and it is as a whole in memory, from where an exchange takes its blocks.

#include <cstddef>
#include <vector>

#include "device/box_copy.hpp"
#include "device/line_batch.hpp"
#include "layout/decomposition.hpp"
#include "layout/route.hpp"

namespace taskfft {

/// Which memory an array is in: what this direction reads, what it writes, or the plan's own.
enum class Holder { from, to, work };

/// An array next to a stage: element i lies at sum((i[a] - origin[a]) * stride[a]).
struct StageArray {
  Holder holder;
  int work;  ///< number of the plan's own array; each stage has its own
  Element element;
  Triple origin;
  Triple stride;
  bool same_memory(const StageArray& other) const {
    return holder == other.holder && work == other.work;
  }
};

/// Where a box begins in an array.
Index offset_in(const StageArray& array, const Box& box);

/// What a stage does to its lines once they have arrived.
enum class StageWork { nothing, copy, transform };

/// A part of a stage that waits for nothing but its own lines: those of one message group, or all.
struct StagePart {
  bool empty;
  Index from;  ///< where it begins in the stage's source, in elements of it
  Index to;
  LineBatch batch;
  BoxCopy copy;
};

struct DeviceStage {
  StageArray source;
  StageArray target;
  StageWork work;
  bool by_group;  ///< a part for each message group; else one
  std::vector<StagePart> parts;
};

/// A block that leaves, or arrives. It lies in a buffer as in the array that it leaves.
struct DeviceBlock {
  int peer;
  Index count;  ///< elements; 0: there is none
  Index
      buffer;   ///< where it begins in the send or receive buffer; of the own block without meaning
  Index array;  ///< where it begins in the stage's array
  BoxCopy copy;      ///< from the array to the buffer, or from the buffer to the array
  Index owner = 0;   ///< arriving: where it begins in the array that it left
  BoxCopy direct{};  ///< arriving: from that array to this one
};

/// Blocks are counted by message group, then by peer; buffers lie in this order, without the own
/// block.
struct DeviceExchangeSteps {
  Comm comm;
  int ranks;
  int me;
  int groups;
  std::vector<DeviceBlock> departing;
  std::vector<DeviceBlock> arriving;
  Index send_size;
  Index receive_size;

  const DeviceBlock& departure(int group, int peer) const { return departing[index(group, peer)]; }
  const DeviceBlock& arrival(int group, int peer) const { return arriving[index(group, peer)]; }
  /// Whether any block goes to a peer, or comes from it.
  bool sends_to(int peer) const;
  bool receives_from(int peer) const;

 private:
  std::size_t index(int group, int peer) const {
    return static_cast<std::size_t>(group) * static_cast<std::size_t>(ranks) +
           static_cast<std::size_t>(peer);
  }
};

/// Exchange e lies between stages e and e + 1.
struct DeviceSteps {
  std::vector<DeviceStage> stages;
  std::vector<DeviceExchangeSteps> exchanges;
  std::vector<Index> work;  ///< complex elements of the plan's own arrays, by number
};

DeviceSteps make_device_steps(const Geometry& geometry, const Problem& problem, Order order,
                              int groups, bool forward);

/// With axes so named that tiles are read and written along what is fastest there.
BoxCopy make_box_copy(const Triple& extent, const Triple& from, const Triple& to);

}  // namespace taskfft
