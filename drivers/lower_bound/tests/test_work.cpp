/// Shares, ways and messages: what a bound moves is what it says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "link.hpp"
#include "share.hpp"
#include "trial.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::lower_bound;

int ranks() {
  return ranks_of(MPI_COMM_WORLD);
}

Request request(Transform transform, Placement placement, int threads = 1) {
  return {{{12, 10, 16}, transform, Precision::double_, placement, Memory::host}, {}, threads, {}};
}

TEST(Share, is_even_and_never_more_than_all) {
  const Problem problem = request(Transform::r2c, Placement::out_of_place).problem;
  const Share share(problem, 3);
  EXPECT_EQ(share.input, 12 * 10 * 16 * 8 / 3 / 64 * 64);
  EXPECT_EQ(share.output, 12 * 10 * 9 * 16 / 3 / 64 * 64);
  EXPECT_EQ(share.less(), share.input);
}

TEST(Part, parts_of_threads_make_the_whole) {
  for (const int threads : {1, 2, 3, 7}) {
    std::size_t at = 0;
    for (int thread = 0; thread < threads; ++thread) {
      const Part part(640, thread, threads);
      EXPECT_EQ(part.begin, at);
      at = part.end;
    }
    EXPECT_EQ(at, 640U);
  }
}

/// Nodes of 2, 1 and 3 ranks.
Places uneven() {
  Places places(MPI_COMM_WORLD);
  places.node = {0, 1, 0, 2, 2, 2};
  places.local = {0, 0, 1, 0, 1, 2};
  places.ranks = {2, 1, 3};
  return places;
}

TEST(Messages, send_to_each_node_its_share_and_nothing_within_one) {
  const Places places = uneven();
  for (const Messages how : {Messages::to_all, Messages::to_one}) {
    for (int from = 0; from < 6; ++from) {
      std::vector<int> to_node(3, 0);
      for (int to = 0; to < 6; ++to)
        to_node[static_cast<std::size_t>(places.node[static_cast<std::size_t>(to)])] +=
            numbers_between(places, how, 600, from, to);
      for (std::size_t node = 0; node < 3; ++node) {
        const bool own = static_cast<int>(node) == places.node[static_cast<std::size_t>(from)];
        EXPECT_EQ(to_node[node], own ? 0 : 100 * places.ranks[node]) << from << " to " << node;
      }
    }
  }
}

/// Two arrays of this rank's share, full of ones.
struct Arrays {
  explicit Arrays(const Request& of) : share(of.problem, ranks()) {
    const std::size_t numbers = std::max(share.input, share.output) / sizeof(double);
    for (double** array : {&input, &output}) {
      *array = static_cast<double*>(std::aligned_alloc(64, numbers * sizeof(double)));
      std::fill_n(*array, numbers, 1.0);
    }
  }
  ~Arrays() {
    std::free(input);
    std::free(output);
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  Share share;
  double* input = nullptr;
  double* output = nullptr;
};

TEST(Memory, all_ways_write_all_of_the_target) {
  for (const auto transform : {Transform::c2c, Transform::r2c}) {
    for (const int threads : {1, 2}) {
      const Request of = request(transform, Placement::out_of_place, threads);
      Arrays arrays(of);
      for (const Way& way : ways_through_memory(of, {arrays.input, arrays.output}, ranks())) {
        std::fill_n(arrays.output, arrays.share.output / sizeof(double), 7.0);
        way.forward();
        for (std::size_t i = 0; i < arrays.share.output / sizeof(double); ++i)
          ASSERT_NE(arrays.output[i], 7.0) << way.name << " " << i;
        std::fill_n(arrays.input, arrays.share.input / sizeof(double), 7.0);
        way.backward();
        for (std::size_t i = 0; i < arrays.share.input / sizeof(double); ++i)
          ASSERT_NE(arrays.input[i], 7.0) << way.name << " " << i;
      }
    }
  }
}

TEST(Memory, in_place_every_number_is_read_and_written) {
  const Request of = request(Transform::c2c, Placement::in_place);
  Arrays arrays(of);
  for (const Way& way : ways_through_memory(of, {arrays.input, arrays.input}, ranks())) {
    way.forward();
    for (std::size_t i = 0; i < arrays.share.input / sizeof(double); ++i)
      ASSERT_NE(arrays.input[i], 1.0) << way.name << " " << i;
    way.backward();
    for (std::size_t i = 0; i < arrays.share.input / sizeof(double); ++i)
      ASSERT_EQ(arrays.input[i], 1.0) << way.name << " " << i;
  }
}

TEST(Trial, chooses_one_way_on_all_ranks) {
  const Request of = request(Transform::c2c, Placement::out_of_place);
  const Chosen chosen = fastest(ways_to_compute(of, ranks()), MPI_COMM_WORLD);
  EXPECT_GT(chosen.trials.settings, 0);
  const auto length = static_cast<int>(chosen.way.name.size());
  int longest = 0, shortest = 0;
  MPI_Allreduce(&length, &longest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&length, &shortest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  EXPECT_EQ(longest, shortest);
}

}  // namespace
