#pragma once
/// The memory of this process, as the system accounts for it, in MB (10^6 bytes).

#include <optional>

namespace fftbench {

/// Starts peak_memory_mb() anew from what the process holds now; false where the system doesn't
/// allow it (Linux: /proc/self/clear_refs).
bool reset_peak_memory();

/// Highest resident memory since reset_peak_memory(); 0 where the system doesn't tell (and then
/// doesn't allow the reset either).
double peak_memory_mb();

/// Resident memory; 0 where the system doesn't tell.
double resident_memory_mb();

/// Returns to the system what this process has freed, so that what a library allocates next shows
/// in held_memory_mb().
void return_freed_memory();

/// Resident memory, where pages that several processes share count in equal parts (Linux: Pss of
/// /proc/self/smaps_rollup); nothing where the system doesn't tell.
std::optional<double> held_memory_mb();

}  // namespace fftbench
