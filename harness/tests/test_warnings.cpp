/// What is said of a machine before anything runs on it.

#include "run/warnings.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fftbench {
namespace {

using nlohmann::json;

/// A node of four CPUs with a rank for each list of CPUs.
Environment node(const std::vector<std::vector<int>>& ranks) {
  Environment environment;
  environment.record = {{"build", {{"type", "Release"}, {"dirty", false}}}};
  for (const auto& cpus : ranks) environment.places.push_back({"n1", cpus});
  environment.cpus = 4;
  return environment;
}

std::vector<std::string> codes(const Environment& environment, int threads) {
  std::vector<std::string> found;
  for (const Warning& warning : environment_warnings(environment, threads)) {
    found.push_back(warning.code);
  }
  return found;
}

using Codes = std::vector<std::string>;

TEST(Warnings, there_are_none_where_each_thread_has_a_cpu_of_its_own) {
  EXPECT_EQ(codes(node({{0}}), 1), Codes());
  EXPECT_EQ(codes(node({{0}, {1}, {2}, {3}}), 1), Codes());
  EXPECT_EQ(codes(node({{0, 1}, {2, 3}}), 2), Codes());
}

TEST(Warnings, ranks_that_may_move_are_unbound) {
  const auto warnings = environment_warnings(node({{0, 1}}), 1);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, "unbound");
  EXPECT_EQ(warnings[0].text, "1 ranks are not bound: each may run on CPUs 0-1");
  EXPECT_EQ(codes(node({{0, 1, 2, 3}, {0, 1, 2, 3}}), 1), Codes{"unbound"});
}

TEST(Warnings, more_threads_than_cpus_of_the_node_oversubscribe_it) {
  EXPECT_EQ(codes(node({{0, 1, 2, 3}}), 5), (Codes{"oversubscribed", "few_cpus"}));
  const std::vector<std::vector<int>> five(5, {0, 1, 2, 3});
  EXPECT_EQ(codes(node(five), 1), (Codes{"oversubscribed", "unbound"}));
}

TEST(Warnings, more_threads_than_cpus_that_the_ranks_may_use_oversubscribe_them) {
  EXPECT_EQ(codes(node({{0, 1}, {0, 1}, {0, 1}}), 1),
            (Codes{"oversubscribed", "unbound", "shared_cores"}));
}

TEST(Warnings, ranks_share_cores_where_others_are_free) {
  const auto warnings = environment_warnings(node({{0}, {0}, {1}, {2, 3}}), 1);
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0].code, "shared_cores");
  EXPECT_EQ(warnings[0].text, "2 ranks x 1 threads are bound to the same CPUs 0");
  EXPECT_EQ(codes(node({{0}, {0, 1}}), 1), Codes{"unbound"});  // one may go out of the way
  EXPECT_EQ(codes(node({{0, 1}, {0, 1}}), 2), (Codes{"oversubscribed", "shared_cores"}));
}

/// A node of two cores: CPUs 0 and 2 are hardware threads of the first, 1 and 3 of the second.
Environment two_cores(const std::vector<std::vector<int>>& ranks) {
  Environment environment = node(ranks);
  for (Place& place : environment.places) {
    std::set<int> cores;
    for (const int cpu : place.cpus) cores.insert(cpu % 2);
    place.cores.assign(cores.begin(), cores.end());
  }
  return environment;
}

TEST(Warnings, hardware_threads_of_a_core_are_one_core) {
  const auto warnings = environment_warnings(two_cores({{0}, {2}}), 1);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, "shared_cores");
  EXPECT_EQ(warnings[0].text,
            "2 ranks x 1 threads share the cores 0 of n1 by their hardware threads");
  EXPECT_EQ(codes(two_cores({{0, 2}}), 2), Codes{"shared_cores"});  // threads of one rank
  EXPECT_EQ(codes(two_cores({{0, 2}, {1, 3}}), 1), Codes());        // each bound to a core
  EXPECT_EQ(codes(two_cores({{0, 1}}), 1), Codes{"unbound"});
  EXPECT_EQ(codes(two_cores({{0}, {1}}), 1), Codes());
  EXPECT_EQ(codes(two_cores({{0, 1}}), 2), Codes());
  const Codes once{"shared_cores", "unbound"};  // two share a CPU, which says it
  EXPECT_EQ(codes(two_cores({{0}, {0}, {1}, {2, 3}}), 1), once);
}

TEST(Warnings, threads_need_a_cpu_each) {
  const auto warnings = environment_warnings(node({{0}}), 2);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].text, "oversubscribed: 1 ranks x 2 threads on 1 CPUs of n1");
  EXPECT_EQ(warnings[1].code, "few_cpus");
  EXPECT_EQ(warnings[1].text, "1 ranks of 2 threads may use CPUs 0 only");
}

TEST(Warnings, every_node_is_looked_at_by_itself) {
  Environment two = node({{0}, {0}});
  two.places[1].host = "n2";
  EXPECT_EQ(codes(two, 1), Codes());
}

TEST(Warnings, there_is_one_of_each_code_however_many_ranks_it_is_about) {
  Environment environment = node({{0, 1}, {2, 3}, {0, 1}, {2, 3}});
  environment.places[2].host = environment.places[3].host = "n2";
  auto warnings = environment_warnings(environment, 1);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].text,
            "1 ranks are not bound: each may run on CPUs 0-1 (in all 4 ranks on 2 hosts)");
  environment = node({{0}, {0}, {0, 1}, {2}, {2}, {3}});  // the first two share both CPUs and one
  environment.cpus = 8;
  warnings = environment_warnings(environment, 1);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[1].code, "shared_cores");
  EXPECT_EQ(warnings[1].text,
            "2 ranks x 1 threads are bound to the same CPUs 0 (in all 5 ranks on 1 hosts)");
}

TEST(Warnings, of_what_is_unknown_nothing_is_said) {
  EXPECT_EQ(codes(node({{}}), 1), Codes());
}

TEST(Warnings, a_build_that_nobody_should_measure_is_named) {
  Environment environment = node({{0}});
  environment.record["build"] = {{"type", "Debug"}, {"dirty", true}};
  EXPECT_EQ(codes(environment, 1), (Codes{"debug_build", "dirty_tree"}));
  environment.record["build"] = {{"type", "Release"}, {"dirty", nullptr}};
  EXPECT_EQ(codes(environment, 1), Codes());
}

}  // namespace
}  // namespace fftbench
