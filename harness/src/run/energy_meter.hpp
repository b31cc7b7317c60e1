#pragma once
/// What the repetitions of a case take, where the machine tells: on rank 0.

#include <fftbench/device.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "contract/record.hpp"

namespace fftbench {

/// Joules that the processors of this node have taken since some moment, by package; empty where
/// nobody may read them (Linux: RAPL under `powercap`, of Intel's and AMD's processors).
class PackageCounters {
 public:
  explicit PackageCounters(const std::filesystem::path& powercap = "/sys/class/powercap");

  /// Joules of all packages since construction; nothing where there is none. Each counter may have
  /// begun anew once.
  std::optional<double> joules() const;

 private:
  struct Counter {
    double start, range;  ///< microjoules
  };
  std::map<std::filesystem::path, Counter> counters_;
};

/// Counts from its construction on.
class EnergyMeter {
 public:
  /// `device`: null for none.
  explicit EnergyMeter(DeviceSpace* device);

  /// Since then; `seconds` have passed, `transforms` of them in `count` transforms. Counters move
  /// in steps, NVIDIA's of up to 0.1 s and RAPL's of 1 ms: what is shorter than ten of them tells
  /// nothing. Nothing where nobody tells.
  std::optional<Energy> use(double seconds, double transforms, int count) const;

 private:
  DeviceSpace* device_;
  std::optional<double> device_start_;
  PackageCounters packages_;
};

}  // namespace fftbench
