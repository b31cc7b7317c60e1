#pragma once
/// A time step of an incompressible flow in a periodic box, as a workload takes it.

#include <array>
#include <fftbench/problem.hpp>

namespace fftbench {

/// du/dt = -div(u u) - grad p + viscosity lap u with div u = 0, in a box of length 2 pi: the
/// Navier-Stokes equations, stepped by a pseudo-spectral method.
///
/// The state are the spectra of the three components of u. What changes them is taken from the six
/// products of two components, made where u is known in space: three transforms backward, six
/// forward. Of the wave numbers only those below a third of the points are kept (the 2/3 rule: S.
/// A. Orszag, J. Atmos. Sci. 28 (1971)), and of their vectors the part at right angles to the wave
/// number, which leaves out the pressure. Time goes by the classical Runge-Kutta method of fourth
/// order, with the viscous part integrated exactly (R. S. Rogallo, NASA TM-81315 (1981)).
struct NavierStokes {
  static constexpr int components = 3;
  static constexpr int products = 6;  ///< of two components
  static constexpr int stages = 4;    ///< of a step, each of which goes to space and back

  /// Of a flow at the speed of `wind`: a step carries no wave by more than a radian, and takes
  /// a quarter of the shortest wave at the most.
  explicit NavierStokes(const Problem& problem);

  Extents kept;                                 ///< along each axis the largest wave number that is
  std::array<double, 3> wind{1.0, 0.75, -0.5};  ///< the mean of the velocity
  double step = 0.0, viscosity = 0.0;
};

}  // namespace fftbench
