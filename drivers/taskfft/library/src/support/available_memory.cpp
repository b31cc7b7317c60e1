#include "support/available_memory.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>

namespace taskfft {
namespace {

namespace fs = std::filesystem;

using Number = std::optional<std::uint64_t>;

/// Nothing where the file has none: it says "max", or is not there.
Number number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? Number(number) : std::nullopt;
}

/// The sum of the numbers behind these words in a file of words and numbers; nothing where it has
/// none of them.
Number sum_behind(const fs::path& file, std::span<const char* const> words) {
  std::ifstream stream(file);
  std::uint64_t sum = 0;
  std::size_t met = 0;
  for (std::string found; met < words.size() && stream >> found;) {
    std::uint64_t number = 0;
    if (std::ranges::find(words, found) == words.end() || !(stream >> number)) continue;
    sum += number;
    ++met;
  }
  return met > 0 ? Number(sum) : std::nullopt;
}

/// What the files of a control group are called in one of the two versions of their interface.
struct Names {
  const char* limit;
  const char* usage;
  /// In memory.stat: copies of files, given up when memory is needed.
  std::array<const char*, 2> files_kept;
};
constexpr Names kFirstVersion{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_active_file", "total_inactive_file"}};
constexpr Names kSecondVersion{"memory.max", "memory.current", {"active_file", "inactive_file"}};

Number left_in_group(const fs::path& group, const Names& names) {
  // The first version has this, in whole pages, where the second says "max".
  constexpr std::uint64_t no_limit = std::numeric_limits<std::int64_t>::max() / 2;
  const Number limit = number_in(group / names.limit);
  if (!limit || *limit > no_limit) return std::nullopt;
  const Number usage = number_in(group / names.usage);
  if (!usage) return std::nullopt;
  const std::uint64_t kept = sum_behind(group / "memory.stat", names.files_kept).value_or(0);
  const std::uint64_t used = *usage - std::min(*usage, kept);
  return *limit - std::min(*limit, used);
}

/// Looks at a group and all that it lies in.
void look_at_groups(const fs::path& top, const std::string& path, const Names& names,
                    AvailableMemory& memory) {
  fs::path group = top / fs::path(path).relative_path();
  std::error_code ignored;
  // Within a container the path may be the machine's, and what is seen its own group alone.
  if (!fs::is_directory(group, ignored)) group = top;
  for (;; group = group.parent_path()) {
    const Number left = left_in_group(group, names);
    struct stat status {};
    if (left && *left < memory.group && stat(group.c_str(), &status) == 0) {
      memory.group = *left;
      memory.group_number = status.st_ino;
    }
    if (group == top || !group.has_relative_path()) return;
  }
}

bool has_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

/// /proc/self/cgroup has a line "number:controllers:path" for each hierarchy; the second version's
/// names no controllers.
void look_at_all_groups(const fs::path& root, AvailableMemory& memory) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) look_at_groups(mounts, path, kSecondVersion, memory);
    if (has_memory(controllers)) look_at_groups(mounts / "memory", path, kFirstVersion, memory);
  }
}

std::uint64_t address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const std::uint64_t pages = number_in("/proc/self/statm").value_or(0);
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

}  // namespace

AvailableMemory available_memory(const std::string& root) {
  const fs::path top = root.empty() ? fs::path("/") : fs::path(root);
  AvailableMemory memory;
  constexpr std::array available{"MemAvailable:"};
  if (const Number kib = sum_behind(top / "proc/meminfo", available)) memory.node = *kib * 1024;
  look_at_all_groups(top, memory);
  memory.address_space = address_space_left();
  return memory;
}

}  // namespace taskfft
