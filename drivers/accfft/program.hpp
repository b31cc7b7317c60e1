#pragma once
/// What the programs of this folder differ in: each has the arrays in one memory, and defines these
/// functions for it (host.cpp, cuda.cpp).

#include <fftbench/driver.hpp>
#include <string>

namespace fftbench::accfft {

const char* program();
Memory memory();
const char* planner_help();

/// Before a plan is made, and after the last.
void prepare(const Request& request);
void clean_up();

/// Whether a profile may ask for AccFFT's timers.
bool has_timers();

/// The way to exchange data that a transpose's number stands for.
std::string exchange_of(int method, int kway);

}  // namespace fftbench::accfft
