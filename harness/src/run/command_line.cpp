#include "run/command_line.hpp"

#include <fmt/core.h>
#include <getopt.h>

#include <charconv>
#include <fftbench/error.hpp>
#include <string_view>

#include "run/exit_code.hpp"

namespace fftbench {
namespace {

constexpr std::string_view help_text =
    R"(Measures the cases of a file with the FFT library linked into this program.

  --cases FILE     file of cases, a JSON array
  --records FILE   file to which records are appended
  --alive FILE     file to write the number of ranks to as soon as they run: who started this
                   program then knows that it lives; if no case is for so many, it has no records
  --own-cores      fail cases whose ranks share cores; hardware threads of a core are one
  --turns          measure in turns with other programs, see below
  --launch NUMBER  number of this launch, kept in the records
  --grace SECONDS  that a failed rank waits for the others before it ends the program
  --describe       print what the drivers offer as JSON, and no more
  --help           print this

With --turns the program does something only between a line on standard input (a number: the cycle in
which every program has a turn) and its own line "fftbench turn over: WHAT" on standard output: `ready`
when started, `turn` after the first check and after some repetitions, `case` after a record.

Exit codes: 0 all ok, 2 usage, 3 unsupported, 4 wrong, 5 failed; the highest of all cases.
7: records can't be written.
Start it under the launcher of the MPI library that it was built with:
  mpirun -n 4 fftbench-fftw_mpi --cases cases.json --records records.jsonl
)";

template <typename Number>
Number number(std::string_view option, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Error(fmt::format("{} takes a number, not \"{}\"", option, text));
  }
  return value;
}

/// `even-unsupported` is for tests, so not in the help.
constexpr option known_options[] = {{"cases", required_argument, nullptr, 'c'},
                                    {"records", required_argument, nullptr, 'r'},
                                    {"alive", required_argument, nullptr, 'a'},
                                    {"own-cores", no_argument, nullptr, 'o'},
                                    {"turns", no_argument, nullptr, 't'},
                                    {"launch", required_argument, nullptr, 'l'},
                                    {"grace", required_argument, nullptr, 'g'},
                                    {"describe", no_argument, nullptr, 'd'},
                                    {"help", no_argument, nullptr, 'h'},
                                    {"even-unsupported", no_argument, nullptr, 'e'},
                                    {nullptr, 0, nullptr, 0}};

/// Nothing where help is wanted.
std::optional<CommandLine> read(int argc, char** argv) {
  CommandLine line;
  opterr = 0;
  for (int found = 0; (found = getopt_long(argc, argv, "", known_options, nullptr)) != -1;) {
    switch (found) {
      case 'c':
        line.cases = optarg;
        break;
      case 'r':
        line.records = optarg;
        break;
      case 'a':
        line.alive = optarg;
        break;
      case 'o':
        line.own_cores = true;
        break;
      case 't':
        line.turns = true;
        break;
      case 'l':
        line.launch = number<int>("--launch", optarg);
        break;
      case 'g':
        line.grace_seconds = number<double>("--grace", optarg);
        break;
      case 'd':
        line.describe = true;
        break;
      case 'e':
        line.even_unsupported = true;
        break;
      case 'h':
        return std::nullopt;
      default:
        throw Error(fmt::format("{}: no such option, or its value is missing", argv[optind - 1]));
    }
  }
  if (optind < argc) throw Error(fmt::format("unexpected argument: {}", argv[optind]));
  if (line.describe && !(line.cases.empty() && line.records.empty())) {
    throw Error("--describe excludes --cases and --records");
  }
  if (!line.describe && line.cases.empty()) throw Error("--cases is required");
  if (!line.describe && line.records.empty()) throw Error("--records is required");
  return line;
}

}  // namespace

std::optional<CommandLine> parse(int argc, char** argv, int& code) {
  try {
    auto line = read(argc, argv);
    code = exit_code::ok;
    if (!line) fmt::print("{}", help_text);
    return line;
  } catch (const Error& error) {
    fmt::print(stderr, "error: {}; --help lists the options\n", error.what());
    code = exit_code::usage;
    return std::nullopt;
  }
}

}  // namespace fftbench
