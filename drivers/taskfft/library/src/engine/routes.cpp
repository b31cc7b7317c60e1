#include "engine/routes.hpp"

#include <algorithm>

#include "engine/layouts.hpp"
#include "layout/chunks.hpp"
#include "layout/message_groups.hpp"
#include "layout/natural_order.hpp"
#include "layout/one_rank.hpp"
#include "layout/pieces.hpp"
#include "layout/round_trip.hpp"
#include "layout/shown_backward.hpp"

namespace taskfft {
namespace {

/// Whether lines lie in the caller's arrays from one stage to the next, where these have room. With
/// the other packings a rank copies what it keeps to itself, too.
bool stays(const Setup& setup) {
  return setup.options.packing == Packing::fused &&
         side_by_side_on_one_rank(setup.geometry, setup.options.order);
}

/// Of one field. `one_first`: see one_rank_decomposition().
Decomposition decomposition_of(const Setup& setup, bool forward, bool one_first = false) {
  const Options& options = setup.options;
  const Geometry& g = setup.geometry;
  if (stays(setup)) {
    return one_rank_decomposition(g, setup.problem.placement, options.order, forward, one_first);
  }
  Decomposition there = forward_decomposition(g, options.order);
  const bool like_input = returns(g, options.order) && options.packing == Packing::fused;
  if (like_input || g.fastest_axis == 2) store_as_input(there, g);
  if (g.small_work) {
    const bool messages = options.exchange != Exchange::shared;
    there = in_pieces(there, g, piece_size(g, messages, real_bytes(setup.problem.precision)));
  }
  return forward ? there : reversed(there);
}

/// The arrays of all fields, in a direction.
std::vector<Segment> arrays_of(const Setup& setup, bool forward) {
  const Placement placement = setup.problem.placement;
  const Order order = setup.options.order;
  UserArrays one = user_arrays(setup.geometry, placement, order);
  one.input.buffer = forward ? Buffer::from : Buffer::to;
  one.output.buffer = forward ? Buffer::to : Buffer::from;
  if (forward && stays(setup) && !returns(setup.geometry, order)) {
    one.between.stride = one.output.stride;
  }
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

/// `alone`: the lines stay in the caller's arrays, on the only rank.
Route route_of(const Setup& setup, const Decomposition& one_field, bool forward, bool alone) {
  const Options& options = setup.options;
  const Geometry& g = setup.geometry;
  const bool same_rows = alone && setup.problem.placement == Placement::in_place &&
                         returns(g, options.order) && !g.truncated() && !g.reordered();
  Route route{repeated(one_field, setup.problem.fields),
              {},
              arrays_of(setup, forward),
              g.element,
              g.points(),
              options.packing,
              options.message_groups,
              options.chunks,
              setup.node_rank,
              options.sends_in_flight,
              setup.problem.fields,
              options.threads,
              real_bytes(setup.problem.precision),
              same_rows};
  cut_across(route.decomposition, route.groups, route.real_bytes);
  route.exchanges = make_exchanges(route.decomposition, g, options.message_groups, setup.neighbours,
                                   options.packing == Packing::fused);
  return route;
}

}  // namespace

std::vector<Route> all_routes(const Setup& setup) {
  std::vector<Route> routes{make_route(setup, true), make_route(setup, false)};
  if (returns(setup.geometry, setup.options.order)) routes.push_back(make_shown_route(setup));
  if (setup.options.round_trips) routes.push_back(make_round_trip_route(setup));
  return routes;
}

Route make_route(const Setup& setup, bool forward) {
  return route_of(setup, decomposition_of(setup, forward), forward, stays(setup));
}

Route make_shown_route(const Setup& setup) {
  const Decomposition backward = decomposition_of(setup, false, true);
  return route_of(setup, with_shown_spectrum(backward, setup.geometry, setup.options.order), false,
                  stays(setup));
}

Route make_round_trip_route(const Setup& setup) {
  return route_of(
      setup, round_trip_decomposition(setup.geometry, setup.problem.placement, setup.options.order),
      true, stays(setup));
}

Index largest_count(const Setup& setup) {
  const bool typed = setup.options.packing == Packing::datatypes;
  if (!typed && !collective_of_mpi(setup.options.exchange)) return 0;
  Index largest = 0;
  for (const Route& route : all_routes(setup)) {
    for (const ExchangeRoute& exchange : route.exchanges) {
      largest =
          std::max(largest, typed ? largest_block(exchange) : largest_alltoallv_number(exchange));
    }
  }
  return largest;
}

std::array<std::size_t, kWorkBuffers> buffer_bytes(const Setup& setup) {
  std::array<std::size_t, kWorkBuffers> bytes{};
  const auto grow = [&](Buffer buffer, Index reals) {
    std::size_t& size = bytes[work_index(buffer)];
    size = std::max(size, static_cast<std::size_t>(reals) * real_bytes(setup.problem.precision));
  };
  for (const Route& route : all_routes(setup)) {
    for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
      const Index reals = reals_in(route.exchanges[e].shape.element);
      const bool sends_from_buffer = route.packing != Packing::datatypes;
      if (sends_from_buffer) grow(send_buffer(e), route.exchanges[e].send_size * reals);
      grow(receive_buffer(e), route.exchanges[e].receive_size * reals);
    }
    for (std::size_t stage = 0; stage < route.decomposition.stages.size(); ++stage) {
      const PlaneCut cut = plane_cut(route, stage);
      if (cut.slots > 0) grow(Buffer::planes, cut.slots * cut.slot_size * reals_in(route.element));
    }
    if (route.packing == Packing::fused) continue;
    grow(Buffer::gathered, stage_array_reals(route));
    grow(Buffer::transformed, stage_array_reals(route));
  }
  return bytes;
}

}  // namespace taskfft
