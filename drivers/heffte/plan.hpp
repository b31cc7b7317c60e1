#pragma once
/// heFFTe's plans for requests that it supports.

#include <fftbench/driver.hpp>
#include <memory>

namespace fftbench::heffte_driver {

/// FFTW does the one-dimensional transforms, not heFFTe's own ("stock").
bool uses_fftw(const Request& request);

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm);

}  // namespace fftbench::heffte_driver
