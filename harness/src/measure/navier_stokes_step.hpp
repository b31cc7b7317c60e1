#pragma once
/// A time step of a flow, by the library's transforms.

#include <fftbench/navier_stokes.hpp>

#include "measure/solution.hpp"

namespace fftbench {

/// The data are the components of a velocity, the results those a step later. The state stays in
/// the harness's memory as spectra, so that a step begins and ends with these: what `take` and
/// `leave` transform is no part of it.
std::unique_ptr<Solution> navier_stokes_step(const Committed& committed, const NavierStokes& flow,
                                             ThreadPool& threads, Clock& clock);

}  // namespace fftbench
