#pragma once
/// A flow of all wave numbers that are kept, known before and after a time step, to rounding.
///
/// A uniform wind carries waves so faint that what they carry of each other is lost in rounding:
/// their amplitude is a quarter of the root of the tolerance, and that is of its square. So each
/// wave turns and decays by itself, as in ExactFlow, and what a transform loses of it is missing
/// after the step. One of n waves, which turns by an angle z, shows where n is below z^2 / (30
/// tolerance): in double precision each of them up to 256^3 points; in single precision each of
/// some hundred short ones, and of more waves those that make up a 500th.
///
/// The waves are the curl of a vector potential, two products of one factor per axis. What a step
/// makes of them is a sum of such products: the method's polynomial of z_0 + z_1 + z_2, with z_a =
/// -i k_a wind_a step, is the sum of z_0^a / a! z_1^b / b! z_2^c / c! for all a + b + c <= 4.

#include <array>
#include <fftbench/navier_stokes.hpp>
#include <vector>

#include "check/exact.hpp"

namespace fftbench {

class FaintFlow {
 public:
  FaintFlow(const Problem& problem, std::uint64_t seed);

  SumOfProducts before(int component) const;
  SumOfProducts after(int component) const;

 private:
  using Column = std::vector<Complex>;
  /// One component of a curl takes this potential's derivative along an axis, with a sign.
  struct Derivative {
    int component;
    std::size_t potential;
    std::size_t axis;
    double sign;
  };
  static constexpr std::array<Derivative, 4> curl{
      {{0, 0, 1, 1.0}, {1, 0, 0, -1.0}, {1, 1, 2, 1.0}, {2, 1, 1, -1.0}}};

  /// Of a potential along an axis, with every wave times its factor: at all points.
  template <class Factor>
  Column column(const Derivative& part, std::size_t axis, const Factor& factor) const;
  /// The amplitude of a potential's wave, with the derivative that is taken.
  Complex amplitude(const Derivative& part, std::size_t axis, Index number) const;
  /// Of all waves of a derivative.
  double mean_square(const Derivative& part) const;
  /// The wind, and for each potential of a component the product of factor(axis, number).
  template <class Factor>
  void add(SumOfProducts& terms, int component, const Factor& factor) const;
  SumOfProducts wind(int component) const;

  NavierStokes flow_;
  std::vector<AxisMatrix> matrices_;  ///< whose columns are waves
  Extents shape_;
  /// By potential and axis, of the wave numbers from 0 on; those below are their conjugates.
  std::array<std::array<Column, 3>, 2> waves_;
  double strength_ = 1.0;
};

}  // namespace fftbench
