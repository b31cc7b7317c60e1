#include "engine/setup.hpp"

#include <algorithm>

#include "engine/layouts.hpp"
#include "layout/pieces.hpp"
#include "taskfft/arguments.hpp"

namespace taskfft {
namespace {

/// The largest of the numbers of elements that MPI would have to count in one call.
Index largest_number(const Setup& setup) {
  const bool typed = setup.effective.options.packing == Packing::datatypes;
  Index largest = 0;
  for (const bool forward : {true, false}) {
    for (const ExchangeRoute& exchange : make_route(setup, forward).exchanges) {
      largest =
          std::max(largest, typed ? largest_block(exchange) : largest_alltoallv_number(exchange));
    }
  }
  return largest;
}

std::size_t bytes_of(Element element, const Problem& problem) {
  return element_bytes(element, real_bytes(problem.precision));
}

/// Bytes of both send buffers, the larger of the two directions'.
std::array<std::size_t, 2> send_bytes(const Setup& setup) {
  std::array<std::size_t, 2> bytes{};
  for (const bool forward : {true, false}) {
    const Route route = make_route(setup, forward);
    for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
      const auto elements = static_cast<std::size_t>(route.exchanges[e].send_size);
      bytes[e % 2] = std::max(bytes[e % 2],
                              elements * bytes_of(route.exchanges[e].shape.element, setup.problem));
    }
  }
  return bytes;
}

/// The arrays of all fields, in a direction.
std::vector<Segment> arrays_of(const Setup& setup, bool forward) {
  const Placement placement = setup.problem.placement;
  const Order order = setup.effective.options.order;
  UserArrays one = user_arrays(setup.geometry, placement, order);
  one.input.buffer = forward ? Buffer::from : Buffer::to;
  one.output.buffer = forward ? Buffer::to : Buffer::from;
  const Layouts layouts = make_layouts(setup.geometry, placement, order, setup.problem.fields);
  std::vector<Segment> arrays;
  for (int field = 0; field < setup.problem.fields; ++field) {
    one.input.offset = field * layouts.input.field_stride;
    one.output.offset = field * layouts.output.field_stride;
    arrays.push_back(forward ? one.input : one.output);
    arrays.push_back(forward ? one.output : one.input);
    one.between.offset = field * (forward ? layouts.output : layouts.input).field_stride;
    if (!forward && setup.geometry.halved()) one.between.offset /= 2;
    arrays.push_back(one.between);
  }
  return arrays;
}

/// Where exchange or packing is open, it suits the other.
void settle_open(Options& options) {
  if (options.packing == Packing::automatic) {
    const bool typed = options.exchange == Exchange::alltoallw;
    options.packing = typed ? Packing::datatypes : Packing::fused;
  }
  if (options.exchange == Exchange::automatic) {
    const bool typed = options.packing == Packing::datatypes;
    options.exchange = typed ? Exchange::p2p : Exchange::shared;
  }
}

/// What stands against small work memory; empty: nothing.
std::string obstacle(const Geometry& g, const Options& options) {
  if (g.dims < 3) return "arrays of three dimensions";
  if (g.depth > 1) return "slabs and pencils";
  if (options.order != Order::transposed) return "order transposed";
  if (options.packing != Packing::fused) return "packing fused";
  if (options.scheduler == Scheduler::fork_join) return "schedulers other than fork_join";
  return "";
}

void settle_work_memory(Setup& setup) {
  Options& options = setup.effective.options;
  if (options.work_memory == WorkMemory::full) return;
  const std::string condition = obstacle(setup.geometry, options);
  setup.geometry.small_work = condition.empty();
  if (!setup.geometry.small_work) {
    options.work_memory = WorkMemory::full;
    setup.effective.notes.push_back("work_memory small is for " + condition +
                                    ": full is used instead");
    return;
  }
  if (options.message_groups > 1) {
    setup.effective.notes.push_back(
        "with work_memory small the pieces of an exchange are its messages: message_groups is 1");
  }
  options.message_groups = 1;
}

}  // namespace

Setup make_setup(const Problem& problem, const Options& options, int rank, int ranks) {
  Setup setup{problem, {options, {}, {}, {}}, {}, {}, kNobody};
  settle_open(setup.effective.options);
  Grid& grid = setup.effective.options.grid;
  if (grid == Grid{0, 0, 0}) grid = choose_grid(problem, ranks);
  setup.geometry = make_geometry(problem, grid, rank);
  const std::string lines = setup.geometry.slab() ? "slab" : "pencil";
  setup.effective.decomposition = grid[2] > 0 ? "brick" : lines;
  settle_work_memory(setup);
  return setup;
}

Route make_route(const Setup& setup, bool forward) {
  const Options& options = setup.effective.options;
  const Geometry& g = setup.geometry;
  Decomposition one = forward_decomposition(g, options.order);
  if (g.small_work) {
    const bool messages = options.exchange != Exchange::shared;
    one = in_pieces(one, g, piece_size(g, messages, real_bytes(setup.problem.precision)));
  }
  Route route{repeated(forward ? one : reversed(one), setup.problem.fields),
              {},
              arrays_of(setup, forward),
              g.element,
              g.points(),
              {0, g.extents[2]},
              options.packing,
              options.message_groups,
              options.chunks,
              setup.node_rank,
              options.sends_in_flight,
              setup.problem.fields};
  route.exchanges =
      make_exchanges(route.decomposition, g, options.message_groups, setup.neighbours);
  return route;
}

void settle_groups(Setup& setup, const Communicators& c) {
  Options& options = setup.effective.options;
  if (options.message_groups > 0) return;
  const bool far = maximum(c.all, Index{c.node.size() < c.all.size() ? 1 : 0}) > 0;
  if (!far || (collective(options.exchange) && options.exchange != Exchange::ialltoallv)) {
    options.message_groups = 1;
    return;
  }
  // Large enough that its latency is small beside it, small enough that the first leaves early.
  constexpr Index message = 1 << 20;  // bytes
  constexpr Index most = 64;
  const Index points = setup.geometry.points() / c.all.size() / c.all.size();
  const Index bytes = points * static_cast<Index>(bytes_of(setup.geometry.element, setup.problem));
  options.message_groups = static_cast<int>(std::clamp(bytes / message, Index{1}, most));
}

void settle_exchange(Setup& setup, const Communicator& all) {
  Options& options = setup.effective.options;
  const bool typed = options.packing == Packing::datatypes;
  if (!typed && !collective(options.exchange)) return;
  const Index largest = maximum(all, largest_number(setup));
  if (largest <= options.message_limit) return;
  std::string instead = typed ? "separate packing" : "p2p in pieces";
  if (typed && collective(options.exchange)) instead += " and p2p";
  setup.effective.notes.push_back(
      (typed ? "packing by datatypes would need blocks of up to "
             : "a collective exchange would need counts or displacements up to ") +
      std::to_string(largest) + ", beyond message_limit: " + instead + " is used instead");
  if (typed) options.packing = Packing::separate;
  if (collective(options.exchange)) options.exchange = Exchange::p2p;
}

std::optional<SharedBuffers> settle_sharing(Setup& setup, const Communicators& c) {
  Options& options = setup.effective.options;
  if (options.exchange != Exchange::shared) return std::nullopt;
  std::string reason = "every rank is on a node of its own";
  std::optional<SharedBuffers> shared;
  if (maximum(c.all, Index{c.node.size()}) > 1 || c.all.size() == 1) {
    std::transform(c.parts.begin(), c.parts.end(), setup.neighbours.begin(),
                   [&c](const Communicator& part) { return ranks_in(part, c.node); });
    setup.node_rank = c.node.rank();
    shared = SharedBuffers::create(c.node, send_bytes(setup), options.message_groups, reason);
  }
  if (maximum(c.all, Index{shared ? 0 : 1}) == 0) return shared;
  setup.neighbours = {};
  setup.node_rank = kNobody;
  options.exchange = Exchange::p2p;
  setup.effective.notes.push_back("exchange shared is not possible, p2p is used instead: " +
                                  reason);
  return std::nullopt;
}

}  // namespace taskfft
