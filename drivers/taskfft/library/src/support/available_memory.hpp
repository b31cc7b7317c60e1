#pragma once
/// How much memory this process may still take, as far as the system says so.

#include <cstdint>
#include <limits>
#include <string>

namespace taskfft {

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct AvailableMemory {
  std::uint64_t node = kUnlimited;  ///< of the whole machine, without making it swap
  /// Left in that of its control groups (cgroups) that has least left; and which one this is, the
  /// same number for all processes in it.
  std::uint64_t group = kUnlimited;
  std::uint64_t group_number = 0;
  std::uint64_t address_space = kUnlimited;  ///< left by ulimit -v, for this process alone
};

/// `root`: where /proc and /sys lie; another one than the system's in tests.
AvailableMemory available_memory(const std::string& root = "");

}  // namespace taskfft
