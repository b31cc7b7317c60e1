#include "run/program.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fftbench/device.hpp>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

#include "contract/describe.hpp"
#include "run/command_line.hpp"
#include "run/exit_code.hpp"
#include "run/run_case.hpp"
#include "run/session.hpp"
#include "support/mpi_environment.hpp"

namespace fftbench {
namespace {

int describe() {
  for (const auto& driver : Registry::instance().drivers()) {
    std::cout << to_json(driver->description()).dump() << '\n';
  }
  return exit_code::ok;
}

int required_thread_level() {
  int level = MPI_THREAD_FUNNELED;
  for (const auto& driver : Registry::instance().drivers()) {
    level = std::max(level, driver->description().thread_level);
  }
  return level;
}

/// Rank 0 reads the file for all ranks: a thousand nodes must not open it at once.
std::vector<Case> read_cases(const std::string& path, Agreement& ranks) {
  std::string text;
  ranks.collectively("read the cases", [&] {
    if (!ranks.root()) return;
    std::ifstream file(path);
    if (!file) throw Error("cannot read " + path);
    text = (std::ostringstream() << file.rdbuf()).str();
  });
  auto length = static_cast<unsigned long long>(text.size());
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, 0, ranks.comm());
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, ranks.comm());
  std::vector<Case> cases;
  ranks.collectively("parse the cases", [&] { cases = parse_cases(text); });
  return cases;
}

/// Who asked for a sign of life has read there that this is another number of ranks than any case
/// is for: the launcher's doing, which the cases need no records of.
void check_ranks(const CommandLine& line, const std::vector<Case>& cases, int ranks) {
  const bool fits =
      std::any_of(cases.begin(), cases.end(), [&](const Case& one) { return one.ranks == ranks; });
  if (line.alive.empty() || cases.empty() || fits) return;
  throw Error(
      fmt::format("this program was started as a number of ranks, {}, that no case is for: the "
                  "launcher and the MPI library of the program don't belong together",
                  ranks));
}

int measure_all(const CommandLine& line) {
  Session session(line);
  int worst = exit_code::ok;
  const std::vector<Case> cases = read_cases(line.cases, session.ranks());
  check_ranks(line, cases, session.ranks().size());
  session.next_turn("ready");
  for (const Case& requested : cases) {
    session.begin_case(requested);
    bool device_lost = false;
    {
      CaseRun run(requested, session);
      const Record record = run.execute();
      device_lost = run.device_lost();
      session.write(record);
      worst = std::max(worst, exit_code::of(record.status));
    }
    session.end_case();
    if (device_lost) break;  // whoever launched this goes on with the cases that are left
    session.next_turn("case");
  }
  return worst;
}

}  // namespace

int run_program(int argc, char** argv) {
  int code = exit_code::ok;
  const auto line = parse(argc, argv, code);
  if (!line) return code;
  if (line->describe) return describe();
  const MpiEnvironment mpi(argc, argv, required_thread_level());
  const auto say = [&mpi](const std::exception& error) {
    if (mpi.rank() == 0) std::fprintf(stderr, "error: %s\n", error.what());
  };
  try {
    code = measure_all(*line);
  } catch (const RecordsError& error) {
    say(error);
    code = exit_code::no_records;
  } catch (const std::exception& error) {
    say(error);
    code = exit_code::usage;
  }
  Registry::instance().release();  // while MPI still runs
  DeviceSpaces::instance().release();
  return code;
}

}  // namespace fftbench
