// Several threads per rank: the same bits as one, whatever shares the work out.
#include <gtest/gtest.h>

#include <set>

#include "cores.hpp"
#include "engine.hpp"
#include "support.hpp"
#include "threaded_executor.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Options pinned() {
  Options options;
  options.effort = Effort::estimate;
  options.stores = Stores::streaming;
  return options;
}

std::vector<std::complex<double>> transformed(const Problem& problem, const Options& options,
                                              const std::vector<Complex>& field) {
  Case<double> c(problem, options);
  c.fill_input(field);
  c.plan().forward();
  c.plan().backward();
  c.plan().forward();
  return c.output_elements();
}

void expect_the_bits_of_one_thread(const Problem& problem, Options options) {
  const std::vector<Complex> field = global_field(problem, 11);
  const auto expected = transformed(problem, options, field);
  options.chunks = 0;
  for (const int threads : {1, 2, 4}) {
    for (const Scheduler scheduler : {Scheduler::graph, Scheduler::fork_join, Scheduler::static_}) {
      options.threads = threads;
      options.scheduler = scheduler;
      options.chunks = 3 - options.chunks;  // in turn: these, or about four for each thread
      SCOPED_TRACE(describe(problem, options));
      EXPECT_EQ(transformed(problem, options, field), expected);
    }
  }
}

TEST(Bitwise, ThreadsSchedulersAndChunksGiveTheSameBits) {
  for (const auto& grid : all_grids(world_size(), 3)) {
    for (const auto& [exchange, packing] : all_ways()) {
      Options options = pinned();
      options.grid = grid;
      options.exchange = exchange;
      options.packing = packing;
      options.message_groups = 2;
      expect_the_bits_of_one_thread(make_problem({14, 20, 18}, Transform::r2c, Placement::in_place),
                                    options);
    }
  }
}

TEST(Bitwise, ThreadsGiveTheSameBitsWithFftwToo) {
  Options options = pinned();
  options.kernel = LineKernel::fftw;
  options.order = Order::natural;
  expect_the_bits_of_one_thread(make_problem({11, 14, 13}, Transform::c2c, Placement::out_of_place),
                                options);
  expect_the_bits_of_one_thread(make_problem({21, 26}, Transform::c2c, Placement::in_place),
                                options);
  expect_the_bits_of_one_thread(make_problem({12 * 15}, Transform::c2c, Placement::in_place),
                                options);
  expect_the_bits_of_one_thread(make_problem({12, 11, 9}, Transform::dct2, Placement::in_place),
                                options);
}

TEST(Repetition, FourThreadsTwoPlansAndTwoHundredChangingInputs) {
  const Problem a = make_problem({12, 10, 16}, Transform::c2c, Placement::in_place);
  const Problem b = make_problem({9, 15, 8}, Transform::r2c, Placement::out_of_place);
  const std::vector<Complex> field_b = global_field(b, 2);
  const std::vector<Complex> spectrum_b = serial_forward(b, field_b);
  Options options = pinned();
  options.threads = 4;
  Case<double> case_a(a, options), case_b(b, options);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<Complex> field = global_field(a, seed);
    case_a.fill_input(field);
    case_b.fill_input(field_b);
    case_a.plan().forward();
    case_b.plan().forward();
    ASSERT_LE(case_a.output_error(serial_forward(a, field)), case_a.tolerance()) << seed;
    ASSERT_LE(case_b.output_error(spectrum_b), case_b.tolerance()) << seed;
    case_b.plan().backward();
    case_a.plan().backward();
    ASSERT_LE(case_a.input_error(field, 12 * 10 * 16), 2 * case_a.tolerance()) << seed;
    ASSERT_LE(case_b.input_error(field_b, 9 * 15 * 8), 2 * case_b.tolerance()) << seed;
  }
}

TEST(Funneled, OnlyTheCallingThreadNeedsToCommunicate) {
  const Problem problem = make_problem({16, 12, 10}, Transform::c2c, Placement::out_of_place);
  const std::vector<Complex> field = global_field(problem, 12);
  Options options = pinned();
  options.message_groups = 2;
  options.chunks = 4;
  for (const auto& [exchange, packing] : all_ways()) {
    for (const bool anyone : {false, true}) {
      options.exchange = exchange;
      options.packing = packing;
      Case<double> c(problem, options);
      ThreadPolicy policy;
      policy.workers = 3;
      policy.anyone_communicates = anyone;
      const auto engine =
          make_engine(problem, options, MPI_COMM_WORLD, std::make_unique<ThreadedExecutor>(policy));
      engine->commit(c.in(), c.out());
      for (int repetition = 0; repetition < 10; ++repetition) {
        c.fill_input(field);
        engine->forward();
        EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
        engine->backward();
        EXPECT_LE(c.input_error(field, 16 * 12 * 10), 2 * c.tolerance());
      }
    }
  }
}

TEST(Cores, RanksThatShareProcessorsGetDifferentOnesOrNone) {
  const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
  const std::size_t allowed = allowed_cores().size();
  for (const int workers : {1, 2}) {
    const std::vector<int> mine = share_of_cores(world, workers);
    const auto wanted = static_cast<std::size_t>(workers);
    // Tests run unbound: all ranks may use the same processors.
    const bool enough = wanted * static_cast<std::size_t>(world_size()) <= allowed;
    ASSERT_EQ(mine.size(), enough ? wanted : 0);
    std::vector<int> all(mine.size() * static_cast<std::size_t>(world_size()));
    MPI_Allgather(mine.data(), static_cast<int>(mine.size()), MPI_INT, all.data(),
                  static_cast<int>(mine.size()), MPI_INT, MPI_COMM_WORLD);
    EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size());
  }
}

}  // namespace
}  // namespace taskfft
