#include "taskfft/arguments.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <type_traits>

#include "engine/executors.hpp"
#include "options/fingerprint.hpp"
#include "taskfft/error.hpp"
#include "taskfft/names.hpp"
#include "taskfft/presets.hpp"

namespace taskfft {
namespace {

Problem problem_of(std::vector<Index> extents) {
  Problem problem;
  problem.extents = std::move(extents);
  return problem;
}

/// The message of the ArgumentError, or nothing.
std::string refusal(const Problem& problem, const Options& options, int ranks) {
  try {
    check_arguments(problem, options, ranks);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

TEST(Arguments, good_ones_pass) {
  EXPECT_EQ(refusal(problem_of({8, 8, 8}), {}, 4), "");
  EXPECT_EQ(refusal(problem_of({8, 8, 8}), {.grid = {2, 2}}, 4), "");
  EXPECT_EQ(refusal(problem_of({8, 8}), {.grid = {4, 1}}, 4), "");
  EXPECT_EQ(refusal(problem_of({1, 1, 1}), {.grid = {5, 7}}, 35), "");
}

TEST(Arguments, each_refusal_names_what_was_wrong) {
  const auto has = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal(problem_of({}), {}, 1), "1 to 3 dimensions"));
  EXPECT_TRUE(has(refusal(problem_of({13}), {}, 2), "length 13 is at best 1 times 13"));
  EXPECT_TRUE(has(refusal(problem_of({45}), {}, 6), "two factors of at least 6"));
  EXPECT_EQ(refusal(problem_of({45}), {}, 5), "");
  EXPECT_EQ(refusal(problem_of({13}), {}, 1), "");
  EXPECT_TRUE(has(refusal(problem_of({4, 4, 4, 4}), {}, 1), "1 to 3 dimensions"));
  EXPECT_TRUE(has(refusal(problem_of({4, 0, 4}), {}, 1), "extent 0"));
  Problem cosine = problem_of({4, 1, 4});
  cosine.transform = Transform::dct1;
  EXPECT_TRUE(has(refusal(cosine, {}, 1), "dct1 needs at least two points"));
  cosine.extents = {16};
  EXPECT_TRUE(has(refusal(cosine, {}, 1), "complex to complex only"));
  cosine.extents = {4, 1, 4};
  cosine.transform = Transform::dct2;
  EXPECT_EQ(refusal(cosine, {}, 1), "");
  Problem truncated = problem_of({8, 9});
  for (const auto& [kept, complaint] :
       {std::pair{std::vector<Index>{3}, "kept has 1 entries, extents 2"},
        {{0, 3}, "kept 0 along axis 0: 8 points of c2c have the waves 0 to 4, so choose 1 to 5"},
        {{5, 6}, "kept 6 along axis 1: 9 points of c2c have the waves 0 to 4, so choose 1 to 5"},
        {{-1, 1}, "kept -1 along axis 0"}}) {
    truncated.kept = kept;
    EXPECT_TRUE(has(refusal(truncated, {}, 1), complaint));
  }
  truncated.kept = {5, 5};
  EXPECT_EQ(refusal(truncated, {}, 1), "");
  truncated.transform = Transform::dct2;
  truncated.kept = {8, 9};
  EXPECT_EQ(refusal(truncated, {}, 1), "");
  truncated.kept = {9, 9};
  EXPECT_TRUE(has(refusal(truncated, {}, 1), "8 points of dct2 have 8 waves, so choose 1 to 8"));
  truncated = problem_of({12});
  truncated.kept = {3};
  EXPECT_TRUE(has(refusal(truncated, {}, 1), "one-dimensional array is not truncated"));
  Problem mixed = problem_of({4, 1, 4});
  mixed.kinds = {Transform::dct1, Transform::dst1, Transform::r2c};
  EXPECT_EQ(refusal(mixed, {}, 1), "");
  mixed.kinds = {Transform::dct2, Transform::dct1, Transform::c2c};
  EXPECT_TRUE(has(refusal(mixed, {}, 1), "dct1 needs at least two points"));
  mixed.kinds = {Transform::c2c, Transform::r2c, Transform::dct2};
  EXPECT_EQ(refusal(mixed, {}, 1), "");
  mixed.kinds = {Transform::r2c, Transform::dct2, Transform::r2c};
  EXPECT_TRUE(has(refusal(mixed, {}, 1), "r2c along 2 axes"));
  EXPECT_TRUE(has(refusal(mixed, {}, 1), "give the other periodic ones c2c"));
  mixed.kinds.pop_back();
  EXPECT_TRUE(has(refusal(mixed, {}, 1), "kinds has 2 entries, extents 3"));
  Problem batch = problem_of({4, 4});
  for (const int fields : {0, -1, 65537}) {
    batch.fields = fields;
    EXPECT_TRUE(has(refusal(batch, {}, 1), "choose 1 to 65536"));
  }
  batch.fields = 65536;
  EXPECT_EQ(refusal(batch, {}, 1), "");
  batch.extents = {Index{1} << 30, Index{1} << 20};
  EXPECT_TRUE(has(refusal(batch, {}, 1), "so many fields"));
  EXPECT_TRUE(has(refusal(problem_of({Index{1} << 30, Index{1} << 30, 4}), {}, 1), "too large"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4, 4}), {.grid = {2, 2}}, 3), "grid {2, 2}"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4, 4}), {.grid = {-1, -1}}, 1), "grid {-1, -1}"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4, 4}), {.grid = {0, 3}}, 3), "at least 1"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.grid = {2, 2}}, 4), "grid {4, 1}"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4, 4}), {.grid = {2, 2, 2}}, 4), "grid {2, 2, 2}"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.grid = {2, 1, 2}}, 4), "grid {4, 1}"));
  EXPECT_EQ(refusal(problem_of({4, 4, 4}), {.grid = {1, 1, 9}}, 9), "");
  EXPECT_TRUE(has(
      refusal(problem_of({4, 4}), {.exchange = Exchange::alltoallw, .packing = Packing::fused}, 1),
      "packing datatypes"));
  EXPECT_EQ(refusal(problem_of({4, 4}), {.exchange = Exchange::alltoallw}, 1), "");
  EXPECT_EQ(refusal(problem_of({4, 4}), {.packing = Packing::datatypes}, 1), "");
  for (const Exchange exchange : {Exchange::shared, Exchange::alltoallv, Exchange::ialltoallv}) {
    EXPECT_TRUE(
        has(refusal(problem_of({4, 4}), {.exchange = exchange, .packing = Packing::datatypes}, 1),
            "p2p, persistent or alltoallw"));
  }
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.threads = 2, .scheduler = Scheduler::serial}, 1),
                  "the serial scheduler"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.threads = 0}, 1), "threads is 0"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.message_groups = -1}, 1), "message_groups"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.message_groups = 5000}, 1), "message_groups"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.sends_in_flight = -1}, 1), "sends_in_flight"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.chunks = -1}, 1), "chunks"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.skew = -1}, 2), "skew"));
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.skew = 100}, 1), "skew"));
  EXPECT_EQ(refusal(problem_of({4, 4}), {.skew = 100}, 2), "");
  EXPECT_EQ(refusal(problem_of({4, 4}), {.threads = 2, .skew = 100}, 1), "");
  EXPECT_TRUE(has(refusal(problem_of({4, 4}), {.message_limit = 0}, 1), "message_limit"));
  EXPECT_TRUE(
      has(refusal(problem_of({4, 4}), {.message_limit = Index{1} << 31}, 1), "message_limit"));
}

/// Refuses a value that no enumerator has, by a message that says so.
template <class Settings, class Value>
void expect_refused_unknown(Value Settings::*member) {
  if constexpr (std::is_enum_v<Value>) {
    std::tuple<Problem, Options> arguments{problem_of({4, 4, 4}), {}};
    std::get<Settings>(arguments).*member = static_cast<Value>(99);
    const std::string reason =
        refusal(std::get<Problem>(arguments), std::get<Options>(arguments), 1);
    EXPECT_NE(reason.find("99 is none of the enumerators"), std::string::npos) << reason;
  }
}

TEST(Arguments, numbers_that_are_no_enumerators_are_refused) {
  expect_refused_unknown(&Problem::transform);
  expect_refused_unknown(&Problem::precision);
  expect_refused_unknown(&Problem::placement);
  for_each_option([](const auto& option) { expect_refused_unknown(option.member); });
  Problem mixed = problem_of({4, 4});
  mixed.kinds = {Transform::c2c, static_cast<Transform>(-1)};
  EXPECT_NE(refusal(mixed, {}, 1).find("-1 is none of the enumerators"), std::string::npos);
}

TEST(Arguments, executors_of_others_are_refused_what_they_cannot_do) {
  const auto refused = [](const Options& options) {
    return refusal(problem_of({4, 4}), options, 1).rfind("executor ", 0) == 0;
  };
  for (const ExecutorKind kind : {ExecutorKind::tbb, ExecutorKind::openmp}) {
    const bool absent = !why_not_built(kind).empty();
    const bool tbb = kind == ExecutorKind::tbb;
    EXPECT_EQ(refused({.threads = 2, .executor = kind}), absent);
    EXPECT_EQ(refused({.scheduler = Scheduler::fork_join, .executor = kind}), absent);
    EXPECT_TRUE(refused({.scheduler = Scheduler::serial, .executor = kind}));
    EXPECT_EQ(refused({.scheduler = Scheduler::static_, .executor = kind}), absent || tbb);
    EXPECT_EQ(refused({.stealing = false, .executor = kind}), absent || tbb);
  }
}

TEST(Arguments, fingerprints_tell_problems_apart) {
  const Problem problem = problem_of({8, 9});
  EXPECT_EQ(fingerprint(problem, {}), fingerprint(problem, {}));
  EXPECT_NE(fingerprint(problem, {}), fingerprint(problem_of({9, 8}), {}));
  Problem mixed = problem;
  mixed.kinds = {Transform::dct2, Transform::c2c};
  EXPECT_NE(fingerprint(mixed, {}), fingerprint(problem, {}));
  Problem batch = problem;
  batch.fields = 2;
  EXPECT_NE(fingerprint(batch, {}), fingerprint(problem, {}));
}

TEST(Presets, are_known_by_name_and_possible) {
  EXPECT_EQ(preset_names().size(), 10U);
  for (const std::string_view name : preset_names()) {
    EXPECT_EQ(refusal(problem_of({8, 8}), preset(name), 2), "") << name;
    EXPECT_EQ(preset(name).kernel, LineKernel::fftw) << name;
  }
  EXPECT_NE(preset("flups_nb").exchange, preset("flups_isr").exchange);
  try {
    preset("flups");
    ADD_FAILURE() << "there is no such preset";
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("flups_a2a"), std::string::npos) << error.what();
  }
}

TEST(Names, are_read_as_they_are_written) {
  EXPECT_EQ(name(Exchange::ialltoallv), "ialltoallv");
  EXPECT_EQ(named<Scheduler>("static"), Scheduler::static_);
  EXPECT_THROW(named<Packing>("tight"), ArgumentError);
}

TEST(ChooseGrid, slabs_while_every_rank_has_a_plane) {
  EXPECT_EQ(choose_grid(problem_of({64, 64, 64}), 1), (Grid{1, 1}));
  EXPECT_EQ(choose_grid(problem_of({64, 64, 64}), 64), (Grid{64, 1}));
  EXPECT_EQ(choose_grid(problem_of({64, 64, 64}), 256), (Grid{16, 16}));
  EXPECT_EQ(choose_grid(problem_of({4, 100}), 16), (Grid{16, 1}));
  EXPECT_EQ(choose_grid(problem_of({1, 64, 64}), 16), (Grid{1, 16}));
  EXPECT_THROW(choose_grid(problem_of({4, 4}), 0), ArgumentError);
}

TEST(ChooseGrid, on_many_nodes_messages_stay_large) {
  const Problem large = problem_of({4096, 4096, 4096});
  for (const int threads : {1, 128}) {
    EXPECT_EQ(choose_grid(large, 4096, {1, threads}), (Grid{64, 64})) << threads;
  }
  // Rows of the grid stay on a node: one exchange alone leaves it.
  EXPECT_EQ(choose_grid(large, 4096, {128, 1}), (Grid{32, 128}));
  // Where messages are large anyway, one exchange is better than two.
  EXPECT_EQ(choose_grid(problem_of({1024, 1024, 1024}), 16, {1, 8}), (Grid{16, 1}));
  EXPECT_EQ(choose_grid(problem_of({64, 64, 64}), 4, {4, 1}), (Grid{4, 1}));
}

}  // namespace
}  // namespace taskfft
