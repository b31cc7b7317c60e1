#pragma once
/// What the program is asked to do.

#include <optional>
#include <string>

namespace fftbench {

struct CommandLine {
  bool describe = false;   ///< print the drivers and stop; needs no MPI
  std::string cases;       ///< JSON array of cases to read
  std::string records;     ///< JSON lines to append to
  bool turns = false;      ///< take turns with other programs
  bool own_cores = false;  ///< cases whose ranks share cores fail
  std::string alive;       ///< file to write to as soon as all ranks run; empty for none
  int launch = 0;
  double grace_seconds = 10.0;  ///< that a failed rank waits for the others
  /// Run even what a driver refuses, so that tests can tell whether a library's fault is still
  /// there.
  bool even_unsupported = false;
};

/// Parses the arguments, or prints help or what is wrong with them and returns nothing, with the
/// exit code in `code`.
std::optional<CommandLine> parse(int argc, char** argv, int& code);

}  // namespace fftbench
