/// Counters of energy, as Linux has them in files.

#include "run/energy_meter.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace fftbench {
namespace {

/// A folder as /sys/class/powercap, which ends with the test.
class Powercap : public testing::Test {
 protected:
  Powercap()
      : folder_(std::filesystem::temp_directory_path() /
                ("fftbench-powercap-" + std::to_string(getpid()))) {}
  ~Powercap() override { std::filesystem::remove_all(folder_); }

  void zone(const std::string& zone, const std::string& name, const std::string& microjoules) {
    std::filesystem::create_directories(folder_ / zone);
    std::ofstream(folder_ / zone / "name") << name << '\n';
    std::ofstream(folder_ / zone / "energy_uj") << microjoules << '\n';
    std::ofstream(folder_ / zone / "max_energy_range_uj") << "10000000\n";
  }

  std::filesystem::path folder_;
};

TEST_F(Powercap, packages_are_added_and_their_parts_are_not) {
  zone("intel-rapl:0", "package-0", "1000000");
  zone("intel-rapl:1", "package-1", "2000000");
  zone("intel-rapl:0:0", "core", "500000");
  const PackageCounters counters(folder_);
  zone("intel-rapl:0", "package-0", "4000000");
  zone("intel-rapl:1", "package-1", "2500000");
  zone("intel-rapl:0:0", "core", "9000000");
  EXPECT_DOUBLE_EQ(counters.joules().value_or(-1.0), 3.5);
}

TEST_F(Powercap, a_counter_that_began_anew_counts_on) {
  zone("intel-rapl:0", "package-0", "9000000");
  const PackageCounters counters(folder_);
  zone("intel-rapl:0", "package-0", "2000000");
  EXPECT_DOUBLE_EQ(counters.joules().value_or(-1.0), 3.0);
}

TEST_F(Powercap, nothing_is_told_where_nothing_can_be_read) {
  EXPECT_FALSE(PackageCounters(folder_).joules());
  zone("intel-rapl:0", "package-0", "");
  EXPECT_FALSE(PackageCounters(folder_).joules());
}

}  // namespace
}  // namespace fftbench
