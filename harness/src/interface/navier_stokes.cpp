#include <cmath>
#include <fftbench/navier_stokes.hpp>

namespace fftbench {

NavierStokes::NavierStokes(const Problem& problem) : kept(problem.shape) {
  double turned = 0.0, square = 0.0;
  for (std::size_t axis = 0; axis < kept.size(); ++axis) {
    kept[axis] = (problem.shape[axis] - 1) / 3;
    const auto largest = static_cast<double>(kept[axis]);
    turned += largest * std::abs(wind[axis]);
    square += largest * largest;
  }
  if (square == 0.0) return;
  step = 1.0 / turned;
  viscosity = 0.25 / (square * step);
}

}  // namespace fftbench
