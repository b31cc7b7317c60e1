#include "route.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/counts.hpp"

namespace fftbench::heffte_driver {
namespace {

using Boxes = std::vector<heffte::box3d<>>;

heffte::box3d<> world(const Extents& shape, std::array<int, 3> order = {0, 1, 2}) {
  std::array<int, 3> high{0, 0, 0};
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    high[shape.size() - 1 - axis] = static_cast<int>(shape[axis]) - 1;
  }
  return {{0, 0, 0}, high, order};
}

int r2c_axis(const Request& request) {
  return request.problem.transform == Transform::r2c ? 0 : -1;
}

heffte::reshape_algorithm exchange(const std::string& name) {
  using enum heffte::reshape_algorithm;
  if (name == "alltoall") return alltoall;
  if (name == "p2p") return p2p;
  return name == "p2p_pipelined" ? p2p_plined : alltoallv;
}

heffte::plan_options plan_options(const Request& request, int ranks) {
  const Settings& settings = request.settings;
  heffte::plan_options options(settings.flag("reorder"), exchange(settings.text("exchange")),
                               settings.text("stages") != "slab");
  const std::string& share = settings.text("subranks");
  if (share != "all") options.use_num_subranks(transforming_ranks(share, ranks));
  return options;
}

/// Ranks along heFFTe's axes for the input of a grid, and for its spectrum where that is
/// transposed.
struct Processes {
  std::array<int, 3> natural, transposed;
};

Processes processes(const Extents& grid, std::size_t dims) {
  const auto p = static_cast<int>(grid[0]), q = static_cast<int>(grid[1]);
  if (grid.size() == 3) return {{static_cast<int>(grid[2]), q, p}, {}};
  if (dims == 2) return {{1, p, 1}, {p, 1, 1}};
  return {{1, q, p}, {q, p, 1}};
}

/// Transposed boxes stay as the last transform leaves them behind: their order in memory, since
/// reordering once more would only cost time, and for bricks, where no other is nearer, all else.
heffte::ioboxes<> split(const Request& request, const Extents& grid, int rank,
                        const heffte::plan_options& options) {
  const Problem& problem = request.problem;
  const auto [natural, transposed] = processes(grid, problem.shape.size());
  const bool transpose = request.settings.text("order") == "transposed";
  const bool brick = grid.size() == 3;
  const Extents spectrum = problem.spectrum_shape();
  const std::array<int, 3> out = transpose && !brick ? transposed : natural;
  const heffte::ioboxes<> boxes{heffte::split_world(world(problem.shape), natural),
                                heffte::split_world(world(spectrum), out)};
  if (!transpose) return boxes;
  const auto plan = heffte::plan_operations(boxes, r2c_axis(request), options, rank);
  const Boxes& left = plan.out_shape[2];
  return {boxes.in, brick ? left : heffte::reorder(boxes.out, left.front().order)};
}

}  // namespace

int transforming_ranks(const std::string& share, int ranks) {
  if (share == "all") return ranks;
  const int parts = share == "one" ? ranks : (share == "half" ? 2 : 4);
  return parts > 1 && ranks % parts == 0 ? ranks / parts : 0;
}

Layout layout(const heffte::box3d<>& box, std::size_t dims) {
  Layout result;
  result.box = {Extents::filled(dims, 0), Extents::filled(dims, 0)};
  result.stride = Extents::filled(dims, 0);
  result.size = box.count();
  Index stride = 1;
  for (const int direction : box.order) {
    const auto fast = static_cast<std::size_t>(direction);
    if (fast < dims) {
      const std::size_t axis = dims - 1 - fast;
      result.box.lo[axis] = box.low[fast];
      result.box.hi[axis] = box.high[fast] + 1;
      result.stride[axis] = stride;
    }
    stride *= std::max(box.size[fast], 0);
  }
  return result;
}

Route::Route(const Request& request, int ranks, int rank)
    : grid_(process_grid(request, ranks)),
      options_(plan_options(request, ranks)),
      boxes_(split(request, grid_, rank, options_)),
      plan_(heffte::plan_operations(boxes_, r2c_axis(request), options_, rank)) {
  for (std::size_t step = 0; step < moves_.size(); ++step) {
    const Boxes& before = plan_.in_shape[step];
    const Boxes& after = plan_.out_shape[step];
    moves_[step] = !heffte::match(before, after) || !before.front().ordered_same_as(after.front());
  }
}

std::string Route::stages() const {
  const bool slab = heffte::match(plan_.in_shape[1], plan_.out_shape[1]) ||
                    heffte::match(plan_.in_shape[2], plan_.out_shape[2]);
  return slab ? "slab" : "pencil";
}

bool Route::gathers() const {
  const auto idle = [](const Boxes& boxes) { return boxes.back().empty(); };
  return std::any_of(plan_.out_shape, plan_.out_shape + 3, idle);
}

bool Route::stands_still() const {
  return !moves(0) && ends_at_once();
}

bool Route::ends_at_once() const {
  return !moves(1) && !moves(2) && !moves(3);
}

bool Route::aligns_fields(const Problem& problem) const {
  const auto aligned = [](const Boxes& boxes, std::size_t bytes) {
    return std::all_of(boxes.begin(), boxes.end(), [bytes](const heffte::box3d<>& box) {
      return static_cast<std::size_t>(box.count()) * bytes % 16 == 0;
    });
  };
  const std::size_t wave = problem.output_element_bytes();
  return aligned(plan_.out_shape[0], problem.input_element_bytes()) &&
         aligned(plan_.in_shape[1], wave) && aligned(plan_.out_shape[1], wave) &&
         aligned(plan_.out_shape[2], wave);
}

bool Route::starves(const Request& request, std::size_t rank) const {
  const bool r2c = request.problem.transform == Transform::r2c;
  const bool copied = !r2c && request.problem.placement == Placement::out_of_place;
  const auto untouched = [&](std::size_t step) {
    const bool empty = plan_.in_shape[step][rank].empty() && plan_.out_shape[step][rank].empty();
    return empty || !moves(step);
  };
  const bool forward = copied && untouched(0) && plan_.out_shape[0][rank].empty();
  const bool backward = (copied || r2c) && untouched(3) && plan_.out_shape[2][rank].empty();
  return forward || backward;
}

Support Route::passable(const Request& request) const {
  for (std::size_t rank = 0; rank < boxes_.in.size(); ++rank) {
    for (std::size_t step = 0; step < 4; ++step) {
      const Index points =
          std::max(plan_.in_shape[step][rank].count(), plan_.out_shape[step][rank].count());
      if (!fits_int(request.problem.fields * points)) {
        return Support::no("heFFTe counts the points of a rank, those of all fields, in int");
      }
    }
    if (starves(request, rank)) {
      return Support::no(fmt::format(
          "heFFTe may crash where a rank has nothing to transform, as rank {} would", rank));
    }
  }
  return Support::yes();
}

}  // namespace fftbench::heffte_driver
