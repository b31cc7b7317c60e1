#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/profile.hpp>
#include <functional>

#include "profile/state.hpp"

namespace fftbench::profile {

namespace {

/// Sums over ranks. Every rank has the same table of functions, so positions stand for names.
struct Sums {
  struct Row {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    std::int64_t messages = 0;
  };
  std::array<Row, mpi_count> mpi{};
  std::int64_t fft_calls = 0;
  std::int64_t ranks_with_mpi_in_fft = 0;
};

/// Times of which the mean, minimum and maximum over ranks are reported.
enum Part { wall, exchange, local, fft, reorder, parts };

/// Largest over ranks; the least is the largest of the negatives.
struct Largest {
  std::array<double, parts> high{};
  std::array<double, parts> minus_low{};
  std::array<double, mpi_count> mpi{};
};

template <class Value, class Numbers>
Numbers all_reduce(const Numbers& mine, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  static_assert(sizeof(Numbers) % sizeof(Value) == 0);
  Numbers all;
  PMPI_Allreduce(&mine, &all, static_cast<int>(sizeof(Numbers) / sizeof(Value)), type, operation,
                 comm);
  return all;
}

Sums sums_of(const Totals& totals) {
  Sums sums;
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const auto found = totals.mpi.find(mpi_names[i]);
    if (found == totals.mpi.end()) continue;
    sums.mpi[i] = {found->second.calls, found->second.bytes, found->second.messages};
  }
  sums.fft_calls = totals.fft_calls;
  sums.ranks_with_mpi_in_fft = totals.fft_contains_mpi ? 1 : 0;
  return sums;
}

Largest largest_of(const Totals& totals, const std::array<double, parts>& times) {
  Largest largest;
  largest.high = times;
  std::transform(times.begin(), times.end(), largest.minus_low.begin(), std::negate());
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const auto found = totals.mpi.find(mpi_names[i]);
    if (found != totals.mpi.end()) largest.mpi[i] = found->second.seconds;
  }
  return largest;
}

}  // namespace

Breakdown reduce(const Totals& totals, int repetitions, MPI_Comm comm) {
  if (repetitions < 1) throw Error("a breakdown needs at least one profiled transform");
  int ranks = 1;
  PMPI_Comm_size(comm, &ranks);
  const double per_transform = 1.0 / repetitions;

  const Sums sums = all_reduce<std::int64_t>(sums_of(totals), MPI_INT64_T, MPI_SUM, comm);
  // A rank without work calls no FFTW, and its FFT time is 0. Where no rank calls FFTW, the library
  // computes by other means, and the FFT time is unknown.
  const bool fft_known = sums.fft_calls > 0 && sums.ranks_with_mpi_in_fft == 0;

  const Split mine = split(totals, fft_known);
  const std::array<double, parts> times = {mine.wall, mine.exchange, mine.local,
                                           mine.fft.value_or(0), mine.reorder.value_or(0)};
  const auto total = all_reduce<double>(times, MPI_DOUBLE, MPI_SUM, comm);
  const auto largest = all_reduce<double>(largest_of(totals, times), MPI_DOUBLE, MPI_MAX, comm);

  const auto spread = [&](Part part) {
    return Spread{total[part] / ranks * per_transform, -largest.minus_low[part] * per_transform,
                  largest.high[part] * per_transform};
  };
  Breakdown result;
  result.wall_s = spread(wall);
  result.exchange_s = spread(exchange);
  result.local_s = spread(local);
  if (fft_known) {
    result.fft_s = spread(fft);
    result.reorder_s = spread(reorder);
  }
  result.fft_calls = static_cast<double>(sums.fft_calls) * per_transform;
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const Sums::Row& row = sums.mpi[i];
    if (row.calls == 0) continue;
    result.mpi[mpi_names[i]] = {static_cast<double>(row.calls) * per_transform,
                                largest.mpi[i] * per_transform,
                                static_cast<double>(row.bytes) * per_transform,
                                static_cast<double>(row.messages) * per_transform};
    result.exchange_bytes += static_cast<double>(row.bytes) * per_transform;
  }
  return result;
}

}  // namespace fftbench::profile
