#pragma once
/// The processor of this machine, and lists of its CPUs.

#include <optional>
#include <string>
#include <vector>

namespace fftbench {

/// CPUs as the kernel writes them, "0-3,8".
std::string cpu_list(const std::vector<int>& cpus);
/// The CPUs of such a list.
std::vector<int> parse_cpu_list(const std::string& list);

/// The cores that hold these CPUs, each by its first hardware thread.
std::vector<int> cores_of(const std::vector<int>& cpus);
/// The CPUs of this process, one of each core first, then the second ones, and so on, however the
/// system numbers them: threads that take them in turn have a core each, as those of OpenMP with
/// places of cores have, as long as there are so many.
std::vector<int> cpus_for_threads();
/// The order of that, where `cores` has the core of each.
std::vector<int> one_of_each_core_first(const std::vector<int>& cpus,
                                        const std::vector<int>& cores);
/// The first of this process on another core than the calling thread's, or if there is none, on its
/// own; nothing where it has no other CPU.
std::optional<int> other_cpu();

/// CPUs of this machine, including those that this process may not use.
int online_cpus();
/// NUMA nodes that hold any of these CPUs, as a list; none where the system names no nodes.
std::optional<std::string> numa_nodes(const std::vector<int>& cpus);

/// Of vectors that the processor has, narrowest first, under FFTW's names.
std::vector<std::string> instruction_sets();

}  // namespace fftbench
