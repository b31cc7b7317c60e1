#pragma once
/// A flow in three dimensions that is known before and after a time step, to rounding.
///
/// Beltrami flows v, whose curl is a multiple of themselves, are exact solutions of the
/// Navier-Stokes equations: what they carry of themselves is the gradient of v^2/2, which is
/// pressure, and they only decay (G. I. Taylor's vortices in three dimensions; V. I. Arnold, C. R.
/// Acad. Sci. 261 (1965)). In a uniform wind they are carried along besides, and so a step without
/// the products shows. They have the largest wave numbers that are kept, so that where axes differ
/// aliases of their products show, too. What removes the pressure does not: test_navier_stokes
/// holds the step to other flows. Nor do waves that the flow has not: FaintFlow has all of them.
///
/// In that flow the step is a linear one: the waves have wave numbers k of one length, each turns
/// by k wind, and all decay alike. So the Runge-Kutta method multiplies a wave by its polynomial of
/// -i k wind step, and errors of the method are none of the transforms'.

#include <array>
#include <fftbench/navier_stokes.hpp>
#include <vector>

#include "check/exact.hpp"

namespace fftbench {

class ExactFlow {
 public:
  ExactFlow(const Problem& problem, std::uint64_t seed);

  SumOfProducts before(int component) const;
  SumOfProducts after(int component) const;

 private:
  /// The real part of amplitude[c] exp(i k x), for each component c.
  struct Wave {
    std::array<double, 3> number;
    std::array<Complex, 3> amplitude;
  };
  /// By what the step multiplies a wave.
  Complex factor(const Wave& wave) const;
  /// Of the wind and the waves, each of these times its factor.
  template <class Factor>
  SumOfProducts sum(int component, const Factor& factor) const;

  NavierStokes flow_;
  std::vector<AxisMatrix> matrices_;  ///< whose columns are waves
  Extents shape_;
  std::vector<Wave> waves_;
};

}  // namespace fftbench
