#pragma once
/// heFFTe's plans for requests that it supports.

#include <fftbench/driver.hpp>
#include <memory>

/// FFTW does the one-dimensional transforms, not heFFTe's own ("stock").
bool uses_fftw(const fftbench::Request& request);

std::unique_ptr<fftbench::Plan> make_plan(const fftbench::Request& request, MPI_Comm comm);
