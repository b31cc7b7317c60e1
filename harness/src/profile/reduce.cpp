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
  std::int64_t ranks_with_fft_hidden = 0;
  std::int64_t ranks_with_exchange_hidden = 0;
  std::int64_t ranks_declaring = 0;
  std::array<std::int64_t, 5> ranks_declaring_phase{};  ///< in the order of Phases
};

/// Times of which the mean, minimum and maximum over ranks are reported. The phases that libraries
/// declare follow, in the order of Phases.
enum Part { wall, exchange, local, fft, reorder, declared, other = declared + 5, parts };

std::array<std::optional<double>, 5> in_order(const Phases& phases) {
  return {phases.fft, phases.pack, phases.exchange, phases.unpack, phases.scale};
}

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

Sums sums_of(const Totals& totals, const Visible& visible, const std::optional<Phases>& phases) {
  Sums sums;
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const auto found = totals.mpi.find(mpi_names[i]);
    if (found == totals.mpi.end()) continue;
    sums.mpi[i] = {found->second.calls, found->second.bytes, found->second.messages};
  }
  sums.fft_calls = totals.fft_calls;
  sums.ranks_with_fft_hidden = totals.fft_contains_mpi || !visible.fft ? 1 : 0;
  sums.ranks_with_exchange_hidden = visible.exchange ? 0 : 1;
  if (!phases) return sums;
  sums.ranks_declaring = 1;
  for (std::size_t i = 0; i < in_order(*phases).size(); ++i) {
    sums.ranks_declaring_phase[i] = in_order(*phases)[i] ? 1 : 0;
  }
  return sums;
}

std::array<double, parts> times_of(const Split& mine, const Phases& phases) {
  std::array<double, parts> times{mine.wall, mine.exchange, mine.local, mine.fft.value_or(0),
                                  mine.reorder.value_or(0)};
  double rest = mine.wall;
  for (std::size_t i = 0; i < in_order(phases).size(); ++i) {
    times[declared + i] = in_order(phases)[i].value_or(0);
    rest -= times[declared + i];
  }
  times[other] = std::max(rest, 0.0);
  return times;
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

Breakdown reduce(const Totals& totals, int repetitions, MPI_Comm comm, const Visible& visible,
                 const std::optional<Phases>& phases) {
  if (repetitions < 1) throw Error("a breakdown needs at least one profiled transform");
  int ranks = 1;
  PMPI_Comm_size(comm, &ranks);
  const double per_transform = 1.0 / repetitions;

  const Sums sums =
      all_reduce<std::int64_t>(sums_of(totals, visible, phases), MPI_INT64_T, MPI_SUM, comm);
  // A rank without work calls no FFTW, and its FFT time is 0. Where no rank calls FFTW, the library
  // computes by other means, and the FFT time is unknown.
  const bool fft_known = sums.fft_calls > 0 && sums.ranks_with_fft_hidden == 0;
  const bool exchange_known = sums.ranks_with_exchange_hidden == 0;

  const auto times = times_of(split(totals, fft_known), phases.value_or(Phases{}));
  const auto total = all_reduce<double>(times, MPI_DOUBLE, MPI_SUM, comm);
  const auto largest = all_reduce<double>(largest_of(totals, times), MPI_DOUBLE, MPI_MAX, comm);

  const auto spread = [&](std::size_t part) {
    return Spread{total[part] / ranks * per_transform, -largest.minus_low[part] * per_transform,
                  largest.high[part] * per_transform};
  };
  Breakdown result;
  result.wall_s = spread(wall);
  if (exchange_known) {
    result.exchange_s = spread(exchange);
    result.local_s = spread(local);
    result.exchange_bytes = 0;
  }
  if (fft_known) result.fft_s = spread(fft);
  if (fft_known && exchange_known) result.reorder_s = spread(reorder);
  if (sums.ranks_declaring == ranks) {
    const auto told = [&](std::size_t phase) {
      return sums.ranks_declaring_phase[phase] == ranks ? std::optional(spread(declared + phase))
                                                        : std::nullopt;
    };
    result.declared_s = {told(0), told(1), told(2), told(3), told(4), spread(other)};
  }
  result.fft_calls = static_cast<double>(sums.fft_calls) * per_transform;
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const Sums::Row& row = sums.mpi[i];
    if (row.calls == 0) continue;
    result.mpi[mpi_names[i]] = {static_cast<double>(row.calls) * per_transform,
                                largest.mpi[i] * per_transform,
                                static_cast<double>(row.bytes) * per_transform,
                                static_cast<double>(row.messages) * per_transform};
    if (exchange_known) *result.exchange_bytes += static_cast<double>(row.bytes) * per_transform;
  }
  return result;
}

}  // namespace fftbench::profile
