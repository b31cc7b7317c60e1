#pragma once
/// Every transform by its definition, summed as it stands in FFTW's manual: right by its
/// simplicity, and only for tiny arrays.

#include <complex>
#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench {

/// A whole array in C order.
using Whole = std::vector<std::complex<double>>;

/// The layout of such an array.
Layout of_whole(const Extents& shape);

/// The unscaled transform of a whole field, in extended precision. For r2c the half spectrum.
Whole naive_transform(const Problem& problem, Whole field);

/// The unscaled inverse, of a half spectrum for r2c.
Whole naive_inverse(const Problem& problem, Whole spectrum);

}  // namespace fftbench
