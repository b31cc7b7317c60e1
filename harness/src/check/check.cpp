#include "check/check.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <fftbench/error.hpp>
#include <limits>
#include <numeric>
#include <utility>

#include "check/exact_rows.hpp"
#include "check/philox.hpp"
#include "support/over_ranks.hpp"

namespace fftbench {
namespace {

std::array<std::pair<const char*, std::optional<double>>, 10> named(const Check& check) {
  return {{{"spectrum L2", check.spectrum_l2},
           {"spectrum max", check.spectrum_max},
           {"Parseval", check.parseval},
           {"sampled wave numbers", check.sampled},
           {"round trip L2", check.round_trip_l2},
           {"round trip max", check.round_trip_max},
           {"repetitions", check.repetitions},
           {"after all repetitions", check.after_l2},
           {"workload L2", check.workload_l2},
           {"workload max", check.workload_max}}};
}

/// Squares of what is there from what should be, and of that.
struct Squares {
  double difference = 0, expected = 0;                  ///< their sums
  double largest_difference = 0, largest_expected = 0;  ///< of an element

  void add(const Complex& is, const Complex& should) {
    add({std::norm(is - should), std::norm(should), std::norm(is - should), std::norm(should)});
  }
  void add(const Squares& other) {
    difference += other.difference;
    expected += other.expected;
    largest_difference = std::max(largest_difference, other.largest_difference);
    largest_expected = std::max(largest_expected, other.largest_expected);
  }
};

/// Sums, and maxima where NaN wins, over the ranks.
Difference reduced(const Squares& squares, MPI_Comm comm) {
  std::array<double, 2> sums{squares.difference, squares.expected};
  std::array<double, 2> maxima{std::sqrt(squares.largest_difference),
                               std::sqrt(squares.largest_expected)};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, maxima.data(), 2, MPI_DOUBLE, MPI_MAX, comm);
  const double l2 = std::sqrt(sums[0]) / (sums[1] > 0 ? std::sqrt(sums[1]) : 1.0);
  const double max = maxima[0] / (maxima[1] > 0 ? maxima[1] : 1.0);
  return {l2, std::isfinite(l2) ? max : std::numeric_limits<double>::quiet_NaN()};
}

template <class Rows>
Difference compare_rows(const Array& actual, const Rows& rows, double factor, MPI_Comm comm) {
  const std::size_t axis = row_axis(actual.layout());
  std::vector<Squares> squares(static_cast<std::size_t>(actual.parts()));
  actual.in_parts([&](const Array& part, int which) {
    std::vector<Complex> is(static_cast<std::size_t>(part.layout().box.extent(axis)));
    std::vector<Complex> should(is.size());
    Squares of_part;
    for_each_row(part.layout(), axis, [&](const Extents& start, Index offset) {
      rows.fill(start, axis, should);
      part.read_row(offset, axis, is);
      for (std::size_t i = 0; i < is.size(); ++i) of_part.add(is[i], factor * should[i]);
    });
    squares[static_cast<std::size_t>(which)] = of_part;
  });
  Squares all;
  for (const Squares& of_part : squares) all.add(of_part);
  return reduced(all, comm);
}

/// The weights v of the identity that `random_spectrum` has the weights w of.
Separable<double> spectrum_weights(const Problem& problem, const Box& box) {
  const std::vector<AxisMatrix> matrices = forward_matrices(problem);
  return {box, [&](std::size_t axis, Index k) {
            const AxisMatrix inverse = matrices[axis].inverse();
            // A half spectrum holds one of each conjugate pair.
            const bool half = problem.kind(axis) == Transform::r2c;
            return half && !inverse.own_mirror(k) ? 2.0 : inverse.weight(k);
          }};
}

/// sum prod_a weights_a |X|^2 over all ranks.
long double energy(const Array& array, const Separable<double>& weights, MPI_Comm comm) {
  const std::size_t axis = row_axis(array.layout());
  const std::vector<double>& along = weights.along(axis);
  std::vector<long double> sums(static_cast<std::size_t>(array.parts()));
  array.in_parts([&](const Array& part, int which) {
    std::vector<Complex> row(along.size());
    long double sum = 0;
    for_each_row(part.layout(), axis, [&](const Extents& start, Index offset) {
      part.read_row(offset, axis, row);
      sum += weights.across(start, axis) * weighted_energy(row, along);
    });
    sums[static_cast<std::size_t>(which)] = sum;
  });
  long double sum = std::accumulate(sums.begin(), sums.end(), 0.0L);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG_DOUBLE, MPI_SUM, comm);
  return sum;
}

/// sum prod_a v_a |X|^2 over all ranks.
double spectrum_energy(const Array& spectrum, const Problem& problem, MPI_Comm comm) {
  return static_cast<double>(
      energy(spectrum, spectrum_weights(problem, spectrum.layout().box), comm));
}

/// The mean of |X[k]|^2 over random fields of this energy: at a point that is its own mirror image
/// the waves of a dct or dst add up to twice as much as elsewhere.
double mean_square(const Extents& wave_number, const Problem& problem, double energy) {
  const std::vector<AxisMatrix> matrices = forward_matrices(problem);
  for (std::size_t axis = 0; axis < matrices.size(); ++axis) {
    const bool mirrors = real_to_real(problem.kind(axis));
    if (mirrors && matrices[axis].inverse().own_mirror(wave_number[axis])) energy *= 2.0;
  }
  return energy;
}

}  // namespace

double Check::error() const {
  double largest = 0.0;
  for (const auto& [name, error] : named(*this)) {
    if (error && !std::isfinite(*error)) return std::numeric_limits<double>::quiet_NaN();
    if (error) largest = std::max(largest, *error);
  }
  return largest;
}

std::string Check::failures() const {
  std::string text;
  for (const auto& [name, error] : named(*this)) {
    if (!error || *error <= tolerance) continue;
    text += fmt::format("{}{} error {:.2g}", text.empty() ? "" : ", ", name, *error);
  }
  return fmt::format("{} (tolerance {:.2g})", text, tolerance);
}

double larger(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b);
}

double tolerance(const Problem& problem) {
  const double epsilon = problem.precision == Precision::single_
                             ? static_cast<double>(std::numeric_limits<float>::epsilon())
                             : std::numeric_limits<double>::epsilon();
  return 4.0 * epsilon * std::max(1.0, std::log2(static_cast<double>(problem.shape.volume())));
}

Difference compare(const Array& actual, const Superposition& expected, double factor,
                   MPI_Comm comm) {
  return compare_rows(actual, SuperpositionRows(expected, actual.layout().box), factor, comm);
}

Difference compare_random(const Array& actual, const Problem& problem, std::uint64_t seed,
                          double factor, MPI_Comm comm) {
  return compare_rows(actual, RandomRows(problem, seed, actual.layout().box), factor, comm);
}

Difference compare_exact(const Array& actual, const ExactRows& expected, double factor,
                         MPI_Comm comm) {
  return compare_rows(actual, expected, factor, comm);
}

double norm(const Array& array, MPI_Comm comm) {
  const Separable<double> ones(array.layout().box, [](std::size_t, Index) { return 1.0; });
  return static_cast<double>(std::sqrt(energy(array, ones, comm)));
}

double parseval_error(const Array& spectrum, const Problem& problem, const RandomSpectrum& expected,
                      double scale, MPI_Comm comm) {
  const double actual = spectrum_energy(spectrum, problem, comm);
  const double volume = static_cast<double>(problem.logical_shape().volume());
  return std::abs(std::sqrt(actual / (scale * scale * volume * expected.energy)) - 1.0);
}

double sampled_error(const Array& spectrum, const Problem& problem, const RandomSpectrum& expected,
                     double scale, MPI_Comm comm) {
  const Layout& layout = spectrum.layout();
  double largest = 0;
  bool finite = true;
  for (const auto& [wave_number, value] : expected.samples) {
    if (!layout.box.contains(wave_number)) continue;
    Complex actual;
    spectrum.read_row(layout.offset(wave_number), 0, {&actual, 1});
    const double rms =
        std::abs(scale) * std::sqrt(mean_square(wave_number, problem, expected.energy));
    largest = std::max(largest, std::abs(actual - scale * value) / rms);
    finite = finite && std::isfinite(std::abs(actual));
  }
  if (!finite) largest = std::numeric_limits<double>::infinity();
  return most_of_ranks(largest, comm);
}

void expect_tiling(const Layout& layout, const Extents& shape, const char* what, MPI_Comm comm,
                   int fields) {
  // Each global index gets a random weight, a product of one number per axis, modulo 2^64. The
  // weights of a box then sum to a product of sums, so comparing the boxes' total with the whole
  // array's costs no pass over the elements.
  constexpr std::uint32_t stream = 3;
  const auto weight = [&shape](const Box& box) {
    std::uint64_t product = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      std::uint64_t sum = 0;
      for (Index i = box.lo[axis]; i < box.hi[axis]; ++i) {
        sum += philox_words(static_cast<std::uint64_t>(i), stream, axis)[0];
      }
      product *= sum;
    }
    return product;
  };
  const Box whole{Extents::filled(shape.size(), 0), shape};
  const bool dims_agree = layout.box.lo.size() == shape.size() &&
                          layout.box.hi.size() == shape.size() &&
                          layout.stride.size() == shape.size();
  bool sound = dims_agree && layout.span(fields) <= layout.size &&
               (fields == 1 || layout.box.volume() == 0 || layout.field_stride > 0);
  std::uint64_t total = 0;
  if (sound && layout.box.volume() > 0) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      sound = sound && layout.box.lo[axis] >= 0 && layout.box.hi[axis] <= shape[axis];
    }
    if (sound) total = weight(layout.box);
  }
  sound = on_all_ranks(sound, comm);
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UINT64_T, MPI_SUM, comm);
  if (!sound) {
    throw Error(fmt::format("a rank's {} layout leaves the array or its memory{}", what,
                            fields > 1 ? ", or has its fields in one place" : ""));
  }
  if (total != weight(whole)) {
    throw Error(fmt::format("the ranks' {} boxes don't tile {}", what, shape.text()));
  }
}

}  // namespace fftbench
