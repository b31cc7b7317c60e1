#pragma once
/// Sums over one rank's part of an array, with weights that are a product of one factor per axis.
/// They are taken in every repetition, so each goes through memory once, copies nothing, and is
/// shared out among the array's threads, a single row, too.

#include "check/array.hpp"
#include "check/field.hpp"

namespace fftbench {

/// NaN where an element is. Rows are added up in extended precision: the rounding of a plain sum
/// over 10^9 elements would come near the tolerance.
Complex weighted_sum(const Array& array, const Separable<Complex>& weights);

/// The same; multiplies every element by `factor` once it is added.
Complex weighted_sum_and_scale(Array& array, const Separable<Complex>& weights, double factor);

}  // namespace fftbench
