// A trace as its reader sees it: the file, and the sums.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "locale_with_commas.hpp"
#include "support.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A name for a file that no other program uses, the same on every rank.
std::string temporary_file() {
  long number = getpid();
  MPI_Bcast(&number, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  return testing::TempDir() + "taskfft-trace-" + std::to_string(number) + ".json";
}

TEST(Texts, of_any_length_travel_in_pieces) {
  const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
  for (const std::size_t length : {0U, 6U, 7U, 20U, 21U}) {
    std::string text;
    while (text.size() < length) text += static_cast<char>('a' + text.size());
    constexpr std::size_t piece = 7;
    if (world.rank() > 0) {
      send_text(world, 0, text, piece);
      continue;
    }
    for (int rank = 1; rank < world.size(); ++rank) {
      EXPECT_EQ(receive_text(world, rank, piece), text);
    }
  }
}

struct Traced {
  std::vector<WorkerTimes> times;
  double seconds;  ///< around the executions
  nlohmann::json events;
};

/// Runs a traced plan and reads its file; only the first rank gets the events.
Traced trace(Options options) {
  Problem problem;
  problem.extents = {40, 32, 48};
  options.trace = temporary_file();
  options.effort = Effort::estimate;
  Traced traced;
  {
    Case<double> c(problem, options);
    const auto begin = std::chrono::steady_clock::now();
    for (int repetition = 0; repetition < 5; ++repetition) {
      c.plan().forward();
      c.plan().backward();
    }
    traced.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    traced.times = c.plan().trace();
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    traced.events = nlohmann::json::parse(std::ifstream(options.trace)).at("traceEvents");
    std::remove(options.trace.c_str());
  }
  return traced;
}

double sum(const WorkerTimes& t) {
  return t.compute + t.pack + t.exchange + t.unpack + t.scheduling + t.idle;
}

void expect_sound(const Traced& traced) {
  for (const WorkerTimes& times : traced.times) {
    EXPECT_NEAR(sum(times), times.all, 1e-9);
    EXPECT_LE(times.all, traced.seconds);
    EXPECT_GT(times.all, 0);
    EXPECT_GE(times.scheduling, -1e-6);
  }
  double compute = 0;
  for (const WorkerTimes& times : traced.times) compute += times.compute;
  EXPECT_GT(compute, 0);
}

TEST(Trace, the_file_holds_the_events_of_all_ranks_and_workers) {
  constexpr int threads = 2;
  Options options;
  options.threads = threads;
  options.message_groups = 2;
  const Traced traced = trace(options);
  ASSERT_EQ(traced.times.size(), static_cast<std::size_t>(threads));
  expect_sound(traced);
  if (traced.events.is_null()) return;
  std::map<std::pair<int, int>, std::map<std::string, double>> seconds;  // by rank and worker
  for (const auto& event : traced.events) {
    if (event.at("ph") != "X") continue;
    seconds[{event.at("pid"), event.at("tid")}][event.at("cat")] += 1e-6 * double(event.at("dur"));
  }
  EXPECT_EQ(seconds.size(), static_cast<std::size_t>(threads * world_size()));
  for (int worker = 0; worker < threads; ++worker) {
    const WorkerTimes& times = traced.times[static_cast<std::size_t>(worker)];
    auto& parts = seconds[{0, worker}];
    constexpr double rounding = 1e-5;  // of nanoseconds, thousands of times
    EXPECT_NEAR(parts["compute"], times.compute, rounding);
    EXPECT_NEAR(parts["idle"], times.idle, rounding);
    EXPECT_NEAR(parts["exchange"], times.exchange, rounding);
  }
}

TEST(Trace, separate_packing_shows_as_its_own_parts) {
  Options options;
  options.packing = Packing::separate;
  options.exchange = Exchange::p2p;
  const Traced traced = trace(options);
  ASSERT_EQ(traced.times.size(), 1U);
  expect_sound(traced);
  EXPECT_GT(traced.times[0].unpack, 0);
  if (world_size() > 1) {
    EXPECT_GT(traced.times[0].pack, 0);
    EXPECT_GT(traced.times[0].exchange, 0);
  }
}

TEST(Trace, the_file_holds_messages_and_executions) {
  Options options;
  options.exchange = Exchange::p2p;
  options.message_groups = 2;
  const Traced traced = trace(options);
  if (traced.events.is_null()) return;
  std::map<std::string, double> in_flight;  // of the first rank, since when
  std::map<std::string, int> complete;      // by what it is
  std::map<std::string, int> executions;
  for (const auto& event : traced.events) {
    if (event.at("pid") != 0) continue;
    if (event.at("ph") == "X" && event.at("cat") == "run") ++executions[event.at("name")];
    if (event.at("ph") == "b") in_flight[event.at("id2").at("local")] = event.at("ts");
    if (event.at("ph") != "e") continue;
    const auto begin = in_flight.find(event.at("id2").at("local"));
    ASSERT_NE(begin, in_flight.end());
    EXPECT_LE(begin->second, double(event.at("ts")));
    in_flight.erase(begin);
    ++complete[event.at("name")];
  }
  EXPECT_TRUE(in_flight.empty());
  EXPECT_EQ(executions, (std::map<std::string, int>{{"forward", 5}, {"backward", 5}}));
  EXPECT_EQ(complete["send"] > 0, world_size() > 1);
  EXPECT_EQ(complete["send"], complete["receive"]);
}

/// A plan whose executions are traced. It ends by an exception on the rank that fails.
void trace_and_fail(const Options& options, int failing) {
  Case<double> c(make_problem({40, 32, 48}), options);
  for (int repetition = 0; repetition < 20; ++repetition) {  // more than MPI sends at once
    c.plan().forward();
    c.plan().backward();
  }
  if (world_rank() == failing) throw std::runtime_error("of the application's");
}

TEST(Trace, of_a_rank_that_an_exception_ends_is_waited_for_by_nobody) {
  if (world_size() == 1) GTEST_SKIP() << "needs two ranks";
  for (const int failing : {world_size() - 1, 0}) {
    Options options = estimate({0, 0});
    options.trace = temporary_file();
    options.chunks = 16;
    std::remove(options.trace.c_str());
    try {
      trace_and_fail(options, failing);
      EXPECT_NE(world_rank(), failing);
    } catch (const std::runtime_error&) {
      EXPECT_EQ(world_rank(), failing);
    }
    if (world_rank() > 0) continue;
    std::ifstream file(options.trace);
    EXPECT_EQ(file.good(), failing > 0);
    if (!file) continue;
    const auto trace = nlohmann::json::parse(file);
    for (const auto& event : trace.at("traceEvents")) {
      EXPECT_NE(event.at("pid"), failing);
    }
    std::remove(options.trace.c_str());
  }
}

TEST(Trace, is_read_whatever_the_locale_of_the_application) {
  const LocaleWithCommas commas;
  const Traced traced = trace({});
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  EXPECT_EQ(traced.events.empty(), rank > 0);  // it was read
}

TEST(Trace, plans_of_other_ranks_have_files_of_their_own) {
  const std::filesystem::path folder = temporary_file() + ".d";
  std::filesystem::create_directories(folder);
  setenv("TASKFFT_TRACE", (folder / "trace.json").c_str(), 1);
  Plan({.extents = {4, 4}}, {}, MPI_COMM_SELF);
  unsetenv("TASKFFT_TRACE");
  MPI_Barrier(MPI_COMM_WORLD);
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    EXPECT_TRUE(nlohmann::json::parse(std::ifstream(file.path())).contains("traceEvents"));
    ++files;
  }
  EXPECT_EQ(files, world_size());
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) std::filesystem::remove_all(folder);
}

TEST(Trace, can_start_between_executions) {
  for (const int threads : {1, 2}) {
    Problem problem;
    problem.extents = {40, 32, 48};
    Options options;
    options.threads = threads;
    options.effort = Effort::estimate;
    Case<double> c(problem, options);
    c.plan().forward();
    c.plan().start_trace();
    c.plan().backward();
    const std::vector<WorkerTimes> first = c.plan().trace();
    c.plan().start_trace();  // goes on
    c.plan().forward();
    const std::vector<WorkerTimes> second = c.plan().trace();
    ASSERT_EQ(first.size(), static_cast<std::size_t>(threads));
    for (std::size_t worker = 0; worker < first.size(); ++worker) {
      EXPECT_NEAR(sum(first[worker]), first[worker].all, 1e-9);
      EXPECT_GT(first[worker].all, 0);
      EXPECT_GT(second[worker].all, first[worker].all);
    }
  }
}

TEST(Trace, is_off_unless_asked_for) {
  Problem problem;
  problem.extents = {8, 8, 8};
  Case<double> c(problem, {});
  c.plan().forward();
  EXPECT_TRUE(c.plan().trace().empty());
}

}  // namespace
}  // namespace taskfft
