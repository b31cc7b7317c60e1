#pragma once
/// What the programs of this folder differ in: each has the arrays in one memory, and defines these
/// functions for it (host.cpp, cuda.cpp).

#include <fftbench/driver.hpp>
#include <memory>
#include <vector>

namespace fftbench::heffte_driver {

const char* program();
Memory memory();
std::vector<Transform> transforms();
/// Options besides those of all programs.
std::vector<Option> own_options();

/// Why the one-dimensional transforms, or the messages between them, can't be as requested.
Support transformable(const Request& request, int ranks);

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm);

}  // namespace fftbench::heffte_driver
