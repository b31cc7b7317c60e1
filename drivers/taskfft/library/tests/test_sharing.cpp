// Blocks that ranks of a node read in place: who shares with whom, and what happens where it can't
// be.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "engine/engine.hpp"
#include "exchange/shared_memory.hpp"
#include "support.hpp"
#include "support/available_memory.hpp"
#include "support/file.hpp"
#include "support/mpi_support.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/box_plan.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

using Resource = decltype(RLIMIT_NOFILE);

/// A lower limit for this process while it lives.
class Shortage {
 public:
  Shortage(Resource resource, rlim_t left) : resource_(resource) {
    getrlimit(resource_, &before_);
    const rlimit lower{left, before_.rlim_max};
    setrlimit(resource_, &lower);
  }
  ~Shortage() { setrlimit(resource_, &before_); }
  Shortage(const Shortage&) = delete;
  Shortage& operator=(const Shortage&) = delete;

 private:
  Resource resource_;
  rlimit before_{};
};

/// The limit that leaves so many files to be opened.
rlim_t files_and(int more) {
  const File next(open("/dev/null", O_RDONLY | O_CLOEXEC));
  return static_cast<rlim_t>(next.number() + more);
}

enum class Lack { file, file_of_others, bytes };

class Shortages : public testing::TestWithParam<Lack> {
 protected:
  /// For this rank, while it lives.
  static Shortage lack() {
    if (GetParam() == Lack::bytes) return {RLIMIT_FSIZE, 1000};
    return {RLIMIT_NOFILE, files_and(GetParam() == Lack::file ? 0 : 1)};
  }
  static const char* reason() {
    if (GetParam() == Lack::bytes) return "reserving";
    return GetParam() == Lack::file ? "creating shared memory" : "opening /proc/";
  }
};

INSTANTIATE_TEST_SUITE_P(Lacks, Shortages,
                         testing::Values(Lack::file, Lack::file_of_others, Lack::bytes),
                         [](const testing::TestParamInfo<Lack>& lack) {
                           return lack.param == Lack::file    ? "OfAFile"
                                  : lack.param == Lack::bytes ? "OfBytes"
                                                              : "OfAnothersFile";
                         });

TEST_P(Shortages, where_one_rank_cannot_have_it_all_use_messages) {
  if (world_size() == 1) GTEST_SKIP() << "one rank shares with nobody, and needs no file";
  const Problem problem = make_problem({9, 10, 12});
  const std::vector<Complex> field = global_field(problem, 5);
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::shared;
  std::optional<Case<double>> made;
  if (world_rank() == world_size() - 1) {
    const Shortage shortage = lack();
    made.emplace(problem, options);
  } else {
    made.emplace(problem, options);
  }
  Case<double>& c = *made;
  EXPECT_EQ(c.plan().effective().options.exchange, Exchange::p2p);
  ASSERT_EQ(c.plan().effective().notes.size(), 1U);
  EXPECT_NE(c.plan().effective().notes[0].find(reason()), std::string::npos)
      << c.plan().effective().notes[0];
  c.fill_input(field);
  c.plan().forward();
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
}

TEST(TooLargePlans, are_refused_on_all_ranks_before_memory_is_taken) {
  // Were it tried, these would end it.
  const Shortage files(RLIMIT_FSIZE, rlim_t{1} << 26U);
  const Shortage memory(RLIMIT_AS, rlim_t{1} << 36U);
  Problem problem = make_problem({1 << 14, 1 << 14, 1 << 14}, Transform::r2c);
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
    Options options = estimate({world_size(), 1});
    options.exchange = exchange;
    try {
      Plan(problem, options, MPI_COMM_WORLD);
      ADD_FAILURE() << "the plan was made";
    } catch (const ResourceError& error) {
      const std::string words = error.what();
      EXPECT_NE(words.find("the plan's work buffers need"), std::string::npos) << words;
    }
  }
}

/// The limit that leaves so many bytes of this process's address space.
rlim_t address_space_and(rlim_t more) {
  constexpr rlim_t plenty = rlim_t{1} << 46U;
  const Shortage limited(RLIMIT_AS, plenty);
  return plenty - available_memory().address_space + more;
}

TEST(TooLargePlans, are_refused_where_they_join_messages_beside_memory_that_they_borrow) {
  if (world_size() == 1) GTEST_SKIP() << "one rank joins nothing";
  const Problem problem = make_problem({256 * Index{world_size()}, 64, 64});  // 16 MiB a rank
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::joined;
  const Plan lender(problem, options, MPI_COMM_WORLD);
  if (lender.effective().options.exchange != Exchange::joined) GTEST_SKIP() << "not shared here";
  const Shortage memory(RLIMIT_AS, address_space_and(rlim_t{1} << 22U));
  EXPECT_THROW(Plan(problem, options, lender), ResourceError);
}

/// What all ranks are told where a plan can't have its memory; nothing if it can.
template <class Make>
std::string shortage_of(Make make) {
  try {
    make();
  } catch (const ResourceError& error) {
    return error.what();
  }
  return "";
}

TEST(TooLargePlans, are_refused_where_there_is_no_memory_for_more_than_their_buffers) {
  // 64 MiB a rank, which malloc gives back at once.
  const Problem problem = make_problem({1024 * Index{world_size()}, 64, 64});
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::p2p;
  const Index rank = world_rank(), ranks = world_size();
  const std::vector<Index> lo{0, 64 * rank / ranks, 0};
  const std::vector<Index> hi{1024 * ranks, 64 * (rank + 1) / ranks, 64};
  const Boxes mine{{make_box(lo, hi, {2, 1, 0})}, {make_box(lo, hi)}};
  const std::size_t buffers = Plan(problem, options, MPI_COMM_WORLD).effective().work_bytes;
  const Shortage memory(RLIMIT_AS, address_space_and(buffers + (rlim_t{1} << 25U)));
  const std::string of_boxes =
      shortage_of([&] { BoxPlan(problem, options, mine, MPI_COMM_WORLD); });
  EXPECT_NE(of_boxes.find("the plan's work buffers and those between boxes need"),
            std::string::npos)
      << of_boxes;
  options.tuning = Tuning::measure;
  const std::string of_trials = shortage_of([&] { Plan(problem, options, MPI_COMM_WORLD); });
  EXPECT_NE(of_trials.find("the arrays of trials, which tuning off does without, need"),
            std::string::npos)
      << of_trials;
}

/// As in a container where every rank has the same process number.
int open_own_file(std::int64_t /*process*/, std::int64_t file) {
  return open_through_proc(getpid(), file);
}

TEST(SharedMemoryOfPeers, is_not_theirs_where_their_process_number_is_anothers_here) {
  const Communicator node = Communicator::of_node(Communicator::duplicate(MPI_COMM_WORLD));
  std::string reason;
  // All have the same file number, so that each one finds its own file in place of its peers'.
  const auto found = SharedMemory::create(node, 4096, reason, open_own_file);
  EXPECT_EQ(found.has_value(), node.size() == 1);
  EXPECT_EQ(reason.find("containers") != std::string::npos, node.size() > 1) << reason;
}

/// Whether this system puts a file's memory into huge pages when it is asked to.
bool collapses_files() {
  const File file(memfd_create("probe", MFD_CLOEXEC));
  const Mapping mapped(file.number(), kHugePage);
  return posix_fallocate(file.number(), 0, kHugePage) == 0 &&
         madvise(mapped.get(), kHugePage, 25) == 0;  // MADV_COLLAPSE
}

/// Send buffers that this process has mapped, some of each in huge pages.
int buffers_in_huge_pages() {
  std::ifstream maps("/proc/self/smaps");
  bool ours = false;
  int found = 0;
  for (std::string word, line; std::getline(maps, line);) {
    std::istringstream words(line);
    if (line.find('-') < line.find(' ')) ours = line.ends_with("/memfd:taskfft (deleted)");
    if (int kib = 0; ours && words >> word >> kib && word == "ShmemPmdMapped:" && kib > 0) ++found;
  }
  return found;
}

TEST(SharedMemoryOfPeers, lies_in_huge_pages_on_all_ranks) {
  const Communicator node = Communicator::of_node(Communicator::duplicate(MPI_COMM_WORLD));
  if (node.size() == 1) GTEST_SKIP() << "nobody to share with";
  if (!collapses_files()) GTEST_SKIP() << "not on this system, as before Linux 6.1";
  constexpr std::size_t bytes = 2 * kHugePage + 4096;  // the rest is no whole one
  const int before = buffers_in_huge_pages();          // of plans that failed, whose memory is kept
  std::string reason;
  const auto memory = SharedMemory::create(node, bytes, reason);
  ASSERT_TRUE(memory) << reason;
  for (int rank = 0; rank < node.size(); ++rank)
    std::fill_n(memory->part(rank), bytes, std::byte{1});
  EXPECT_EQ(buffers_in_huge_pages() - before, node.size());
}

/// Run on its own with a process namespace for every rank, too (see CMakeLists.txt).
TEST(Containers, with_process_numbers_of_their_own_use_messages) {
  const Problem problem = make_problem({16, 12, 10});
  const std::vector<Complex> field = global_field(problem, 7);
  Case<double> c(problem, estimate({world_size(), 1}));
  const Effective& effective = c.plan().effective();
  if (getpid() == 1 && world_size() > 1) {  // a namespace of our own
    EXPECT_EQ(effective.options.exchange, Exchange::p2p);
    EXPECT_EQ(effective.notes.size(), 1U);
  }
  c.fill_input(field);
  c.plan().forward();
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
}

/// Send buffers that this process has mapped, its own and others', each of which is a file without
/// a name: nothing is left behind whatever ends the process.
int mapped_buffers() {
  std::ifstream maps("/proc/self/maps");
  int found = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with("/memfd:taskfft (deleted)")) ++found;
  }
  return found;
}

/// The ranks that share memory, as if those with other numbers were on other nodes.
Communicator as_if_on_node(int number) {
  return Communicator::split(Communicator::duplicate(MPI_COMM_WORLD), number, world_rank());
}
Communicator half_of_the_world() {
  return as_if_on_node(world_rank() % 2);
}

/// Forward and backward again and again. `scale`: of the round trip.
void expect_right_again_and_again(Engine& engine, Case<double>& c,
                                  const std::vector<Complex>& field,
                                  const std::vector<Complex>& spectrum, double scale) {
  for (int repetition = 0; repetition < 3; ++repetition) {
    c.fill_input(field);
    engine.forward();
    EXPECT_LE(c.output_error(spectrum), c.tolerance());
    engine.backward();
    EXPECT_LE(c.input_error(field, scale), 2 * c.tolerance());
  }
}

TEST(Nodes, blocks_are_shared_on_each_and_sent_between_them) {
  const Problem problem = make_problem({13, 12, 10}, Transform::r2c, Placement::in_place);
  const std::vector<Complex> field = global_field(problem, 10);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  for (const auto& grid : all_grids(world_size(), 3)) {
    for (const Packing packing : {Packing::fused, Packing::separate}) {
      Options options = estimate(grid);
      options.exchange = Exchange::shared;
      options.packing = packing;
      options.order = Order::natural;
      options.message_groups = 2;
      SCOPED_TRACE(describe(problem, options));
      Case<double> c(problem, options);
      const int before = mapped_buffers();
      Communicator half = half_of_the_world();
      const int neighbours = half.size();
      const auto engine = make_engine(problem, options, MPI_COMM_WORLD, nullptr, std::move(half));
      const bool somebody_shares = world_size() > 2 || world_size() == 1;
      EXPECT_EQ(mapped_buffers() - before, somebody_shares && neighbours > 1 ? neighbours : 0);
      EXPECT_EQ(engine->effective().options.exchange,
                somebody_shares ? Exchange::shared : Exchange::p2p);
      engine->commit(c.in(), c.out());
      expect_right_again_and_again(*engine, c, field, spectrum, 13 * 12 * 10);
    }
  }
}

/// Forward and backward again and again, as the joined messages of one exchange lie where those of
/// another one did.
void expect_right_where_joined(const Problem& problem, const Options& options, int node) {
  SCOPED_TRACE(describe(problem, options) + ", node " + std::to_string(node));
  const std::vector<Complex> field = global_field(problem, 11);
  const std::vector<Complex> spectrum = serial_forward(problem, field);
  Case<double> c(problem, options);
  Communicator mine = as_if_on_node(node);
  const bool somebody_shares = world_size() == 1 || maximum(mine, Index{mine.size()}) > 1;
  const auto engine = make_engine(problem, options, MPI_COMM_WORLD, nullptr, std::move(mine));
  if (somebody_shares) {
    EXPECT_EQ(engine->effective().options.exchange, Exchange::joined);
  }
  engine->commit(c.in(), c.out());
  expect_right_again_and_again(*engine, c, field, spectrum, round_trip_scale(problem));
}

TEST(JoinedMessages, are_right_however_ranks_lie_on_nodes) {
  Problem problem = make_problem({13, 12, 10}, Transform::r2c, Placement::in_place);
  const int rank = world_rank();
  int count = 0;
  for (const auto& grid : all_grids(world_size(), 3)) {
    // By turns, by pairs, all but one together, and all on one node.
    for (const int node : {rank % 2, rank / 2, std::min(rank, 1), 0}) {
      Options options = estimate(grid);
      options.exchange = Exchange::joined;
      options.packing = count % 2 == 0 ? Packing::fused : Packing::separate;
      options.order = count % 3 == 0 ? Order::transposed : Order::natural;
      options.message_groups = 1 + count % 2;
      options.message_limit = count % 4 == 0 ? 7 : 1 << 20;
      problem.fields = 1 + count % 3;
      expect_right_where_joined(problem, options, node);
      ++count;
    }
  }
}

TEST(JoinedMessages, of_ranks_on_nodes_of_their_own_are_messages_of_each) {
  if (world_size() == 1) GTEST_SKIP() << "one rank shares with itself";
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::joined;
  const auto engine = make_engine(make_problem({8, 8, 8}), options, MPI_COMM_WORLD, nullptr,
                                  as_if_on_node(world_rank()));
  EXPECT_EQ(engine->effective().options.exchange, Exchange::p2p);
  ASSERT_EQ(engine->effective().notes.size(), 1U);
  EXPECT_NE(engine->effective().notes[0].find("exchange joined is not possible"),
            std::string::npos);
}

}  // namespace
}  // namespace taskfft
