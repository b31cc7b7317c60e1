/// Records on disk: none that was written is lost, and what can't be written is told.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "contract/record_file.hpp"
#include "expect_error.hpp"

namespace fftbench {
namespace {

class RecordFileTest : public testing::Test {
 protected:
  RecordFileTest() { std::filesystem::create_directory(folder_); }
  ~RecordFileTest() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ / "records.jsonl"; }

  void write(const std::string& text) const { std::ofstream(path()) << text; }

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::ifstream file(path());
    for (std::string line; std::getline(file, line);) all.push_back(line);
    return all;
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("fftbench-records-" + std::to_string(getpid()));
};

Record numbered(int launch) {
  Record record;
  record.launch = launch;
  return record;
}

int launch_of(const std::string& line) {
  return nlohmann::json::parse(line).at("launch");
}

TEST_F(RecordFileTest, each_record_is_one_line) {
  RecordFile file(path());
  file.append(numbered(1));
  file.append(numbered(2));
  ASSERT_EQ(lines().size(), 2u);
  EXPECT_EQ(launch_of(lines()[0]), 1);
  EXPECT_EQ(launch_of(lines()[1]), 2);
}

TEST_F(RecordFileTest, what_was_there_stays) {
  write("{\"launch\": 7}\n");
  RecordFile(path()).append(numbered(8));
  ASSERT_EQ(lines().size(), 2u);
  EXPECT_EQ(launch_of(lines()[0]), 7);
  EXPECT_EQ(launch_of(lines()[1]), 8);
}

TEST_F(RecordFileTest, a_half_written_line_does_not_swallow_the_next_record) {
  write("{\"launch\": 7}\n{\"launch\": ");
  RecordFile(path()).append(numbered(8));
  ASSERT_EQ(lines().size(), 3u);
  EXPECT_EQ(launch_of(lines()[0]), 7);
  EXPECT_EQ(launch_of(lines()[2]), 8);
}

TEST_F(RecordFileTest, bytes_that_are_no_text_are_replaced) {
  Record record = numbered(3);
  record.version = "3.3.\xff";
  record.reason = "line\nbreak";
  RecordFile(path()).append(record);
  ASSERT_EQ(lines().size(), 1u);
  EXPECT_EQ(launch_of(lines()[0]), 3);
}

TEST_F(RecordFileTest, a_killed_writer_loses_nothing_finished) {
  for (int trial = 0; trial < 5; ++trial) {
    const pid_t writer = fork();
    if (writer == 0) {
      for (int launch = 0;; ++launch) RecordFile(path()).append(numbered(launch));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + 7 * trial));
    kill(writer, SIGKILL);
    int status = 0;
    waitpid(writer, &status, 0);
    RecordFile(path()).append(numbered(-1));
    int torn = 0;
    for (const std::string& line : lines()) torn += nlohmann::json::accept(line) ? 0 : 1;
    EXPECT_LE(torn, trial + 1);
    EXPECT_EQ(launch_of(lines().back()), -1);
  }
}

TEST_F(RecordFileTest, a_full_disk_is_told) {
  expect_error([] { RecordFile("/dev/full").append(numbered(1)); },
               {"cannot write /dev/full", "No space left on device"});
}

TEST_F(RecordFileTest, a_place_that_does_not_exist_is_told) {
  const std::string nowhere = folder_ / "missing" / "records.jsonl";
  expect_error([&] { RecordFile file(nowhere); },
               {"cannot write " + nowhere, "No such file or directory"});
  expect_error([&] { RecordFile file(folder_); }, {"cannot write", "Is a directory"});
}

}  // namespace
}  // namespace fftbench
