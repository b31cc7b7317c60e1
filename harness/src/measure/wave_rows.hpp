#pragma once
/// The wave numbers of the elements of a spectrum, and what follows from them.

#include <array>
#include <cmath>
#include <fftbench/navier_stokes.hpp>
#include <fftbench/workload.hpp>
#include <vector>

namespace fftbench {

/// Of what a rank holds of a spectrum.
template <class Real>
class WaveRows {
 public:
  using Vector = std::array<Real, 3>;
  using Tables = std::array<std::vector<Real>, 3>;  ///< by axis and place

  WaveRows(const Problem& problem, const Box& box, const NavierStokes& flow) : lo_(box.lo) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      kept_[axis] = static_cast<Real>(flow.kept[axis]);
      for (Index k = box.lo[axis]; k < box.hi[axis]; ++k) {
        const double number = wave_number(problem.kind(axis), problem.shape[axis], k);
        numbers_[axis].push_back(static_cast<Real>(number));
        const double half_step = 0.5 * flow.step * flow.viscosity * number * number;
        decays_[axis].push_back(static_cast<Real>(std::exp(-half_step)));
      }
    }
  }

  /// Of the elements of one row.
  class Row {
   public:
    /// The wave number of element i.
    Vector operator()(Index i) const {
      return {of(rows_.numbers_, 0, i), of(rows_.numbers_, 1, i), of(rows_.numbers_, 2, i)};
    }
    /// By what it decays in half of a step.
    Real decay(Index i) const {
      return of(rows_.decays_, 0, i) * of(rows_.decays_, 1, i) * of(rows_.decays_, 2, i);
    }

   private:
    friend class WaveRows;
    Row(const WaveRows& rows, const Extents& first, std::size_t along) : rows_(rows) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        place_[axis] = static_cast<std::size_t>(first[axis] - rows.lo_[axis]);
        step_[axis] = axis == along ? 1 : 0;
      }
    }
    Real of(const Tables& tables, std::size_t axis, Index i) const {
      return tables[axis][place_[axis] + static_cast<std::size_t>(i) * step_[axis]];
    }

    const WaveRows& rows_;
    std::array<std::size_t, 3> place_{}, step_{};
  };

  /// Of the row along an axis that begins at `first`.
  Row row(const Extents& first, std::size_t along) const { return {*this, first, along}; }

  /// Whether the wave number is below a third of the points, along every axis.
  bool kept(const Vector& number) const {
    return std::abs(number[0]) <= kept_[0] && std::abs(number[1]) <= kept_[1] &&
           std::abs(number[2]) <= kept_[2];
  }

 private:
  Extents lo_;
  Vector kept_{};
  Tables numbers_, decays_;
};

}  // namespace fftbench
