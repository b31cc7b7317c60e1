#include "run/session.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <fstream>
#include <thread>

#include "contract/record_file.hpp"
#include "run/exit_code.hpp"
#include "run/warnings.hpp"
#include "support/mpi_environment.hpp"
#include "support/thread_times.hpp"

namespace fftbench {

namespace {

std::vector<std::string> variables_of_drivers() {
  std::vector<std::string> variables;
  for (const auto& driver : Registry::instance().drivers()) {
    const std::vector<std::string> declared = driver->description().variables;
    variables.insert(variables.end(), declared.begin(), declared.end());
  }
  return variables;
}

std::map<std::string, std::string> unranked_drivers() {
  std::map<std::string, std::string> found;
  for (const auto& driver : Registry::instance().drivers()) {
    const Description description = driver->description();
    if (!description.unranked.empty()) found[description.name] = description.unranked;
  }
  return found;
}

}  // namespace

Session::Session(const CommandLine& line)
    : launch_(line.launch),
      even_unsupported_(line.even_unsupported),
      own_cores_(line.own_cores),
      path_(line.records),
      ranks_(MPI_COMM_WORLD, line.grace_seconds, [this](const auto& why) { on_abandon(why); }),
      turns_(line.turns, ranks_, clock_),
      core_to_core_(ranks_.comm(), clock_),
      unranked_(unranked_drivers()),
      watchdog_([this] { on_timeout(); }) {
  ranks_.collectively("start MPI", [] { MpiEnvironment::expect_thread_level(); });
  with_records("open the records", [this] { RecordFile{path_}; });
  if (!line.alive.empty()) with_records("say that it lives", [&] { say_alive(line.alive); });
  environment_ = observe_environment(ranks_.comm(), clock_, variables_of_drivers());
  // What is older than MPI is none of these: a library may have started it as it was loaded.
  for (const int thread : threads()) {
    if (!MpiEnvironment::threads_before().contains(thread)) strangers_.insert(thread);
  }
}

Record Session::new_record(const Case& requested) const {
  Record record;
  record.source = requested.source;
  record.launch = launch_;
  record.started = begun_at_;
  if (const auto why = unranked_.find(requested.driver); why != unranked_.end()) {
    record.unranked = why->second;
  }
  record.environment = environment_.record;  // only rank 0 knows it
  if (!ranks_.root()) return record;
  record.environment["devices"] = devices_;
  record.warnings = environment_warnings(environment_, requested.threads);
  return record;
}

Devices Session::take_devices(Memory memory, Record& record) {
  Devices devices = fftbench::take_devices(memory, ranks_);
  if (!ranks_.root()) return devices;
  record.environment["devices"] = devices.record;
  if (devices.shared) record.warnings.push_back(*devices.shared);
  const std::lock_guard lock(mutex_);
  devices_ = devices.record;
  return devices;
}

void Session::check_cores(int threads) {
  if (!own_cores_) return;
  ranks_.collectively("look for cores of their own", [&] {
    if (const auto shared = shared_cores(environment_.places, threads)) {
      throw Error(*shared + ": this is no measurement, unless oversubscription is asked for");
    }
  });
}

void Session::begin_case(const Case& requested) {
  {
    const std::lock_guard lock(mutex_);
    case_ = requested;
    devices_ = nlohmann::json::array();
    started_ = clock_.now();
    begun_at_ = timestamp();
    waited_before_ = turns_.waited();
  }
  in_case_ = true;
  seconds_ = requested.measure.timeout_seconds;
  written_ = false;
  watchdog_.arm(requested.measure.timeout_seconds);
}

void Session::end_case() {
  ranks_.collectively("tear down",
                      [] {});  // a rank that is stuck here must not delay the next case
  watchdog_.disarm();
  in_case_ = false;
}

std::int64_t Session::next_turn(const char* what) {
  watchdog_.disarm();
  turns_.pass(what);
  const std::int64_t cycle = turns_.await();
  if (in_case_) watchdog_.arm(seconds_ - (clock_.now() - started_ - waited()));
  return cycle;
}

void Session::write(const Record& record) {
  with_records("write the record", [&] { RecordFile(path_).append(record); });
  written_ = true;
}

/// Lets rank 0 use the record file; where that fails, every rank throws.
void Session::with_records(const char* step, const std::function<void()>& use) {
  try {
    ranks_.collectively(step, [&] {
      if (ranks_.root()) use();
    });
  } catch (const Error& error) {
    throw RecordsError(error.what());
  }
}

/// Writes the record of a case that can't go on; returns the exit code. Only rank 0 is sure to see
/// the folder of the records: elsewhere one that can't be written says nothing about other cases.
int Session::give_up(Status status, const std::string& reason) {
  // The record is in the file already: only tearing down went wrong.
  if (written_) return exit_code::failed;
  try {
    const std::lock_guard lock(mutex_);
    Record record = new_record(case_);
    record.status = status;
    record.reason = reason;
    record.elapsed = clock_.now() - started_ - waited();
    RecordFile(path_).append(record);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return ranks_.root() ? exit_code::no_records : exit_code::failed;
  }
  return exit_code::failed;
}

void Session::say_alive(const std::string& path) const {
  std::ofstream file(path);
  file << ranks_.size() << std::endl;
  if (!file) throw Error("cannot write " + path);
}

void Session::on_timeout() {
  const std::string reason = fmt::format("no end after {:g} s: rank {} was in '{}'", seconds_,
                                         ranks_.rank(), ranks_.step());
  std::fprintf(stderr, "error: %s\n", reason.c_str());
  if (ranks_.root()) std::_Exit(give_up(Status::timeout, reason));
  // The launcher ends all ranks as soon as one is gone: rank 0 writes first.
  std::this_thread::sleep_for(std::chrono::seconds(5));
  std::_Exit(exit_code::failed);
}

void Session::on_abandon(const std::string& reason) {
  std::fprintf(stderr, "error: %s\n", reason.c_str());
  const int code = give_up(Status::failed, reason + " (the other ranks did not return)");
  MPI_Abort(MPI_COMM_WORLD, code);
}

}  // namespace fftbench
