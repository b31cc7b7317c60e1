#pragma once
/// The program of every driver: reads cases, measures them one by one, writes a record for each.

namespace fftbench {

/// All that main does. Returns the exit code.
int run_program(int argc, char** argv);

}  // namespace fftbench
