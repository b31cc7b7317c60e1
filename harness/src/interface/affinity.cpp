#include <dlfcn.h>

#include <fftbench/affinity.hpp>

namespace fftbench {
namespace {

template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// The CPUs of all OpenMP places; none where no OpenMP runtime is loaded or it binds nothing.
void add_openmp_places(cpu_set_t& set) {
  const auto places = loaded<int()>("omp_get_num_places");
  const auto count = loaded<int(int)>("omp_get_place_num_procs");
  const auto ids = loaded<void(int, int*)>("omp_get_place_proc_ids");
  if (places == nullptr || count == nullptr || ids == nullptr) return;
  for (int place = 0; place < places(); ++place) {
    std::vector<int> cpus(static_cast<std::size_t>(count(place)));
    ids(place, cpus.data());
    for (const int cpu : cpus) CPU_SET(cpu, &set);
  }
}

/// What the calling thread may use; nothing where the machine has more CPUs than a cpu_set_t.
bool mask(cpu_set_t& set) {
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::vector<int> process_cpus() {
  std::vector<int> cpus;
  cpu_set_t set;
  if (!mask(set)) return cpus;
  add_openmp_places(set);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

bool bind_to(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

AllCpus::AllCpus() : widened_(mask(before_) && bind_to(process_cpus())) {}

AllCpus::~AllCpus() {
  if (widened_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace fftbench
