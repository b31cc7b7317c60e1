#include "check/exact.hpp"

#include <algorithm>
#include <cmath>

#include "check/exact_flow.hpp"
#include "check/faint_flow.hpp"

namespace fftbench {
namespace {

using Column = std::vector<Complex>;
using Product = std::vector<Column>;

/// The problem's known field, and what its workload makes of it.
class Exact {
 public:
  Exact(const Problem& problem, std::uint64_t seed, int result)
      : field_(problem.workload == Workload::poisson
                   ? smooth_field(problem, seed, 1.0 / roughness(problem))
                   : known_field(problem, seed)),
        matrices_(forward_matrices(problem)),
        shape_(problem.shape),
        multiplier_(problem, result) {}

  std::size_t axes() const { return matrices_.size(); }

  SumOfProducts field() const {
    SumOfProducts sum;
    for (const auto& term : field_.waves) sum.push_back(wave(term));
    for (const auto& term : field_.impulses) sum.push_back(impulse(term));
    return sum;
  }

  /// Of multipliers that are a product.
  SumOfProducts multiplied() const {
    SumOfProducts sum;
    for (const auto& term : field_.waves) {
      Complex factor = 1.0;
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        factor *= multiplier_.along(axis, term.at[axis]);
      }
      sum.push_back(wave({term.at, factor * term.amplitude}));
    }
    for (const auto& term : field_.impulses) {
      Product product = impulse(term);
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        product[axis] = filtered(axis, product[axis], along(axis));
      }
      sum.push_back(product);
    }
    return sum;
  }

  /// The field without its mean: the solution of Poisson's equation.
  SumOfProducts without_mean() const {
    SumOfProducts sum;
    for (const auto& term : field_.waves) {
      if (square(term.at) != 0.0) sum.push_back(wave(term));
    }
    for (const auto& term : field_.impulses) {
      sum.push_back(impulse(term));
      if (!constant()) continue;
      Product mean = impulse({term.at, -term.amplitude});
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        Column first(mean[axis].size());
        first[0] = 1.0;
        mean[axis] = filtered(axis, mean[axis], first);
      }
      sum.push_back(mean);
    }
    return sum;
  }

  /// Of the solution, and a mean, if there is one, that the solution must take no notice of.
  SumOfProducts laplacian() const {
    SumOfProducts sum;
    if (constant()) sum.push_back(wave({Extents::filled(axes(), 0), 1.0}));
    for (const auto& term : field_.waves) {
      sum.push_back(wave({term.at, square(term.at) * term.amplitude}));
    }
    for (const auto& term : field_.impulses) {
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        Product derived = impulse(term);
        derived[axis] = filtered(axis, derived[axis], along(axis));
        sum.push_back(derived);
      }
    }
    return sum;
  }

 private:
  using Term = Superposition::Term;

  Product wave(const Term& term) const {
    Product product;
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      Column& column = product.emplace_back();
      for (Index x = 0; x < shape_[axis]; ++x) {
        column.push_back(field_.matrices[axis].at(x, term.at[axis]));
      }
    }
    for (Complex& value : product[0]) value *= term.amplitude;
    return product;
  }

  Product impulse(const Term& term) const {
    Product product;
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      Column& column = product.emplace_back(static_cast<std::size_t>(shape_[axis]));
      column[static_cast<std::size_t>(term.at[axis])] = 1.0;
    }
    for (Complex& value : product[0]) value *= term.amplitude;
    return product;
  }

  Column along(std::size_t axis) const {
    Column factors;
    for (Index k = 0; k < shape_[axis]; ++k) factors.push_back(multiplier_.along(axis, k));
    return factors;
  }

  /// There and back along one axis, with these factors between.
  Column filtered(std::size_t axis, const Column& values, const Column& factors) const {
    const AxisMatrix& matrix = matrices_[axis];
    Column spectrum = matrix.times(values);
    const auto size = static_cast<double>(matrix.logical_size());
    for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= factors[k] / size;
    return matrix.inverse().times(spectrum);
  }

  /// Of a wave number, with the sign that second derivatives have.
  Complex square(const Extents& wave_number) const {
    Complex sum = 0.0;
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      sum += multiplier_.along(axis, wave_number[axis]);
    }
    return sum;
  }

  /// Whether one of the waves is constant, which no derivative sees.
  bool constant() const { return square(Extents::filled(axes(), 0)) == 0.0; }

  Superposition field_;
  std::vector<AxisMatrix> matrices_;
  Extents shape_;
  Multiplier multiplier_;
};

/// The square of every wave number along an axis, with the sign of second derivatives.
std::vector<double> squares(const Multiplier& multiplier, std::size_t axis, Index points) {
  std::vector<double> squares;
  for (Index k = 0; k < points; ++k) squares.push_back(multiplier.along(axis, k).real());
  return squares;
}

/// The mean of the squares of the sums of one number from each list: variances and means add up.
double mean_square_of_sums(const std::vector<std::vector<double>>& lists) {
  double mean = 0.0, variance = 0.0;
  for (const std::vector<double>& list : lists) {
    const auto count = static_cast<double>(list.size());
    double sum = 0.0, of_squares = 0.0;
    for (const double value : list) {
      sum += value;
      of_squares += value * value;
    }
    mean += sum / count;
    variance += of_squares / count - sum * sum / (count * count);
  }
  return variance + mean * mean;
}

/// Of the inverses of those sums, but 0. Of wave numbers above 16, which add a twentieth at most
/// (the integral of 1/k^4 in three dimensions), nothing is summed.
double mean_square_of_inverses(const std::vector<std::vector<double>>& lists) {
  constexpr double far = 16.0 * 16.0;
  std::vector<double> sums{0.0};
  double count = 1.0;
  for (const std::vector<double>& list : lists) {
    std::vector<double> longer;
    for (const double value : list) {
      if (std::abs(value) > far) continue;
      for (const double sum : sums) longer.push_back(sum + value);
    }
    sums = std::move(longer);
    count *= static_cast<double>(list.size());
  }
  double inverses = 0.0;
  for (const double sum : sums) inverses += sum == 0.0 ? 0.0 : 1.0 / (sum * sum);
  return inverses / count;
}

}  // namespace

double roughness(const Problem& problem) {
  const Multiplier multiplier(problem);
  std::vector<std::vector<double>> lists;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    lists.push_back(squares(multiplier, axis, problem.shape[axis]));
  }
  return std::max(1.0, std::sqrt(mean_square_of_sums(lists) * mean_square_of_inverses(lists)));
}

SumOfProducts exact_input(const Problem& problem, const Sample& sample, int which) {
  if (problem.workload == Workload::navier_stokes) {
    return sample.faint ? FaintFlow(problem, sample.seed).before(which)
                        : ExactFlow(problem, sample.seed).before(which);
  }
  const Exact exact(problem, sample.seed, 0);
  return problem.workload == Workload::poisson ? exact.laplacian() : exact.field();
}

SumOfProducts exact_result(const Problem& problem, const Sample& sample, int which) {
  if (problem.workload == Workload::navier_stokes) {
    return sample.faint ? FaintFlow(problem, sample.seed).after(which)
                        : ExactFlow(problem, sample.seed).after(which);
  }
  const Exact exact(problem, sample.seed, which);
  return problem.workload == Workload::poisson ? exact.without_mean() : exact.multiplied();
}

ProductRows::ProductRows(const SumOfProducts& sum, const Box& box) {
  for (const Product& term : sum) {
    terms_.emplace_back(
        box, [&](std::size_t axis, Index x) { return term[axis][static_cast<std::size_t>(x)]; });
  }
}

void ProductRows::fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
  std::fill(row.begin(), row.end(), Complex{});
  for (const Separable<Complex>& term : terms_) {
    const Complex across = term.across(start, axis);
    if (across == 0.0) continue;  // beside an impulse
    const Column& along = term.along(axis);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += across * along[i];
  }
}

}  // namespace fftbench
