#include "layout/message_groups.hpp"

#include <algorithm>
#include <numeric>

#include "layout/tile_rows.hpp"
#include "support/element.hpp"

namespace taskfft {
namespace {

constexpr int kFewest = 4;  // groups of an exchange that goes across

/// Whether one side works plane by plane along the group axis, with this pass beside the exchange,
/// and the other side along another axis. The pass has its lines along the axis that is whole.
bool between_planes_and_lines(const ExchangeShape& exchange, const StageShape& planes,
                              const StageShape& lines, const PassShape& pass) {
  const int group_axis = exchange.group_axis;
  return planes.chunk_axis == group_axis && planes.plane_axis == group_axis &&
         lines.chunk_axis != group_axis && group_axis == exchange.split &&
         pass.axis == exchange.whole;
}

/// What one of several groups has of a range that they share.
Range share(Range whole, Range groups, int group) {
  return split(whole, static_cast<int>(groups.size()), group - static_cast<int>(groups.lo));
}

Range groups_across(const ExchangeShape& exchange, int groups) {
  return split({0, groups}, 2, exchange.reversed ? 0 : 1);
}

}  // namespace

Range planes_of_group(Range planes, int groups, int group) {
  if (groups < kFewest) return split(planes, groups, group);
  const Range first = split({0, groups}, 2, 0);
  const int half = group < first.hi ? 0 : 1;
  return share(split(planes, 2, half), split({0, groups}, 2, half), group);
}

void cut_across(Decomposition& d, int groups, std::size_t real_bytes) {
  constexpr int most = 8;  // an eighth of the lines is left when the last one comes
  if (groups < kFewest) return;
  const std::vector<StagePair> beside = stages_beside_exchanges(d);
  Index tile = 1;  // the same for all: lines may lie between two exchanges
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    ExchangeShape& exchange = d.exchanges[e];
    const StageShape& writer = d.stages[beside[e].writer];
    const StageShape& reader = d.stages[beside[e].reader];
    const StageShape& planes = exchange.reversed ? reader : writer;
    const StageShape& lines = exchange.reversed ? writer : reader;
    const PassShape& pass = exchange.reversed ? planes.passes.front() : planes.passes.back();
    if (!between_planes_and_lines(exchange, planes, lines, pass)) continue;
    exchange.across_axis = lines.chunk_axis;
    exchange.ranges = std::min(groups / 2, most);
    if (!ranges_of_lines(exchange)) continue;
    const Index length = std::max(pass.in.length(), pass.out.length());
    tile = std::lcm(tile, whole_tiles(length, element_bytes(exchange.element, real_bytes)));
  }
  for (std::size_t e = 0; e < d.exchanges.size(); ++e) {
    ExchangeShape& exchange = d.exchanges[e];
    if (exchange.ranges == 0 || !ranges_of_lines(exchange)) continue;
    exchange.across_tile = tile;
    const StageShape& lines = d.stages[exchange.reversed ? beside[e].writer : beside[e].reader];
    const Index tiles = (lines.box[exchange.across_axis].size() + tile - 1) / tile;
    exchange.ranges = tiles < 2 ? 0 : static_cast<int>(std::min<Index>(exchange.ranges, tiles));
  }
}

bool ranges_of_lines(const ExchangeShape& exchange) {
  return exchange.across_axis == exchange.third();
}

Range range_across(const ExchangeShape& exchange, Range whole, int number) {
  return split_tiles(whole, exchange.across_tile, exchange.ranges, number);
}

bool goes_across(const ExchangeShape& exchange, int groups, int group) {
  if (exchange.ranges == 0) return false;
  const Range across = groups_across(exchange, groups);
  return group >= across.lo && group < across.hi;
}

Range planes_across(const ExchangeShape& exchange, Range planes) {
  return split(planes, 2, exchange.reversed ? 0 : 1);
}

Box group_box(const ExchangeShape& exchange, Box box, int groups, int group) {
  Range& planes = box[exchange.group_axis];
  if (!goes_across(exchange, groups, group)) {
    planes = planes_of_group(planes, groups, group);
    return box;
  }
  const Range across = groups_across(exchange, groups);
  int number = 0;
  while (split(across, exchange.ranges, number).hi <= group) ++number;
  Range& range = box[exchange.across_axis];
  range = range_across(exchange, range, number);
  planes = share(planes_across(exchange, planes), split(across, exchange.ranges, number), group);
  return box;
}

}  // namespace taskfft
