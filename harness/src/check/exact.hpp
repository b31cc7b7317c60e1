#pragma once
/// Workloads whose answer is known at every element.
///
/// The data are made of waves and impulses, as the known field of a transform is: a wave is only
/// multiplied by its own factor, and of an impulse, which is made of all waves alike, every factor
/// of the spectrum shows in the result. Both stay sums of products of one factor per axis: of a
/// convolution and a gradient, because their multipliers are products; of Poisson's equation,
/// because its solution u is chosen and the data are its Laplacian, a sum over the axes. There all
/// but one long wave of u is divided by the `roughness`, or the short waves' rounding would be as
/// large as the solution.

#include <fftbench/workload.hpp>
#include <vector>

#include "check/field.hpp"

namespace fftbench {

/// Which of the data that are known: those of a seed. A flow of strong waves, or of faint ones
/// (ExactFlow, FaintFlow); other workloads have data of one kind.
struct Sample {
  Sample(std::uint64_t of, bool of_faint_waves = false) : seed(of), faint(of_faint_waves) {}
  std::uint64_t seed;
  bool faint;
};

/// sum over terms of prod_a term[a][x[a]].
using SumOfProducts = std::vector<std::vector<std::vector<Complex>>>;

/// How much more the solution of Poisson's equation would err than its data do, were all of its
/// wave numbers alike: rms(k^2) of them, from the data, times rms(1/k^2), from the multiplier. At
/// least 1. It grows as n^1.5 in one dimension, n in two, and sqrt(n) in three.
double roughness(const Problem& problem);

/// `which`: of the components of a velocity.
SumOfProducts exact_input(const Problem& problem, const Sample& sample, int which = 0);
/// `which`: of the components of a gradient or of a velocity.
SumOfProducts exact_result(const Problem& problem, const Sample& sample, int which);

/// Writes one row of such a sum at a time, as SuperpositionRows does.
class ProductRows {
 public:
  ProductRows(const SumOfProducts& sum, const Box& box);
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  std::vector<Separable<Complex>> terms_;
};

/// The most points along an axis: what an impulse becomes takes their square.
inline constexpr Index most_exact_points = 1 << 14;

}  // namespace fftbench
