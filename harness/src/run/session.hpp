#pragma once
/// What all cases of one run of the program share, and what becomes of a case that can't go on.

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "contract/record.hpp"
#include "measure/core_to_core.hpp"
#include "run/command_line.hpp"
#include "run/devices.hpp"
#include "run/environment.hpp"
#include "run/turns.hpp"
#include "support/clock.hpp"
#include "support/collective.hpp"
#include "support/watchdog.hpp"

namespace fftbench {

/// Ranks, clock, environment and record file. A case that hangs, or fails on some ranks while the
/// others wait inside the library, can't be ended in an orderly way: the session then writes its
/// record and ends the program, and whoever launched it goes on with the cases that are left.
class Session {
 public:
  /// Collective over all ranks. Throws RecordsError where the record file can't be opened.
  explicit Session(const CommandLine& line);

  Agreement& ranks() { return ranks_; }
  Clock& clock() { return clock_; }
  int launch() const { return launch_; }
  bool even_unsupported() const { return even_unsupported_; }
  /// Threads of MPI and of the harness: no library's.
  const std::set<int>& strangers() const { return strangers_; }
  /// Throws where ranks of so many threads share cores although each shall have its own.
  /// Collective.
  void check_cores(int threads);

  /// How far processors are from each other, for ranks of so many threads. Collective.
  std::optional<double> core_to_core(int threads) { return core_to_core_(threads); }

  /// A device for every rank; its record tells which. Collective.
  Devices take_devices(Memory memory, Record& record);

  /// A record with all that is known before the case runs.
  Record new_record(const Case& requested) const;

  /// The watchdog guards this case until `end_case`, which is collective, but not while others have
  /// their turns.
  void begin_case(const Case& requested);
  void end_case();

  bool takes_turns() const { return turns_.taken(); }
  /// Passes this program's turn on, `what` telling why, and awaits the next one; returns the cycle
  /// that belongs to. Collective.
  std::int64_t next_turn(const char* what);
  /// Seconds in which others had their turns, since the case began.
  double waited() const { return turns_.waited() - waited_before_; }

  /// Writes the record, on rank 0. Collective: throws RecordsError on all ranks where it can't be
  /// written.
  void write(const Record& record);

 private:
  void with_records(const char* step, const std::function<void()>& use);
  void say_alive(const std::string& path) const;
  int give_up(Status status, const std::string& reason);
  void on_timeout();
  void on_abandon(const std::string& reason);

  int launch_;
  bool even_unsupported_;
  bool own_cores_;
  std::string path_;
  SteadyClock clock_;
  Agreement ranks_;
  Turns turns_;
  CoreToCore core_to_core_;
  std::map<std::string, std::string> unranked_;  ///< [driver]: why; asked before any case runs
  Environment environment_;
  std::mutex mutex_;  ///< guards what belongs to a case, which the watchdog's thread reads
  nlohmann::json devices_ = nlohmann::json::array();  ///< of the case
  Case case_;
  double started_ = 0.0;
  std::string begun_at_;        ///< the same by the calendar
  double waited_before_ = 0.0;  ///< until the case began
  double seconds_ = 0.0;        ///< that the case may take
  bool in_case_ = false;
  std::atomic<bool> written_ = false;  ///< its record is in the file
  Watchdog watchdog_;
  std::set<int> strangers_;
};

}  // namespace fftbench
