#pragma once
/// Sums over one rank's part of an array, with weights that are a product of one factor per axis.
/// They are taken in every repetition, so each goes through memory once, copies nothing, and is
/// shared out among `threads` where there are any.

#include "check/array.hpp"
#include "check/field.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

/// NaN where an element is. Rows are added up in extended precision: the rounding of a plain sum
/// over 10^9 elements would come near the tolerance.
Complex weighted_sum(const Array& array, const Separable<Complex>& weights,
                     ThreadPool* threads = nullptr);

/// The same; multiplies every element by `factor` once it is added.
Complex weighted_sum_and_scale(Array& array, const Separable<Complex>& weights, double factor,
                               ThreadPool* threads = nullptr);

}  // namespace fftbench
