#pragma once
/// Which CPUs the threads of this process may use.

#include <sched.h>

#include <vector>

namespace fftbench {

/// The CPUs that this process may use, ascending. Where OMP_PROC_BIND is set, an OpenMP runtime
/// binds the thread that calls main to the first of its places as soon as it is loaded; all of its
/// places together are then what the process has, and otherwise what the calling thread may use.
std::vector<int> process_cpus();

/// As long as it lives, the calling thread may use all CPUs of the process, and so may the threads
/// that it starts, which inherit that from it. For plans of libraries that start threads of their
/// own and don't bind them: they would all share the one CPU that OpenMP left to their parent.
class AllCpus {
 public:
  AllCpus();
  ~AllCpus();
  AllCpus(const AllCpus&) = delete;
  AllCpus& operator=(const AllCpus&) = delete;

 private:
  cpu_set_t before_{};
  bool widened_ = false;
};

/// Lets the calling thread use these CPUs only; false where the system refuses.
bool bind_to(const std::vector<int>& cpus);

}  // namespace fftbench
