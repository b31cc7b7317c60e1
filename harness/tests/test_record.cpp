/// The record contract as JSON.

#include "contract/record.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace fftbench {
namespace {

using nlohmann::json;

Record full_record() {
  Record record;
  record.source = {{"id", "0123456789abcdef"}};
  record.launch = 2;
  record.status = Status::ok;
  record.started = timestamp();
  record.elapsed = 1.5;
  record.library = "FFTW";
  record.version = "3.3.10";
  record.effective = Effective{{2, 1}, 3, {{"planner", "measure"}, {"reorder", true}}};
  record.effective->kernels = {{"FFTW", {"sse2", "avx"}, "fftw-3.3.10-sse2-avx"}};
  record.layouts = Layouts{{Extents{0, 1}, {2, 1}}, {std::nullopt, {1, 2}}, false, true};
  record.plan_times = PlanTimes{0.1, 0.2, 0.3, 0.4, Trials{7, 0.05}};
  record.timed.emplace();
  record.timed->forward = {{3.0, 2.0}, {2.0, 1.5}, {1.0, 1.0}, {1, 0}, {9.0}, {}};
  record.timed->backward = {{3.0}, {2.0}, {1.0}, {1}, {}, {{1.0, 3.0}}};
  record.timed->stopped_by = Stop::interval;
  record.timed->cycles = {17};
  record.timed->core_to_core = {2.5e-8};
  record.check.emplace();
  record.check->tolerance = 1e-13;
  record.check->spectrum_l2 = 1e-16;
  record.memory = MemoryUse{12.5, 8.0};
  record.warnings = {{"debug_build", "a debug build"}};
  return record;
}

TEST(Record, a_workload_has_a_whole_and_parts_where_they_are_known) {
  Record record = full_record();
  EXPECT_FALSE(to_json(record).contains("whole"));
  record.timed->whole = {{5.0}, {4.0}, {3.0}, {1}, {}, {}};
  record.timed->pointwise = record.timed->backward;
  EXPECT_EQ(to_json(record)["whole"]["max_s"], json({5.0}));
  EXPECT_EQ(to_json(record)["pointwise"]["max_s"], json({3.0}));
  record.timed->forward = record.timed->backward = record.timed->pointwise = {};
  EXPECT_TRUE(to_json(record)["forward"].is_null());
  EXPECT_FALSE(to_json(record).contains("pointwise"));
}

TEST(Record, all_parts) {
  const json object = to_json(full_record());
  EXPECT_EQ(object["schema"], "fftbench/record/3");
  EXPECT_EQ(object["case"]["id"], "0123456789abcdef");
  EXPECT_EQ(object["launch"], 2);
  EXPECT_EQ(object["status"], "ok");
  EXPECT_TRUE(object["reason"].is_null());
  EXPECT_EQ(object["library"], (json{{"name", "FFTW"}, {"version", "3.3.10"}}));
  EXPECT_EQ(object["effective"], json::parse(R"({"grid": [2, 1], "threads": 3,
            "settings": {"planner": "measure", "reorder": true}, "kernels": [{"name": "FFTW",
            "instruction_sets": ["sse2", "avx"], "told_by": "fftw-3.3.10-sse2-avx"}]})"));
  EXPECT_EQ(object["layouts"], json::parse(R"({"input": {"order": [0, 1], "pieces": [2, 1]},
            "output": {"order": null, "pieces": [1, 2]}, "same": false, "input_survives": true})"));
  EXPECT_EQ(object["planning"]["first_backward_s"], 0.4);
  EXPECT_EQ(object["planning"]["trials_s"], 0.05);
  EXPECT_EQ(object["planning"]["trials"], 7);
  EXPECT_EQ(object["forward"], json::parse(R"({"max_s": [3.0, 2.0], "median_s": [2.0, 1.5],
            "min_s": [1.0, 1.0], "slowest_rank": [1, 0], "warmup_s": [9.0], "ranks_s": null})"));
  EXPECT_EQ(object["backward"]["ranks_s"], json::parse("[[1.0, 3.0]]"));
  EXPECT_EQ(object["stopped_by"], "interval");
  EXPECT_EQ(object["cycles"], json::array({17}));
  EXPECT_EQ(object["core_to_core_s"], json::array({2.5e-8}));
  EXPECT_EQ(object["check"]["error"], 1e-16);
  EXPECT_EQ(object["memory"]["arrays_mb"], 8.0);
  EXPECT_EQ(object["warnings"],
            json::parse(R"([{"code": "debug_build", "text": "a debug build"}])"));
}

TEST(Record, what_was_not_reached_is_null) {
  Record record;
  record.status = Status::failed;
  record.reason = "rank 1: construct: no memory";
  const json object = to_json(record);
  EXPECT_EQ(object["status"], "failed");
  EXPECT_EQ(object["reason"], "rank 1: construct: no memory");
  for (const char* part : {"library", "effective", "layouts", "planning", "forward", "backward",
                           "cycles", "stopped_by", "check", "profile", "memory", "environment"}) {
    EXPECT_TRUE(object.at(part).is_null()) << part;
  }
}

TEST(Record, errors_that_are_not_finite_are_null) {
  Record record = full_record();
  record.check->sampled = std::numeric_limits<double>::infinity();
  const json check = to_json(record)["check"];
  EXPECT_TRUE(check["sampled"].is_null());
  EXPECT_TRUE(check["error"].is_null());
  EXPECT_TRUE(check["parseval"].is_null());
  EXPECT_EQ(check["spectrum_l2"], 1e-16);
}

TEST(Record, an_unknown_grid_or_peak_or_number_of_trials_is_null) {
  Record record = full_record();
  record.plan_times->trials.reset();
  record.effective->grid = {};
  record.memory->peak_mb.reset();
  const json object = to_json(record);
  EXPECT_TRUE(object["effective"]["grid"].is_null());
  EXPECT_TRUE(object["memory"]["peak_mb"].is_null());
  EXPECT_TRUE(object["planning"]["trials"].is_null());
  EXPECT_TRUE(object["planning"]["trials_s"].is_null());
}

TEST(Record, in_place_no_input_survives_or_not) {
  Record record = full_record();
  record.layouts->input_survives.reset();
  EXPECT_TRUE(to_json(record)["layouts"]["input_survives"].is_null());
}

TEST(Record, statuses_have_the_names_of_the_contract) {
  EXPECT_EQ(name(Status::ok), "ok");
  EXPECT_EQ(name(Status::wrong), "wrong");
  EXPECT_EQ(name(Status::unsupported), "unsupported");
  EXPECT_EQ(name(Status::failed), "failed");
  EXPECT_EQ(name(Status::timeout), "timeout");
}

TEST(Timestamp, is_utc_in_iso_8601) {
  const std::string time = timestamp();
  ASSERT_EQ(time.size(), 20u) << time;
  EXPECT_EQ(time[4], '-');
  EXPECT_EQ(time[10], 'T');
  EXPECT_EQ(time[19], 'Z');
}

}  // namespace
}  // namespace fftbench
