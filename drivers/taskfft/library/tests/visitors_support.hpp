#pragma once
/// What tests of visitors share.

#include <atomic>

#include "support.hpp"

namespace taskfft::testing_support {

/// A power of two for every point, so that products are exact.
inline double weight(const SpectrumRun& run, std::size_t dims, std::size_t point) {
  Index sum = run.field;
  for (std::size_t a = 0; a < dims; ++a) {
    sum += static_cast<Index>(2 * a + 1) * run.at(static_cast<int>(a), point);
  }
  return std::ldexp(1, static_cast<int>(sum % 7));
}

template <ArrayElement Element>
void weigh(const SpectrumRun& run, std::size_t dims) {
  const std::span<Element> points = run.points<Element>();
  for (std::size_t k = 0; k < points.size(); ++k) {
    points[k] *= static_cast<decltype(std::abs(points[k]))>(weight(run, dims, k));
  }
}

/// A visitor that multiplies each point by its weight.
inline void weigh_points(const Problem& problem, const SpectrumRun& run) {
  const std::size_t dims = problem.extents.size();
  const bool single = problem.precision == Precision::float32;
  if (run.type.is_complex) {
    single ? weigh<std::complex<float>>(run, dims) : weigh<std::complex<double>>(run, dims);
  } else {
    single ? weigh<float>(run, dims) : weigh<double>(run, dims);
  }
}

/// Of every kind.
inline std::vector<Problem> problems() {
  Problem mixed = make_problem({7, 6, 10});
  mixed.kinds = {Transform::dct1, Transform::dst1, Transform::r2c};
  Problem first_halved = make_problem({10, 7, 6});
  first_halved.kinds = {Transform::r2c, Transform::c2c, Transform::dct2};
  Problem flat_halved = make_problem({20, 9});
  flat_halved.kinds = {Transform::r2c, Transform::c2c};
  Problem batch = make_problem({8, 9, 10}, Transform::r2c);
  batch.fields = 3;
  Problem truncated = make_problem({10, 9, 12}, Transform::r2c);
  truncated.kept = {4, 3, 5};
  return {make_problem({8, 6, 12}),
          make_problem({9, 8, 7}, Transform::r2c),
          mixed,
          first_halved,
          flat_halved,
          batch,
          truncated,
          make_problem({5, 9, 8}, Transform::dst4),
          make_problem({40, 2, 64}),
          make_problem({1, 5, 1}),
          make_problem({14, 9}, Transform::dct2),
          make_problem({48, 30}, Transform::r2c),
          make_problem({36})};
}

/// How often each point of one field's spectrum was shown, on all ranks together.
class Shown {
 public:
  explicit Shown(const Problem& problem)
      : extents_(spectrum_extents(problem)), times_(static_cast<std::size_t>(product(extents_))) {}
  void add(const SpectrumRun& run) {
    for (std::size_t k = 0; k < run.type.size; ++k) {
      Index at = 0;
      for (std::size_t a = 0; a < extents_.size(); ++a) {
        at = at * extents_[a] + run.at(static_cast<int>(a), k);
      }
      ++times_[static_cast<std::size_t>(at)];
    }
  }
  std::vector<int> everywhere() const {
    std::vector<int> all(times_.begin(), times_.end());
    MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    return all;
  }

 private:
  std::vector<Index> extents_;
  std::vector<std::atomic<int>> times_;
};

/// The largest difference, in parts of the largest expected number.
inline double deviation(const std::vector<Complex>& found, const std::vector<Complex>& expected) {
  double largest = std::numeric_limits<double>::min(), worst = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    largest = std::max(largest, std::abs(expected[k]));
    keep_worst(worst, std::abs(found[k] - expected[k]));
  }
  return worst / largest;
}

}  // namespace taskfft::testing_support
