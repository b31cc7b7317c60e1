// Random problems in random ways, compared with sums: taskfft's counterpart of FFTW's libbench2.
//   mpirun -n 4 taskfft_verify [--seed 1] [--seeds 1] [--first 0] [--count 1000] [--points 4000]
// So many problems, numbered from the first, of so many seeds from that one. Problems run on one
// rank up to all that there are. What fails is described with its seed and number;
// --seed SEED --first NUMBER --count 1 repeats it (from the one before, where it worked in that
// one's memory).
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

#include "check.hpp"

namespace taskfft::verify {
namespace {

struct Arguments {
  std::uint64_t seed = 1, seeds = 1, first = 0, count = 1000, points = 4000;
};

/// Nothing for words that are none of its arguments.
std::optional<Arguments> read_arguments(int count, char** words) {
  Arguments arguments;
  const std::map<std::string_view, std::uint64_t*> known{{"--seed", &arguments.seed},
                                                         {"--seeds", &arguments.seeds},
                                                         {"--first", &arguments.first},
                                                         {"--count", &arguments.count},
                                                         {"--points", &arguments.points}};
  for (int k = 1; k < count; k += 2) {
    const auto found = known.find(words[k]);
    if (found == known.end() || k + 1 == count) return std::nullopt;
    const std::string_view number = words[k + 1];
    const char* const end = number.data() + number.size();
    const auto [rest, error] = std::from_chars(number.data(), end, *found->second);
    if (error != std::errc{} || rest != end) return std::nullopt;
  }
  return arguments;
}

char present[1024];  // what is being tried, for the handler of signals

/// A crash, or an alarm where a trial hangs.
void tell(int signal) {
  const char* const words = signal == SIGALRM ? "\nhangs: " : "\ncrashes: ";
  const auto say = [](const char* text) { return write(STDERR_FILENO, text, std::strlen(text)); };
  const bool said = say(words) > 0 && say(present) > 0 && say("\n") > 0;
  _exit(said ? 3 : 4);
}

/// The first `ranks` of the world, in either order; null on the others.
MPI_Comm some_ranks(int ranks, bool reversed) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank < ranks ? 0 : MPI_UNDEFINED, reversed ? -rank : rank, &comm);
  return comm;
}

/// The worst that any rank says, on all of them.
std::string gathered(MPI_Comm comm, const std::string& mine) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  int first = mine.empty() ? ranks : rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return "";
  char words[512] = {};
  mine.copy(words, sizeof(words) - 1);
  MPI_Bcast(words, sizeof(words), MPI_CHAR, first, comm);
  return words;
}

/// Communicators with the plans that were made last on them.
struct Group {
  MPI_Comm comm;
  std::unique_ptr<Plan> last = nullptr;
};

using Groups = std::map<std::pair<int, bool>, Group>;

Groups make_groups(int world) {
  Groups groups;
  for (int ranks = 1; ranks <= world; ++ranks) {
    for (const bool reversed : {false, true}) {
      groups[{ranks, reversed}] = {some_ranks(ranks, reversed)};
    }
  }
  return groups;
}

/// How many problems of a seed went wrong.
int failures_of(std::uint64_t seed, const Arguments& arguments, Groups& groups) {
  int rank = 0, world = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int failures = 0;
  for (std::uint64_t n = arguments.first; n < arguments.first + arguments.count; ++n) {
    const Trial trial = random_trial(seed, n, world, static_cast<Index>(arguments.points));
    if (rank >= trial.ranks) continue;
    const std::string words =
        "seed " + std::to_string(seed) + ", number " + std::to_string(n) + ": " + describe(trial);
    std::snprintf(present, sizeof(present), "%s", words.c_str());
    alarm(120);
    Group& group = groups.at({trial.ranks, trial.reversed});
    const std::string found = gathered(group.comm, wrong(trial, group.comm, group.last));
    if (found.empty()) continue;
    ++failures;
    if (rank == 0) std::printf("WRONG %s\n  %s\n", words.c_str(), found.c_str());
    std::fflush(stdout);
  }
  alarm(0);
  if (rank == 0) {
    std::printf("%llu problems on 1 to %d ranks, seed %llu, from number %llu: %d wrong\n",
                static_cast<unsigned long long>(arguments.count), world,
                static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(arguments.first), failures);
    std::fflush(stdout);
  }
  return failures;
}

int run(const Arguments& arguments) {
  int world = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  Groups groups = make_groups(world);
  int failures = 0;
  for (std::uint64_t k = 0; k < arguments.seeds; ++k) {
    failures += failures_of(arguments.seed + k, arguments, groups);
  }
  for (auto& [key, group] : groups) {
    group.last.reset();
    if (group.comm != MPI_COMM_NULL) MPI_Comm_free(&group.comm);
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace taskfft::verify

int main(int count, char** words) {
  const auto arguments = taskfft::verify::read_arguments(count, words);
  if (!arguments) {
    std::fprintf(stderr,
                 "usage: taskfft_verify [--seed 1] [--seeds 1] [--first 0] [--count 1000] "
                 "[--points 4000]\n");
    return 2;
  }
  int level = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &level);
  for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE}) {
    std::signal(signal, taskfft::verify::tell);
  }
  const int result = taskfft::verify::run(*arguments);
  MPI_Finalize();
  return result;
}
