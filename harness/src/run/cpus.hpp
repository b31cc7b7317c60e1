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
/// CPUs of this machine, including those that this process may not use.
int online_cpus();
/// NUMA nodes that hold any of these CPUs, as a list; none where the system names no nodes.
std::optional<std::string> numa_nodes(const std::vector<int>& cpus);

/// Of vectors that the processor has, narrowest first, under FFTW's names.
std::vector<std::string> instruction_sets();

}  // namespace fftbench
