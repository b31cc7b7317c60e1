#include "boxes/box_messages.hpp"

#include <algorithm>
#include <utility>

#include "boxes/box_search.hpp"

namespace taskfft {
namespace {

/// What a box of the caller's and one of the plan's have in common, by their ranks' lists: one of
/// them is this rank's.
struct CommonPart {
  std::size_t callers, plans;
  Box box;
};

bool precedes(const CommonPart& a, const CommonPart& b) {
  return std::pair(a.callers, a.plans) < std::pair(b.callers, b.plans);
}

/// What this rank's boxes of one division have in common with those of a rank in the other one.
std::vector<BoxPart> common_parts(const BoxSearch& mine, Holder holder,
                                  std::span<const Box> others) {
  const bool caller = holder == Holder::caller;
  std::vector<CommonPart> common;
  for (std::size_t other = 0; other < others.size(); ++other) {
    mine.for_each_common(others[other], [&](std::size_t place, const Box& box) {
      common.push_back({caller ? place : other, caller ? other : place, box});
    });
  }
  std::sort(common.begin(), common.end(), precedes);
  std::vector<BoxPart> parts;
  for (const CommonPart& part : common) {
    parts.push_back({caller ? part.callers : part.plans, part.box});
  }
  return parts;
}

}  // namespace

BoxSide box_side(const Division& here, Holder holder, const Division& there, int me, int fields) {
  const BoxSearch mine(here.of(me));
  BoxSide side{here.mine};
  side.own = common_parts(mine, holder, there.of(me));
  const int ranks = there.ranks();
  for (int step = 1; step < ranks; ++step) {  // no rank is everybody's first
    const int peer = (me + step) % ranks;
    const Index offset = side.size;
    for (BoxPart& part : common_parts(mine, holder, there.of(peer))) {
      part.offset = side.size;
      side.size += part.box.volume() * fields;
      side.parts.push_back(part);
    }
    if (side.size > offset) side.messages.push_back({peer, offset, side.size - offset});
  }
  return side;
}

}  // namespace taskfft
