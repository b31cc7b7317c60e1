#include "run/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

#if defined(TASKFFT_OPENMP)
#include <omp.h>
#endif

namespace taskfft {
namespace {

/// The first processor that the system lists with this one; `unknown` if that can't be read.
int first_listed(int processor, const std::string& list, int unknown) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/" + list);
  std::string text;
  std::getline(file, text);
  return first_of_list(text).value_or(unknown);
}

/// Where OMP_PROC_BIND is set, an OpenMP runtime binds the main thread to the first of its places
/// as soon as it is loaded. All of its places together are then what the process may use.
void add_openmp_places([[maybe_unused]] cpu_set_t& set) {
#if defined(TASKFFT_OPENMP)
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    for (const int processor : processors) CPU_SET(processor, &set);
  }
#endif
}

bool intersect(std::span<const std::uint64_t> some, std::span<const std::uint64_t> others) {
  return !std::equal(some.begin(), some.end(), others.begin(),
                     [](std::uint64_t a, std::uint64_t b) { return (a & b) == 0; });
}

void set_affinity(pthread_t thread, const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(processor, &set);
  pthread_setaffinity_np(thread, sizeof set, &set);
}

}  // namespace

std::optional<int> first_of_list(std::string_view list) {
  int first = 0;
  const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), first);
  return error == std::errc() ? std::optional(first) : std::nullopt;
}

std::vector<int> allowed_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {};  // more than a cpu_set_t holds
  add_openmp_places(set);
  std::vector<int> processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

std::vector<int> allowed_cores() {
  std::vector<int> cores, siblings, seen;
  for (const int processor : allowed_processors()) {
    const int first =
        first_listed(processor, "topology/thread_siblings_list", processor);  // of a core
    const bool fresh = std::find(seen.begin(), seen.end(), first) == seen.end();
    (fresh ? cores : siblings).push_back(processor);
    seen.push_back(first);
  }
  cores.insert(cores.end(), siblings.begin(), siblings.end());
  return cores;
}

std::vector<int> cache_groups(const std::vector<int>& processors) {
  std::vector<int> groups;
  for (const int processor : processors) {
    groups.push_back(first_listed(processor, "cache/index3/shared_cpu_list", 0));
  }
  return groups;
}

std::vector<int> share_of_cores(const Communicator& node, int workers) {
  const std::vector<int> cores = allowed_cores();
  std::vector<std::uint64_t> mine(CPU_SETSIZE / 64), all;
  for (const int core : cores) mine[static_cast<std::size_t>(core) / 64] |= 1ULL << (core % 64);
  all.resize(mine.size() * static_cast<std::size_t>(node.size()));
  const int words = static_cast<int>(mine.size());
  check_mpi(
      MPI_Allgather(mine.data(), words, MPI_UINT64_T, all.data(), words, MPI_UINT64_T, node.get()),
      "comparing the processors that ranks may use");
  std::size_t before = 0, sharers = 0;
  for (int rank = 0; rank < node.size(); ++rank) {
    const auto theirs = all.begin() + static_cast<std::ptrdiff_t>(rank) * words;
    if (std::equal(mine.begin(), mine.end(), theirs)) {
      ++sharers;
      if (rank < node.rank()) ++before;
    } else if (intersect(mine, {theirs, theirs + words})) {
      return {};
    }
  }
  const auto each = static_cast<std::size_t>(workers);
  if (sharers * each > cores.size()) return {};
  const auto first = cores.begin() + static_cast<std::ptrdiff_t>(before * each);
  return {first, first + workers};
}

std::shared_ptr<const void> leave_to_bind() {
  static std::atomic<bool> given = false;
  if (given.exchange(true)) return nullptr;
  return {&given, [](std::atomic<bool>* flag) { *flag = false; }};
}

void bind_to_core(pthread_t thread, int core) {
  set_affinity(thread, {core});
}

void let_run_anywhere(pthread_t thread) {
  set_affinity(thread, allowed_processors());  // without any, the system refuses
}

}  // namespace taskfft
