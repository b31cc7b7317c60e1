#include "engine/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace taskfft {
namespace {

namespace fs = std::filesystem;

/// A made-up system's /proc and /sys, removed in the end.
class System {
 public:
  System() : root_(testing::TempDir() + "taskfft-system-" + std::to_string(getpid())) {
    write("proc/meminfo", "MemTotal:  4000 kB\nMemFree:  100 kB\nMemAvailable:  2000 kB\n");
  }
  ~System() { fs::remove_all(root_); }
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  AvailableMemory memory() const { return available_memory(root_.string()); }

 private:
  fs::path root_;
};

TEST(AvailableMemory, is_the_nodes_without_control_groups) {
  const System system;
  EXPECT_EQ(system.memory().node, 2000U * 1024);
  EXPECT_EQ(system.memory().group, kUnlimited);
}

TEST(AvailableMemory, of_control_groups_is_the_least_on_the_way_to_the_top) {
  const System system;
  system.write("proc/self/cgroup", "0::/job/step/task\n");
  system.write("sys/fs/cgroup/job/step/task/memory.max", "max\n");
  system.write("sys/fs/cgroup/job/step/task/memory.current", "10\n");
  system.write("sys/fs/cgroup/job/step/memory.max", "5000\n");
  system.write("sys/fs/cgroup/job/step/memory.current", "1500\n");
  system.write("sys/fs/cgroup/job/step/memory.stat",
               "anon 1000\ninactive_file 300\nactive_file 200\n");
  system.write("sys/fs/cgroup/job/memory.max", "9000\n");
  system.write("sys/fs/cgroup/job/memory.current", "1500\n");
  EXPECT_EQ(system.memory().group, 4000U);
  system.write("sys/fs/cgroup/job/memory.current", "9500\n");
  EXPECT_EQ(system.memory().group, 0U);
}

TEST(AvailableMemory, of_control_groups_in_the_first_version_and_in_containers) {
  const System system;
  system.write("proc/self/cgroup", "3:cpu:/a\n2:hugetlb,memory:/pod/elsewhere\n0::/\n");
  system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
  system.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "3000\n");
  system.write("sys/fs/cgroup/memory/memory.stat",
               "inactive_file 1\nactive_file 1\ntotal_inactive_file 600\ntotal_active_file 400\n");
  EXPECT_EQ(system.memory().group, 5000U);
  system.write("sys/fs/cgroup/memory/pod/elsewhere/memory.limit_in_bytes", "2000\n");
  system.write("sys/fs/cgroup/memory/pod/elsewhere/memory.usage_in_bytes", "500\n");
  EXPECT_EQ(system.memory().group, 1500U);
  for (const char* group : {"", "pod/elsewhere/"}) {
    const std::string file = std::string("sys/fs/cgroup/memory/") + group + "memory.limit_in_bytes";
    system.write(file, "9223372036854771712\n");
  }
  EXPECT_EQ(system.memory().group, kUnlimited);
}

bool has(const std::string& text, const char* word) {
  return text.find(word) != std::string::npos;
}

TEST(MemoryShortage, is_where_the_ranks_of_a_node_need_more_together_than_there_is) {
  const auto rank = [](std::uint64_t needed) { return RankMemory{needed, {1000}}; };
  EXPECT_EQ(memory_shortage({rank(500), rank(500)}), "");
  EXPECT_TRUE(has(memory_shortage({rank(500), rank(501)}), "on a node"));
  EXPECT_EQ(memory_shortage({{10, {}}}), "");
}

TEST(MemoryShortage, is_in_a_control_group_of_what_its_ranks_need) {
  const auto rank = [](std::uint64_t needed, std::uint64_t group) {
    return RankMemory{needed, {10000, 1000, group}};
  };
  EXPECT_EQ(memory_shortage({rank(800, 1), rank(800, 2)}), "");
  EXPECT_TRUE(has(memory_shortage({rank(800, 1), rank(800, 1)}), "control group"));
}

TEST(MemoryShortage, is_in_each_address_space) {
  const RankMemory small{900, {10000, kUnlimited, 0, 800}};
  const RankMemory free{900, {10000}};
  EXPECT_EQ(memory_shortage({free, free}), "");
  EXPECT_TRUE(has(memory_shortage({free, small}), "ulimit -v"));
}

TEST(MemoryShortage, counts_what_was_reserved_and_not_written_to) {
  const auto of = [](const MemoryNeed& need, const AvailableMemory& available) {
    return memory_shortage({rank_memory(need, available)}, "many things");
  };
  EXPECT_EQ(of({300, 700}, {1000}), "");
  EXPECT_TRUE(has(of({300, 701}, {1000}), "many things need"));
  // Addresses it has already.
  EXPECT_EQ(of({300, 700}, {1000, kUnlimited, 0, 300}), "");
  EXPECT_TRUE(has(of({301, 600}, {1000, kUnlimited, 0, 300}), "ulimit -v"));
}

}  // namespace
}  // namespace taskfft
