// Every setting follows from the problem, the options and the facts, without MPI and in one step.
#include <gtest/gtest.h>
#include <mpi.h>

#include <numeric>
#include <tuple>

#include "engine/layouts.hpp"
#include "engine/routes.hpp"
#include "layout/chunks.hpp"

namespace taskfft {
namespace {

using Ranks = std::vector<int>;

Problem cube(Index length) {
  Problem problem;
  problem.extents = {length, length, length};
  return problem;
}

/// Ranks that fill one node after the other, with as many threads as they want.
Facts on_nodes(int rank, int ranks, int ranks_per_node) {
  Facts facts{.rank = rank, .ranks = ranks, .ranks_per_node = ranks_per_node};
  facts.thread_level = MPI_THREAD_FUNNELED;
  facts.node_ranks.resize(static_cast<std::size_t>(ranks_per_node));
  std::iota(facts.node_ranks.begin(), facts.node_ranks.end(), rank - rank % ranks_per_node);
  return facts;
}

void expect_note(const Setup& setup, const std::string& part) {
  ASSERT_EQ(setup.notes.size(), 1U);
  EXPECT_NE(setup.notes[0].find(part), std::string::npos) << setup.notes[0];
}

TEST(Setup, fills_in_all_that_is_left_open_but_kernel_and_stores) {
  const auto setup = make_setup(cube(16), {}, on_nodes(1, 4, 4));
  const Options& o = setup.options;
  EXPECT_EQ(o.grid, (Grid{4, 1, 0}));
  EXPECT_EQ(o.exchange, Exchange::shared);
  EXPECT_EQ(o.packing, Packing::fused);
  EXPECT_EQ(o.message_groups, 1);
  EXPECT_EQ(o.chunks, 1);
  EXPECT_EQ(o.kernel, LineKernel::automatic);
  EXPECT_EQ(o.stores, Stores::automatic);
  EXPECT_EQ(setup.decomposition, "slab");
  EXPECT_TRUE(setup.notes.empty());
}

TEST(Setup, puts_exchange_and_packing_together) {
  const auto settings = [](const Options& options) {
    const auto setup = make_setup(cube(16), options, on_nodes(0, 4, 4));
    EXPECT_TRUE(setup.notes.empty());
    return std::pair(setup.options.exchange, setup.options.packing);
  };
  EXPECT_EQ(settings({.exchange = Exchange::alltoallw}),
            std::pair(Exchange::alltoallw, Packing::datatypes));
  EXPECT_EQ(settings({.packing = Packing::datatypes}),
            std::pair(Exchange::p2p, Packing::datatypes));
  EXPECT_EQ(settings({.packing = Packing::separate}),
            std::pair(Exchange::shared, Packing::separate));
}

TEST(Setup, without_threads_in_mpi_there_is_one) {
  Facts facts = on_nodes(0, 4, 4);
  facts.thread_level = MPI_THREAD_SINGLE;
  const auto setup = make_setup(cube(16), {.threads = 4}, facts);
  EXPECT_EQ(setup.options.threads, 1);
  EXPECT_EQ(setup.options.chunks, 1);
  expect_note(setup, "threads 4");
}

TEST(Setup, tells_of_fewer_processors_than_threads) {
  Facts facts = on_nodes(0, 4, 4);
  for (const int processors : {0, 4, 8}) {
    facts.processors = processors;
    EXPECT_TRUE(make_setup(cube(16), {.threads = 4}, facts).notes.empty());
  }
  facts.processors = 1;
  const auto setup = make_setup(cube(16), {.threads = 4}, facts);
  EXPECT_EQ(setup.options.threads, 4);
  expect_note(setup, "threads 4 take turns on 1 processor,");
  facts.thread_level = MPI_THREAD_SINGLE;  // then there is one thread
  expect_note(make_setup(cube(16), {.threads = 4}, facts), "needs MPI_Init_thread");
}

TEST(Setup, chunks_follow_threads_and_message_groups) {
  const Options options{.threads = 3, .message_groups = 2};
  const auto setup = make_setup(cube(16), options, on_nodes(0, 4, 4));
  EXPECT_EQ(setup.options.threads, 3);
  EXPECT_EQ(setup.options.chunks, 6);
  EXPECT_TRUE(setup.notes.empty());
}

TEST(Setup, messages_between_nodes_have_about_a_megabyte) {
  const auto groups = [](Exchange exchange, int ranks_per_node) {
    const Options options{.exchange = exchange};
    return make_setup(cube(256), options, on_nodes(0, 4, ranks_per_node)).options.message_groups;
  };
  EXPECT_EQ(groups(Exchange::p2p, 2), 16);  // 256^3 points of 16 bytes over 4 ranks and 4 peers
  EXPECT_EQ(groups(Exchange::shared, 2), 16);
  EXPECT_EQ(groups(Exchange::ialltoallv, 2), 16);
  EXPECT_EQ(groups(Exchange::alltoallv, 2), 1);  // one call of all, which nothing overlaps
  EXPECT_EQ(groups(Exchange::p2p, 4), 1);
}

TEST(Setup, messages_between_nodes_are_of_whole_planes_and_not_too_many) {
  const auto groups = [](Index length, int ranks) {
    return make_setup(cube(length), {.grid = {ranks, 1}}, on_nodes(0, ranks, 1))
        .options.message_groups;
  };
  EXPECT_EQ(groups(512, 2), 256);   // 512 messages of a megabyte, but no more planes
  EXPECT_EQ(groups(1024, 2), 256);  // tasks wait for
  EXPECT_EQ(groups(4096, 64), 64);  // 64 planes, and messages that MPI looks at
  EXPECT_EQ(groups(4096, 128), 32);
}

TEST(Setup, messages_are_counted_by_the_ranks_of_an_exchange) {
  // 4096^3 points of 16 bytes: 16 MB a rank, for one of 256 in its row or column.
  const auto pencils = make_setup(cube(4096), {.grid = {64, 64}}, on_nodes(0, 4096, 1));
  EXPECT_EQ(pencils.options.message_groups, 4);
  const auto rows_on_nodes = make_setup(cube(4096), {.grid = {32, 128}}, on_nodes(0, 4096, 128));
  EXPECT_EQ(rows_on_nodes.options.message_groups, 8);
}

TEST(Setup, small_work_memory_has_its_conditions_and_its_one_group) {
  const Options small{.work_memory = WorkMemory::small, .message_groups = 3};
  const auto setup = make_setup(cube(16), small, on_nodes(0, 4, 4));
  EXPECT_TRUE(setup.geometry.small_work);
  EXPECT_EQ(setup.options.work_memory, WorkMemory::small);
  EXPECT_EQ(setup.options.message_groups, 1);
  expect_note(setup, "message_groups is 1");

  Options separate = small;
  separate.packing = Packing::separate;
  const auto full = make_setup(cube(16), separate, on_nodes(0, 4, 4));
  EXPECT_FALSE(full.geometry.small_work);
  EXPECT_EQ(full.options.work_memory, WorkMemory::full);
  EXPECT_EQ(full.options.message_groups, 3);
  expect_note(full, "packing fused");
}

TEST(Setup, counts_beyond_the_limit_change_the_exchange) {
  Facts facts = on_nodes(0, 4, 4);
  const Options options{.exchange = Exchange::alltoallv, .message_limit = 100};
  EXPECT_EQ(make_setup(cube(16), options, facts).options.exchange, Exchange::alltoallv);
  facts.largest_count = largest_count(make_setup(cube(16), options, facts));
  EXPECT_EQ(facts.largest_count, 2 * 256);  // where the last of the three blocks that leave begins
  const auto p2p = make_setup(cube(16), options, facts);
  EXPECT_EQ(p2p.options.exchange, Exchange::p2p);
  expect_note(p2p, "p2p in pieces");
  EXPECT_EQ(largest_count(p2p), 0);

  const Options typed{.exchange = Exchange::alltoallw, .message_limit = 100};
  const auto separate = make_setup(cube(16), typed, facts);
  EXPECT_EQ(separate.options.exchange, Exchange::p2p);
  EXPECT_EQ(separate.options.packing, Packing::separate);
  expect_note(separate, "separate packing and p2p");
}

TEST(Setup, neighbours_are_the_ranks_of_the_node_in_every_sub_communicator) {
  const auto setup = make_setup(cube(16), {.grid = {2, 2}}, on_nodes(2, 4, 2));
  EXPECT_EQ(setup.node_rank, 0);
  const auto in = [&](Comm comm) { return setup.neighbours[static_cast<std::size_t>(comm)]; };
  EXPECT_EQ(in(Comm::column), (Ranks{kNobody, 0}));
  EXPECT_EQ(in(Comm::row), (Ranks{0, 1}));
  EXPECT_EQ(in(Comm::depth), (Ranks{0}));
}

TEST(Setup, shares_nothing_where_nobody_can) {
  const auto alone = make_setup(cube(16), {}, on_nodes(0, 4, 1));
  EXPECT_EQ(alone.options.exchange, Exchange::p2p);
  EXPECT_EQ(alone.node_rank, kNobody);
  expect_note(alone, "on a node of its own");

  Facts facts = on_nodes(0, 4, 4);
  facts.sharing_obstacle = "no memory left";
  const auto refused = make_setup(cube(16), {}, facts);
  EXPECT_EQ(refused.options.exchange, Exchange::p2p);
  EXPECT_TRUE(refused.neighbours[0].empty());
  expect_note(refused, "no memory left");
}

/// The chunks of every stage of a slab, forward.
std::vector<std::vector<Chunk>> slab_chunks(Index length, int ranks, int threads) {
  const Facts facts = on_nodes(0, ranks, 1);
  const auto setup = make_setup(cube(length), {.grid = {ranks, 1}, .threads = threads}, facts);
  const Route route = make_route(setup, true);
  std::vector<std::vector<Chunk>> stages;
  for (std::size_t k = 0; k < route.decomposition.stages.size(); ++k) {
    stages.push_back(transform_chunks(route, k));
  }
  return stages;
}

TEST(Chunks, planes_are_cut_where_they_are_too_few_for_the_threads) {
  const auto stages = slab_chunks(1024, 64, 128);  // 16 planes of two passes
  ASSERT_EQ(stages[0].size(), 2U * 16 * 32);
  Index volume = 0;
  for (const Chunk& chunk : stages[0]) volume += chunk.box.volume();
  EXPECT_EQ(volume, Index{2} * 16 * 1024 * 1024);
  for (const Chunk& chunk : stages[1]) EXPECT_EQ(chunk.pass, kAllPasses);  // 1024 planes are enough
}

TEST(Chunks, planes_stay_whole_where_there_are_enough) {
  for (const int threads : {1, 2, 4, 16}) {
    const auto stages = slab_chunks(64, 1, threads);
    for (const Chunk& chunk : stages[0]) {
      EXPECT_EQ(chunk.pass, kAllPasses);
      EXPECT_EQ(chunk.box[1].size(), 64);
    }
  }
}

TEST(Chunks, large_planes_are_cut_where_messages_are_under_way) {
  const auto parts = [](Index length, int ranks_per_node) {
    const Options options{.grid = {2, 1}};
    const Route route =
        make_route(make_setup(cube(length), options, on_nodes(0, 2, ranks_per_node)), true);
    return plane_cut(route, 0).parts;
  };
  EXPECT_EQ(parts(256, 1), 1);
  EXPECT_EQ(parts(512, 1), 4);
  EXPECT_EQ(parts(512, 2), 1);
}

TEST(Chunks, threads_share_a_few_planes) {
  constexpr std::size_t plane = 1024 * (1024 + 8) * 16;  // bytes
  const auto setup = make_setup(cube(1024), {.grid = {64, 1}, .threads = 128}, on_nodes(0, 64, 1));
  const std::size_t shared = buffer_bytes(setup)[work_index(Buffer::planes)];
  EXPECT_GT(shared, 0U);
  EXPECT_LE(shared, 9 * plane);
  const auto shared_by = [](int threads, int groups) {
    const Options options{.grid = {64, 1}, .threads = threads, .message_groups = groups};
    return buffer_bytes(
        make_setup(cube(1024), options, on_nodes(0, 64, 1)))[work_index(Buffer::planes)];
  };
  EXPECT_EQ(shared_by(2, 1), 0U);         // whole planes
  EXPECT_EQ(shared_by(2, 8), 2 * plane);  // those that go across
}

std::size_t all_bytes(const Problem& problem, const Options& options) {
  const auto bytes = buffer_bytes(make_setup(problem, options, on_nodes(0, 1, 1)));
  return std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
}

TEST(NaturalOrder, on_one_rank_needs_no_buffers_where_the_arrays_have_room) {
  Options options{.order = Order::natural};
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (const Transform transform : {Transform::c2c, Transform::dct2, Transform::r2c}) {
      for (std::vector<Index> extents : {std::vector<Index>{8, 12, 10}, {12, 10}}) {
        const Problem problem{
            .extents = extents, .transform = transform, .placement = placement, .fields = 2};
        const auto setup = make_setup(problem, options, on_nodes(0, 1, 1));
        EXPECT_EQ(make_route(setup, true).decomposition.stages.size(), 4U);  // two a field
        EXPECT_EQ(make_route(setup, false).decomposition.stages.size(), 4U);
        // The real field of r2c has no room for its spectrum, unless it is padded.
        const bool none = transform != Transform::r2c || placement == Placement::in_place;
        EXPECT_EQ(all_bytes(problem, options) == 0, none);
      }
    }
  }
}

std::vector<Index> output_strides(const std::vector<Transform>& kinds, WorkMemory memory) {
  const Problem problem{.extents = {4, 6, 8}, .kinds = kinds};
  const Options options{.grid = {1, 1}, .work_memory = memory};
  const Setup setup = make_setup(problem, options, on_nodes(0, 1, 1));
  return make_layouts(setup.geometry, problem.placement, options.order).output.stride;
}

TEST(TransposedOrder, has_complex_lines_side_by_side_and_others_contiguous) {
  const std::vector<Index> side_by_side{8, 32, 1}, along_axis_1{6, 1, 24}, contiguous{1, 4, 24};
  const auto [c2c, dct2, r2c] = std::tuple{Transform::c2c, Transform::dct2, Transform::r2c};
  EXPECT_EQ(output_strides({c2c, c2c, c2c}, WorkMemory::full), side_by_side);
  EXPECT_EQ(output_strides({c2c, c2c, c2c}, WorkMemory::small), side_by_side);
  EXPECT_EQ(output_strides({c2c, dct2, c2c}, WorkMemory::full), side_by_side);
  EXPECT_EQ(output_strides({c2c, c2c, dct2}, WorkMemory::full), side_by_side);
  EXPECT_EQ(output_strides({dct2, c2c, c2c}, WorkMemory::full), contiguous);
  EXPECT_EQ(output_strides({c2c, c2c, r2c}, WorkMemory::full), along_axis_1);
  EXPECT_EQ(output_strides({c2c, dct2, r2c}, WorkMemory::full), along_axis_1);
  EXPECT_EQ(output_strides({dct2, c2c, r2c}, WorkMemory::full), contiguous);
}

TEST(TransposedOrder, of_complex_lines_on_one_rank_needs_no_buffers_out_of_place) {
  EXPECT_EQ(all_bytes(cube(12), {}), 0U);
  Problem problem = cube(12);
  problem.placement = Placement::in_place;
  EXPECT_GT(all_bytes(problem, {}), 0U);
  problem = cube(12);
  problem.kept = {5, 7, 7};
  EXPECT_GT(all_bytes(problem, {}), 0U);
}

TEST(NaturalOrder, of_truncated_spectra_goes_through_buffers) {
  Problem problem = cube(12);
  problem.kept = {5, 7, 7};
  EXPECT_GT(all_bytes(problem, {.order = Order::natural}), 0U);
}

TEST(NaturalOrder, with_separate_packing_has_a_way_back) {
  const Options options{.order = Order::natural, .packing = Packing::separate};
  const auto setup = make_setup(cube(12), options, on_nodes(0, 1, 1));
  EXPECT_EQ(make_route(setup, true).decomposition.exchanges.size(), 2U);
}

TEST(RoundTrips, take_a_second_pair_of_buffers_for_slabs) {
  const Options without{.grid = {4, 1}}, with{.grid = {4, 1}, .round_trips = true};
  const auto odd = [](const auto& setup) {
    return buffer_bytes(setup)[work_index(Buffer::send_odd)];
  };
  EXPECT_EQ(odd(make_setup(cube(12), without, on_nodes(0, 4, 4))), 0U);
  EXPECT_GT(odd(make_setup(cube(12), with, on_nodes(0, 4, 4))), 0U);
  Problem in_place = cube(12);
  in_place.placement = Placement::in_place;
  EXPECT_GT(all_bytes(in_place, {}), 0U);
  EXPECT_GE(all_bytes(in_place, {.round_trips = true}), 2 * all_bytes(in_place, {}));
  EXPECT_EQ(all_bytes(cube(12), {}), 0U);  // on one rank out of place
  EXPECT_GT(all_bytes(cube(12), {.round_trips = true}), 0U);
  const Options natural{.order = Order::natural, .round_trips = true};
  EXPECT_EQ(all_bytes(cube(12), natural), 0U);
}

TEST(RoundTrips, have_one_stage_that_turns) {
  const Options options{.grid = {4, 1}, .round_trips = true};
  const Route route = make_round_trip_route(make_setup(cube(12), options, on_nodes(0, 4, 4)));
  const std::vector<StageShape>& stages = route.decomposition.stages;
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(route.exchanges.size(), 2U);
  for (std::size_t k = 0; k < stages.size(); ++k) EXPECT_EQ(stages[k].turns(), k == 1);
  EXPECT_EQ(stages.back().target, (End{End::Kind::array, kFrom}));
}

TEST(RoundTrips, in_one_have_their_conditions) {
  const auto missing = [](const Problem& problem, Options options) {
    options.round_trips = true;
    const auto setup = make_setup(problem, options, on_nodes(0, 1, 1));
    EXPECT_FALSE(setup.options.round_trips);
    return setup.notes.empty() ? "" : setup.notes.back();
  };
  EXPECT_NE(missing({.extents = {12, 12}}, {}).find("three dimensions"), std::string::npos);
  EXPECT_NE(missing(cube(12), {.packing = Packing::separate}).find("fused"), std::string::npos);
  EXPECT_NE(missing(cube(12), {.work_memory = WorkMemory::small}).find("full"), std::string::npos);
}

}  // namespace
}  // namespace taskfft
