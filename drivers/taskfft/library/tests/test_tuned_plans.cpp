// Plans that choose their settings by measuring them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "options/fingerprint.hpp"
#include "support.hpp"
#include "support/mpi_support.hpp"
#include "tuning/tuning_file.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Options measured() {
  Options options;
  options.tuning = Tuning::measure;
  return options;
}

bool first_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

/// Makes a tuned plan and looks at its answers; returns what it chose.
template <class Real>
Effective expect_right(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  const std::vector<Complex> field = global_field(problem, 1);
  Case<Real> c(problem, options);
  c.fill_input(field);
  c.plan().forward();
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
  c.plan().backward();
  EXPECT_LE(c.input_error(field, round_trip_scale(problem)), 2 * c.tolerance());
  return c.plan().effective();
}

TEST(TunedPlans, are_made_where_some_ranks_have_nothing_for_lanes) {
  for (const std::vector<Index>& extents : {std::vector<Index>{6, 1}, {256, 1}, {2, 2, 64}}) {
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      Options options = measured();
      options.effort = Effort::estimate;
      options.tuning_seconds = 0.3;
      expect_right<double>(make_problem(extents, transform), options);
    }
  }
}

TEST(TunedPlans, are_right_and_the_same_on_all_ranks) {
  const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      for (const std::vector<Index>& extents : {std::vector<Index>{12, 9, 16}, {16, 20}}) {
        const Problem problem{extents, transform, Precision::float64, placement};
        const Effective effective = expect_right<double>(problem, measured());
        EXPECT_TRUE(same_everywhere(world, fingerprint(problem, effective.options)));
        EXPECT_NE(effective.options.exchange, Exchange::automatic);
        EXPECT_GE(effective.trials.settings, 1);
        EXPECT_GT(effective.trials.seconds, 0);
        EXPECT_TRUE(effective.notes.empty());
      }
    }
  }
  expect_right<float>({{12, 9, 16}, Transform::c2c, Precision::float32}, measured());
  if (world_size() <= 6) expect_right<double>({{36}}, measured());
  Problem batch = make_problem({12, 9, 16});
  batch.kinds = {Transform::dct2, Transform::dst4, Transform::r2c};
  batch.fields = 3;
  expect_right<double>(batch, measured());
}

TEST(TunedPlans, keep_what_is_given) {
  Options options = measured();
  options.grid = {1, world_size(), 0};
  options.exchange = Exchange::p2p;
  options.message_groups = 3;
  options.kernel = LineKernel::fftw;
  const Effective effective = expect_right<double>({{12, 9, 16}}, options);
  EXPECT_EQ(effective.options.grid, options.grid);
  EXPECT_EQ(effective.options.exchange, Exchange::p2p);
  EXPECT_EQ(effective.options.message_groups, 3);
  EXPECT_EQ(effective.options.kernel, LineKernel::fftw);
  EXPECT_EQ(effective.trials.settings, 1);
}

TEST(TunedPlans, with_threads_choose_chunks_and_fewer_threads) {
  Options options = measured();
  options.grid = {world_size(), 1, 0};
  options.exchange = Exchange::p2p;
  options.message_groups = 1;
  options.kernel = LineKernel::fftw;
  options.threads = 4;
  options.tuning_seconds = 1000;
  const Effective open = expect_right<double>({{12, 9, 16}}, options);
  EXPECT_EQ(open.trials.settings, 5) << "as given, two numbers of chunks, two and one threads";
  EXPECT_TRUE((std::set{1, 2, 4}.contains(open.options.threads)));
  EXPECT_GE(open.options.chunks, 1);
  options.chunks = 3;
  const Effective given = expect_right<double>({{12, 9, 16}}, options);
  EXPECT_EQ(given.trials.settings, 3);
  EXPECT_EQ(given.options.chunks, 3);
}

TEST(TunedPlans, of_uneven_work_have_somebody_to_be_uneven_with) {
  Options options = measured();
  options.threads = 2;
  options.skew = 100;
  options.tuning_seconds = 1000;
  const Effective effective = expect_right<double>({{12, 9, 16}}, options);
  EXPECT_GE(effective.options.threads, world_size() == 1 ? 2 : 1);
}

TEST(TunedPlans, try_one_where_there_is_no_time) {
  Options options = measured();
  options.tuning_seconds = 0;
  options.kernel = LineKernel::fftw;
  EXPECT_EQ(expect_right<double>({{12, 9, 16}}, options).trials.settings, 1);
}

/// A name for a file that goes with the test; the first rank's counts.
class TuningFiles : public testing::Test {
 protected:
  TuningFiles() { std::filesystem::create_directory(folder_); }
  ~TuningFiles() override { std::filesystem::remove_all(folder_); }
  std::string path() const { return (folder_ / "tuning").string(); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("taskfft-tuned-plans-" + std::to_string(getpid()));
};

TEST_F(TuningFiles, give_the_same_choice_without_trials) {
  const Problem problem{{12, 9, 16}};
  Options options = measured();
  options.tuning_file = path();
  const Effective first = expect_right<double>(problem, options);
  const Effective again = expect_right<double>(problem, options);
  EXPECT_GE(first.trials.settings, 1);
  EXPECT_EQ(again.trials.settings, 0);
  EXPECT_EQ(again.trials.seconds, 0);
  EXPECT_EQ(fingerprint(problem, again.options), fingerprint(problem, first.options));
  options.order = Order::natural;
  EXPECT_GE(expect_right<double>(problem, options).trials.settings, 1);
}

TEST_F(TuningFiles, keep_the_threads) {
  const Problem problem{{12, 9, 16}};
  Options options = measured();
  options.tuning_file = path();
  options.threads = 3;
  Options fewer = expect_right<double>(problem, options).options;
  fewer.threads = 2;
  const int node = Communicator::of_node(Communicator::duplicate(MPI_COMM_WORLD)).size();
  if (first_rank()) {
    TuningFile(path()).keep(tuning_key(problem, options, world_size(), node), fewer);
  }
  const Effective again = expect_right<double>(problem, options);
  EXPECT_EQ(again.trials.settings, 0);
  EXPECT_EQ(again.options.threads, 2);
}

TEST_F(TuningFiles, out_of_order_are_a_note_on_the_first_rank) {
  if (first_rank()) std::ofstream(path()) << "something else\n";
  Options options = measured();
  options.tuning_file = path();
  const Effective effective = expect_right<double>({{12, 9, 16}}, options);
  EXPECT_GE(effective.trials.settings, 1);
  ASSERT_EQ(effective.notes.size(), first_rank() ? 1U : 0U);
  if (first_rank()) {
    EXPECT_NE(effective.notes[0].find(path()), std::string::npos);
  }
}

TEST_F(TuningFiles, of_the_variable_go_first) {
  setenv("TASKFFT_TUNING", path().c_str(), 1);
  Options options = measured();
  options.tuning_file = "/nowhere/at/all";
  const Effective effective = expect_right<double>({{12, 9, 16}}, options);
  unsetenv("TASKFFT_TUNING");
  EXPECT_TRUE(effective.notes.empty());
  EXPECT_EQ(std::filesystem::exists(path()), first_rank());
}

}  // namespace
}  // namespace taskfft
