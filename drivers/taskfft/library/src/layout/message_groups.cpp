#include "layout/message_groups.hpp"

#include <algorithm>
#include <numeric>

#include "layout/tile_rows.hpp"
#include "support/element.hpp"

namespace taskfft {
namespace {

constexpr int kFewest = 4;  // groups of an exchange that goes across

/// Whether one side works plane by plane along the group axis, with tiles along the third one, and
/// the other side along the third one.
bool between_planes_and_lines(const ExchangeShape& exchange, const StageShape& planes,
                              const StageShape& lines, const PassShape& pass) {
  const int group_axis = exchange.group_axis, third = exchange.third();
  return planes.chunk_axis == group_axis && planes.plane_axis == group_axis &&
         lines.chunk_axis == third && 3 - pass.axis - group_axis == third;
}

}  // namespace

void cut_across(Decomposition& d, int groups, std::size_t real_bytes) {
  if (groups < kFewest) return;
  const std::vector<StagePair> beside = stages_beside_exchanges(d);
  Index tile = 1;  // the same for all: lines may lie between two exchanges
  std::vector<ExchangeShape*> across;
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    ExchangeShape& exchange = d.exchanges[e];
    const StageShape& writer = d.stages[beside[e].writer];
    const StageShape& reader = d.stages[beside[e].reader];
    const StageShape& planes = exchange.reversed ? reader : writer;
    const StageShape& lines = exchange.reversed ? writer : reader;
    const PassShape& pass = exchange.reversed ? planes.passes.front() : planes.passes.back();
    if (!between_planes_and_lines(exchange, planes, lines, pass)) continue;
    const Index length = std::max(pass.in.length(), pass.out.length());
    tile = std::lcm(tile, whole_tiles(length, element_bytes(exchange.element, real_bytes)));
    across.push_back(&exchange);
  }
  for (ExchangeShape* exchange : across) exchange->across_tile = tile;
}

int ranges_across(const ExchangeShape& exchange, int groups) {
  constexpr int most = 8;  // an eighth of the lines is left when the last one comes
  if (exchange.across_tile == 0 || groups < kFewest) return 0;
  return std::min(groups / 2, most);
}

bool goes_across(const ExchangeShape& exchange, int groups, int group) {
  if (ranges_across(exchange, groups) == 0) return false;
  return exchange.reversed ? group < groups / 2 : group >= groups / 2;
}

Range planes_across(const ExchangeShape& exchange, Range planes, int groups) {
  const Index middle = split(planes, groups, groups / 2).lo;
  return exchange.reversed ? Range{planes.lo, middle} : Range{middle, planes.hi};
}

Range range_across(const ExchangeShape& exchange, Range whole, int groups, int number) {
  return split_tiles(whole, exchange.across_tile, ranges_across(exchange, groups), number);
}

Box group_box(const ExchangeShape& exchange, Box box, int groups, int group) {
  Range& planes = box[exchange.group_axis];
  if (!goes_across(exchange, groups, group)) {
    planes = split(planes, groups, group);
    return box;
  }
  planes = planes_across(exchange, planes, groups);
  const int number = exchange.reversed ? group : group - groups / 2;
  Range& third = box[exchange.third()];
  if (number < ranges_across(exchange, groups)) {
    third = range_across(exchange, third, groups, number);
  } else {
    third.lo = third.hi;  // nothing is left for it
  }
  return box;
}

}  // namespace taskfft
