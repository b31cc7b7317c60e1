#include "run/energy_meter.hpp"

#include <cstdlib>

#include "support/system_file.hpp"

namespace fftbench {
namespace {

std::optional<double> number_in(const std::filesystem::path& file) {
  const std::optional<std::string> text = line_of(file);
  if (!text || text->empty()) return std::nullopt;
  return std::strtod(text->c_str(), nullptr);
}

}  // namespace

PackageCounters::PackageCounters(const std::filesystem::path& powercap) {
  std::error_code ignored;  // where there is no such folder there is nothing to read
  for (const auto& entry : std::filesystem::directory_iterator(powercap, ignored)) {
    const std::optional<std::string> name = line_of(entry.path() / "name");
    const auto start = number_in(entry.path() / "energy_uj");
    const auto range = number_in(entry.path() / "max_energy_range_uj");
    if (!name || !name->starts_with("package-") || !start || !range) continue;
    counters_[entry.path() / "energy_uj"] = {*start, *range};
  }
}

std::optional<double> PackageCounters::joules() const {
  if (counters_.empty()) return std::nullopt;
  double sum = 0.0;
  for (const auto& [file, counter] : counters_) {
    const auto now = number_in(file);
    if (!now) return std::nullopt;
    const double since = *now - counter.start;
    sum += since < 0.0 ? since + counter.range : since;
  }
  return 1e-6 * sum;
}

EnergyMeter::EnergyMeter(DeviceSpace* device)
    : device_(device), device_start_(device ? device->energy() : std::nullopt) {}

std::optional<Energy> EnergyMeter::use(double seconds, double transforms, int count) const {
  constexpr double shortest_of_device = 1.0, shortest_of_packages = 0.01;
  Energy energy{seconds, transforms, count, {}, {}};
  if (seconds >= shortest_of_packages) energy.packages = packages_.joules();
  const auto now = device_ && seconds >= shortest_of_device ? device_->energy() : std::nullopt;
  if (now && device_start_) energy.device = *now - *device_start_;
  if (!energy.device && !energy.packages) return std::nullopt;
  return energy;
}

}  // namespace fftbench
