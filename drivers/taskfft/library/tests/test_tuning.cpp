// What is tried, in which order, and the file that keeps what was chosen: without MPI.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "engine/cost_model.hpp"
#include "locale_with_commas.hpp"
#include "support/file.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"
#include "taskfft/names.hpp"
#include "tuning/candidates.hpp"
#include "tuning/tuning_file.hpp"

namespace taskfft {
namespace {

const Link kMemory{1e-6, 1e10};
const Link kNetwork{2e-6, 1e9};

Problem cube(Index n) {
  return {.extents = {n, n, n}};
}

Options settings(const Grid& grid, Exchange exchange, int groups) {
  Options options;
  options.grid = grid;
  options.exchange = exchange;
  options.message_groups = groups;
  return options;
}

/// Of slabs.
double predicted(Index n, const Machine& machine, Exchange exchange, int groups = 1) {
  return predicted_seconds(cube(n), settings({machine.ranks, 1, 0}, exchange, groups), machine);
}

TEST(CostModel, one_rank_exchanges_nothing) {
  const Machine alone{1, 1, kMemory, kNetwork};
  EXPECT_EQ(predicted(64, alone, Exchange::shared), predicted(64, alone, Exchange::alltoallv, 8));
}

TEST(CostModel, ranks_of_a_node_share_the_work_and_its_memory) {
  const Machine two{2, 2, kMemory, kNetwork}, four{4, 4, kMemory, kNetwork};
  EXPECT_LT(predicted(256, four, Exchange::shared), predicted(256, two, Exchange::shared));
  EXPECT_LT(predicted(256, two, Exchange::shared), predicted(256, two, Exchange::p2p));
}

TEST(CostModel, ranks_of_a_node_share_its_way_to_others) {
  const Machine thin{8, 1, kMemory, kNetwork}, fat{8, 4, kMemory, kNetwork};
  EXPECT_LT(predicted(256, thin, Exchange::p2p), predicted(256, fat, Exchange::p2p));
}

TEST(CostModel, groups_hide_the_network_where_messages_stay_large) {
  const Machine apart{8, 1, kMemory, kNetwork};
  EXPECT_LT(predicted(256, apart, Exchange::p2p, 4), predicted(256, apart, Exchange::p2p, 1));
  EXPECT_GT(predicted(8, apart, Exchange::p2p, 4), predicted(8, apart, Exchange::p2p, 1));
  EXPECT_GT(predicted(256, apart, Exchange::alltoallv, 4),
            predicted(256, apart, Exchange::alltoallv, 1));
}

TEST(CostModel, small_messages_of_a_node_are_worth_joining_and_large_ones_are_not) {
  const Machine fat{64, 16, kMemory, kNetwork};
  EXPECT_LT(predicted(64, fat, Exchange::joined), predicted(64, fat, Exchange::shared));
  EXPECT_GT(predicted(512, fat, Exchange::joined), predicted(512, fat, Exchange::shared));
}

TEST(CostModel, slabs_until_some_rank_has_no_plane) {
  const Machine node{16, 16, kMemory, kNetwork};
  const auto seconds = [&](const Problem& problem, const Grid& grid) {
    return predicted_seconds(problem, settings(grid, Exchange::shared, 1), node);
  };
  EXPECT_LT(seconds(cube(64), {16, 1, 0}), seconds(cube(64), {4, 4, 0}));
  const Problem flat{.extents = {4, 64, 64}};
  EXPECT_GT(seconds(flat, {16, 1, 0}), seconds(flat, {4, 4, 0}));
}

TEST(Candidates, every_open_setting_once_the_likeliest_first) {
  const Machine machine{6, 3, kMemory, kNetwork};
  const std::vector<Options> all = candidates(cube(48), {}, machine);
  std::set<std::tuple<Grid, Exchange, int>> different;
  std::vector<double> seconds;
  for (const Options& one : all) {
    different.emplace(one.grid, one.exchange, one.message_groups);
    seconds.push_back(predicted_seconds(cube(48), one, machine));
  }
  EXPECT_EQ(different.size(), all.size());
  EXPECT_EQ(all.size(), 4U * 6U * 5U);  // grids of 6 ranks, exchanges, groups
  EXPECT_TRUE(std::is_sorted(seconds.begin(), seconds.end()));
}

TEST(Candidates, what_is_given_stays) {
  const Machine machine{6, 3, kMemory, kNetwork};
  const Options given = settings({2, 3, 0}, Exchange::alltoallv, 2);
  const std::vector<Options> all = candidates(cube(48), given, machine);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(same_exchanges(all[0], given));
  EXPECT_EQ(candidates({.extents = {48, 48}}, {.message_groups = 1}, machine).size(), 6U);
}

TEST(Candidates, can_be_done) {
  const Machine machine{6, 3, kMemory, kNetwork};
  for (const Packing packing : {Packing::fused, Packing::separate, Packing::datatypes}) {
    for (const Options& one : candidates(cube(48), {.packing = packing}, machine)) {
      EXPECT_NO_THROW(check_arguments(cube(48), one, 6));
    }
  }
}

TEST(Names, are_read_as_they_are_written) {
  EXPECT_EQ(named<Exchange>(name(Exchange::automatic)), Exchange::automatic);
  EXPECT_EQ(named<Transform>(name(Transform::dst4)), Transform::dst4);
  EXPECT_EQ(name(Scheduler::static_), "static");
  EXPECT_THROW(named<Exchange>("post"), ArgumentError);
}

/// A folder for files of one test.
class KeptChoices : public testing::Test {
 protected:
  KeptChoices() { std::filesystem::create_directory(folder_); }
  ~KeptChoices() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "tuning").string(); }
  std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  void write(const std::string& text) const { std::ofstream(path()) << text; }

  static Options asked() { return {.threads = 4}; }
  static Options chosen() {
    Options options = settings({2, 3, 0}, Exchange::p2p, 4);
    options.chunks = 5;
    options.threads = 2;
    options.kernel = LineKernel::lanes;
    options.stores = Stores::streaming;
    return options;
  }
  static void expect_chosen(const std::optional<Options>& found) {
    ASSERT_TRUE(found);
    EXPECT_TRUE(same_exchanges(*found, chosen()));
    EXPECT_EQ(found->chunks, 5);
    EXPECT_EQ(found->threads, 2);
    EXPECT_EQ(found->kernel, LineKernel::lanes);
    EXPECT_EQ(found->stores, Stores::streaming);
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("taskfft-tuning-" + std::to_string(getpid()));
};

TEST_F(KeptChoices, are_found_by_their_key_alone) {
  const TuningFile file(path());
  EXPECT_FALSE(file.find("a", asked()));
  file.keep("a", chosen());
  file.keep("b", {});
  expect_chosen(file.find("a", asked()));
  EXPECT_FALSE(file.find("c", {}));
  file.keep("a", {});
  EXPECT_EQ(file.find("a", {})->chunks, 0);
  EXPECT_EQ(std::ranges::count(text(), '\n'), 3);
}

TEST_F(KeptChoices, of_writers_at_the_same_time_all_stay) {
  constexpr int writers = 4, choices = 8;
  {
    std::vector<std::jthread> threads;
    for (int writer = 0; writer < writers; ++writer) {
      threads.emplace_back([this, writer] {
        for (int k = 0; k < choices; ++k) {
          TuningFile(path()).keep(std::to_string(writer * choices + k), chosen());
        }
      });
    }
  }
  for (int key = 0; key < writers * choices; ++key) {
    EXPECT_TRUE(TuningFile(path()).find(std::to_string(key), asked())) << key;
  }
}

TEST_F(KeptChoices, that_make_no_sense_are_named_and_replaced) {
  const TuningFile file(path());
  file.keep("a", chosen());
  const std::string good = text();
  for (const auto& [from, to] : {std::pair{"p2p", "post"},
                                 {"2x3", "2x"},
                                 {"2x3x0", "1x1x1x1"},
                                 {"chunks=5", "chunks=5.5"},
                                 {"threads=2", "threads=5"},
                                 {"threads=2", "threads=0"},
                                 {" stores=streaming", ""}}) {
    std::string bad = good;
    write(bad.replace(bad.find(from), std::string(from).size(), to));
    try {
      file.find("a", asked());
      ADD_FAILURE() << "was taken: " << bad;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(path()), std::string::npos) << error.what();
    }
    file.keep("a", chosen());
    expect_chosen(file.find("a", asked()));
  }
  EXPECT_THROW(file.find("a", {.grid = {3, 2}, .threads = 4}), Error);
}

TEST_F(KeptChoices, lines_that_are_none_are_left_out) {
  const TuningFile file(path());
  file.keep("a", chosen());
  std::ofstream(path(), std::ios::app) << "half a li";
  expect_chosen(file.find("a", asked()));
  file.keep("b", chosen());
  EXPECT_EQ(text().find("half"), std::string::npos);
  expect_chosen(file.find("a", asked()));
}

TEST_F(KeptChoices, of_another_format_are_left_alone) {
  const std::string other = "taskfft tuning 2\na -> grid=1x1x0\n";
  write(other);
  const TuningFile file(path());
  EXPECT_THROW(file.find("a", {}), Error);
  EXPECT_THROW(file.keep("a", chosen()), Error);
  EXPECT_EQ(text(), other);
}

// As /dev/null: a pipe, which would be replaced, too, and here has a line, so that no reader waits.
TEST_F(KeptChoices, where_there_is_no_regular_file_are_refused) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  const File pipe(open(path().c_str(), O_RDWR));
  const TuningFile file(path());
  const auto expect_refused = [&](const auto& call) {
    ASSERT_EQ(::write(pipe.number(), "\n", 1), 1);
    try {
      call();
      ADD_FAILURE() << "was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(),
                path() + " is not used: it is no regular file; name another one, or none");
    }
  };
  expect_refused([&] { file.find("a", asked()); });
  expect_refused([&] { file.keep("a", chosen()); });
  EXPECT_TRUE(std::filesystem::is_fifo(path()));
  EXPECT_FALSE(std::filesystem::exists(path() + ".lock"));
}

TEST_F(KeptChoices, without_a_place_are_an_error) {
  const TuningFile file(path() + "/nowhere");
  EXPECT_FALSE(file.find("a", asked()));
  EXPECT_THROW(file.keep("a", chosen()), Error);
}

TEST(TuningKey, tells_apart_what_decides) {
  const Problem problem = cube(8);
  std::set<std::string> keys{tuning_key(problem, {}, 4, 2), tuning_key(problem, {}, 4, 4),
                             tuning_key(problem, {}, 8, 2), tuning_key(cube(9), {}, 4, 2)};
  Problem other = problem;
  other.placement = Placement::in_place;
  keys.insert(tuning_key(other, {}, 4, 2));
  other.precision = Precision::float32;
  keys.insert(tuning_key(other, {}, 4, 2));
  other.fields = 2;
  keys.insert(tuning_key(other, {}, 4, 2));
  other.kinds = {Transform::c2c, Transform::dct2, Transform::c2c};
  keys.insert(tuning_key(other, {}, 4, 2));
  EXPECT_EQ(keys.size(), 8U);
}

TEST(TuningKey, is_the_same_in_every_locale) {
  const std::string key = tuning_key(cube(8), {}, 1024, 2);
  const testing_support::LocaleWithCommas commas;
  EXPECT_EQ(tuning_key(cube(8), {}, 1024, 2), key);
}

}  // namespace
}  // namespace taskfft
