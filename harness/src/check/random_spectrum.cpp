#include "check/random_spectrum.hpp"

#include "check/axis_matrix.hpp"
#include "check/philox.hpp"
#include "support/slices.hpp"

namespace fftbench {
namespace {

/// The two corners of the spectrum and a few places between.
std::vector<Extents> sampled_wave_numbers(const Problem& problem, std::uint64_t seed) {
  constexpr std::uint64_t samples = 4;
  constexpr std::uint32_t stream = 2;
  const Extents shape = problem.spectrum_shape();
  Extents last = shape;
  for (Index& index : last) --index;
  std::vector<Extents> wave_numbers{Extents::filled(shape.size(), 0), last};
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    Extents wave_number;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const auto words = philox_words(sample * Extents::max_dims + axis, stream, seed);
      wave_number.push_back(static_cast<Index>(words[0] % static_cast<std::uint64_t>(shape[axis])));
    }
    wave_numbers.push_back(wave_number);
  }
  return wave_numbers;
}

struct LongComplex {
  long double real = 0, imaginary = 0;
};

/// X[k] by the definition, row by row of x.
class DirectSum {
 public:
  DirectSum(const Extents& wave_number, const std::vector<AxisMatrix>& matrices, const Box& box)
      : factors_(box, [&](std::size_t axis, Index j) {
          return matrices[axis].at(wave_number[axis], j);
        }) {}

  void add(const Extents& start, std::size_t axis, std::span<const Complex> row,
           LongComplex& sum) const {
    const Complex across = factors_.across(start, axis);
    const std::vector<Complex>& along = factors_.along(axis);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Complex factor = across * along[i];
      sum.real += static_cast<long double>(row[i].real()) * factor.real() -
                  static_cast<long double>(row[i].imag()) * factor.imag();
      sum.imaginary += static_cast<long double>(row[i].real()) * factor.imag() +
                       static_cast<long double>(row[i].imag()) * factor.real();
    }
  }

 private:
  Separable<Complex> factors_;
};

/// Of a part of the field, or of all of it.
struct FieldSums {
  long double energy = 0;
  std::vector<LongComplex> direct;

  void add(const FieldSums& other) {
    energy += other.energy;
    for (std::size_t i = 0; i < direct.size(); ++i) {
      direct[i].real += other.direct[i].real;
      direct[i].imaginary += other.direct[i].imaginary;
    }
  }
};

RandomSpectrum over_ranks(const FieldSums& mine, const std::vector<Extents>& wave_numbers,
                          MPI_Comm comm) {
  std::vector<long double> sums{mine.energy};
  for (const LongComplex& sum : mine.direct) sums.insert(sums.end(), {sum.real, sum.imaginary});
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_LONG_DOUBLE, MPI_SUM,
                comm);
  RandomSpectrum result{static_cast<double>(sums[0]), {}};
  for (std::size_t i = 0; i < wave_numbers.size(); ++i) {
    result.samples.push_back(
        {wave_numbers[i],
         {static_cast<double>(sums[1 + 2 * i]), static_cast<double>(sums[2 + 2 * i])}});
  }
  return result;
}

}  // namespace

double weighted_energy(std::span<const Complex> row, std::span<const double> weights) {
  double energy = 0;
  for (std::size_t i = 0; i < row.size(); ++i) energy += weights[i] * std::norm(row[i]);
  return energy;
}

RandomSpectrum random_spectrum(const Layout& input, const Problem& problem, std::uint64_t seed,
                               MPI_Comm comm, ThreadPool* threads) {
  const std::vector<AxisMatrix> matrices = forward_matrices(problem);
  const Separable<double> weights(
      input.box, [&](std::size_t axis, Index j) { return matrices[axis].weight(j); });
  const std::vector<Extents> wave_numbers = sampled_wave_numbers(problem, seed);
  std::vector<DirectSum> direct;
  for (const Extents& wave_number : wave_numbers) {
    direct.emplace_back(wave_number, matrices, input.box);
  }

  const std::size_t axis = row_axis(input);
  const RandomRows random(problem, seed, input.box);
  FieldSums sums{0, std::vector<LongComplex>(direct.size())};
  std::vector<FieldSums> of_slices(static_cast<std::size_t>(slices_of_rows(input, threads)), sums);
  in_slices_of_rows(input, threads, [&](const Layout& slice, int which) {
    std::vector<Complex> row(static_cast<std::size_t>(input.box.extent(axis)));
    FieldSums mine = sums;
    for_each_row(slice, axis, [&](const Extents& start, Index) {
      random.fill(start, axis, row);
      mine.energy += weights.across(start, axis) * weighted_energy(row, weights.along(axis));
      for (std::size_t i = 0; i < direct.size(); ++i) {
        direct[i].add(start, axis, row, mine.direct[i]);
      }
    });
    of_slices[static_cast<std::size_t>(which)] = mine;
  });
  for (const FieldSums& of_slice : of_slices) sums.add(of_slice);
  return over_ranks(sums, wave_numbers, comm);
}

}  // namespace fftbench
