#include "run/command_line.hpp"

#include <CLI/CLI.hpp>

#include "run/exit_code.hpp"

namespace fftbench {

std::optional<CommandLine> parse(int argc, char** argv, int& exit_code) {
  CommandLine line;
  CLI::App app{"Measures the cases of a file with the FFT library linked into this program."};
  app.footer(
      "Exit codes: 0 all ok, 2 usage, 3 unsupported, 4 wrong, 5 failed; the highest of all "
      "cases. 7: records can't be written.\nStart it under the launcher of the MPI library that it "
      "was built with:\n"
      "  mpirun -n 4 fftbench-fftw_mpi --cases cases.json --records records.jsonl");
  auto* describe =
      app.add_flag("--describe", line.describe, "Print what the drivers offer as JSON");
  auto* cases = app.add_option("--cases", line.cases, "File of cases, a JSON array");
  auto* records = app.add_option("--records", line.records, "File to which records are appended");
  app.add_option("--alive", line.alive,
                 "File to write the number of ranks to as soon as they run: who started this "
                 "program then knows that it lives; if no case is for so many, it has no records");
  app.add_flag("--own-cores", line.own_cores,
               "Fail cases whose ranks share cores; hardware threads of a core are one");
  app.add_option("--launch", line.launch, "Number of this launch, kept in the records");
  app.add_option("--grace", line.grace_seconds,
                 "Seconds a failed rank waits for the others before it ends the program");
  // For tests, so not in the help.
  app.add_flag("--even-unsupported", line.even_unsupported)->group("");
  describe->excludes(cases)->excludes(records);
  try {
    app.parse(argc, argv);
    if (!line.describe && line.cases.empty()) throw CLI::RequiredError("--cases");
    if (!line.describe && line.records.empty()) throw CLI::RequiredError("--records");
  } catch (const CLI::ParseError& error) {
    exit_code = app.exit(error) == 0 ? exit_code::ok : exit_code::usage;
    return std::nullopt;
  }
  return line;
}

}  // namespace fftbench
