#include "check/batch.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "support/over_ranks.hpp"

namespace fftbench {
namespace {

/// Far from the seeds that campaigns and launches count from, so that no two fields are alike.
std::uint64_t seed_of(int field, std::uint64_t seed) {
  return seed + (static_cast<std::uint64_t>(field) << 32);
}

/// Where a field begins; the first one at `data`, which on some devices is no address.
void* start_of(int field, void* data, const Layout& layout, std::size_t element_bytes) {
  if (field == 0) return data;
  const auto offset = static_cast<std::size_t>(field * layout.field_stride) * element_bytes;
  return static_cast<std::byte*>(data) + offset;
}

/// The worst of what is found in each field.
template <class Find>
double worst(int fields, Find&& find) {
  double largest = 0;
  for (int field = 0; field < fields; ++field) largest = larger(largest, find(field));
  return largest;
}

template <class Find>
Difference worst_difference(int fields, Find&& find) {
  Difference largest{};
  for (int field = 0; field < fields; ++field) {
    const Difference found = find(field);
    largest = {larger(largest.l2, found.l2), larger(largest.max, found.max)};
  }
  return largest;
}

template <class Real>
void put_sum(std::span<std::byte> sum, const Batch::Share& one, const Batch::Share& other) {
  const auto reals = [](const Batch::Share& share) {
    return reinterpret_cast<const Real*>(share.bytes.data());
  };
  const Real *const a = reals(one), *const b = reals(other);
  const Real factor_a = static_cast<Real>(one.factor), factor_b = static_cast<Real>(other.factor);
  auto* const to = reinterpret_cast<Real*>(sum.data());
  for (std::size_t i = 0; i < sum.size() / sizeof(Real); ++i) {
    to[i] = factor_a * a[i] + factor_b * b[i];
  }
}

template <class Rows>
void fill(Contents contents, const Rows& rows) {
  contents.change([&](Array& array) { array.fill(rows); });
}

/// What `read` makes of an array.
template <class Read>
auto seen(const Contents& contents, Read&& read) {
  decltype(read(std::declval<const Array&>())) result{};
  contents.look([&](const Array& array) { result = read(array); });
  return result;
}

}  // namespace

Contents Batch::input(int field) const {
  void* const start = start_of(field, buffers_.input, input_, problem_.input_element_bytes());
  return {problem_, false, input_, start, space_, threads_};
}

Contents Batch::spectrum(int field) const {
  void* const start = start_of(field, buffers_.output, output_, problem_.output_element_bytes());
  return {problem_, true, output_, start, space_, threads_};
}

Layout Batch::result_layout() const {
  return fftbench::result_layout(problem_, input_);
}

Contents Batch::result(int field) const {
  void* const start = start_of(field, buffers_.input, input_, problem_.input_element_bytes());
  return {problem_, false, result_layout(), start, space_, threads_};
}

void Batch::fill_known(std::uint64_t seed) {
  for (int field = 0; field < fields(); ++field) {
    fill(input(field), SuperpositionRows(known_field(problem_, seed_of(field, seed)), input_.box));
  }
}

void Batch::fill_random(std::uint64_t seed) {
  for (int field = 0; field < fields(); ++field) {
    fill(input(field), RandomRows(problem_, seed_of(field, seed), input_.box));
  }
}

ExactRows Batch::exact_rows(MakeRows make, const Box& box, int field, const Sample& sample,
                            int which) const {
  if (problem_.workload == Workload::navier_stokes) {
    return make(problem_, sample, which * fields() + field, box);
  }
  return make(problem_, seed_of(field, sample.seed), which, box);
}

ExactRows Batch::exact_result(int field, const Sample& sample, int which) const {
  return exact_rows(ExactRows::result, result_layout().box, field, sample, which);
}

void Batch::fill_exact_input(const Sample& sample, int which) {
  for (int field = 0; field < fields(); ++field) {
    fill(input(field), exact_rows(ExactRows::input, input_.box, field, sample, which));
  }
}

void Batch::fill_exact_result(const Sample& sample, int which) {
  for (int field = 0; field < fields(); ++field) {
    fill(result(field), exact_result(field, sample, which));
  }
}

void Batch::fill_greens_function() {
  fill(input(0), GreenRows(problem_.shape, input_.box));
}

void Batch::poison_input() {
  for (int field = 0; field < fields(); ++field) input(field).poison();
}

void Batch::poison_spectrum() {
  for (int field = 0; field < fields(); ++field) spectrum(field).poison();
}

void Batch::scale_input(double factor) {
  for (int field = 0; field < fields(); ++field) input(field).scale(factor);
}

bool Batch::input_is_known(std::uint64_t seed) const {
  bool all = true;
  for (int field = 0; field < fields() && all; ++field) {
    const SuperpositionRows rows(known_field(problem_, seed_of(field, seed)), input_.box);
    all = seen(input(field), [&](const Array& array) { return array.holds(rows); });
  }
  return on_all_ranks(all, comm_);
}

Difference Batch::known_difference(std::uint64_t seed, double scale) const {
  return worst_difference(fields(), [&](int field) {
    const Superposition expected = known_field(problem_, seed_of(field, seed)).transformed();
    return seen(spectrum(field),
                [&](const Array& array) { return compare(array, expected, scale, comm_); });
  });
}

Difference Batch::random_difference(std::uint64_t seed, double factor) const {
  return worst_difference(fields(), [&](int field) {
    return seen(input(field), [&](const Array& array) {
      return compare_random(array, problem_, seed_of(field, seed), factor, comm_);
    });
  });
}

Difference Batch::exact_difference(std::uint64_t seed, int which, double factor) const {
  return worst_difference(fields(), [&](int field) {
    const ExactRows rows = exact_result(field, seed, which);
    return seen(result(field),
                [&](const Array& array) { return compare_exact(array, rows, factor, comm_); });
  });
}

double Batch::result_norm(int field) const {
  return seen(result(field), [&](const Array& array) { return norm(array, comm_); });
}

std::span<std::byte> Batch::all_input() const {
  const auto elements = static_cast<std::size_t>(input_.span(fields()));
  return {static_cast<std::byte*>(buffers_.input), elements * problem_.input_element_bytes()};
}

std::vector<std::byte> Batch::input_bytes() const {
  const std::span<std::byte> all = all_input();
  return {all.begin(), all.end()};
}

void Batch::put_input(const Share& one, const Share& other) {
  if (problem_.precision == Precision::double_) {
    put_sum<double>(all_input(), one, other);
  } else {
    put_sum<float>(all_input(), one, other);
  }
}

std::vector<RandomSpectrum> Batch::random_spectra(std::uint64_t seed) const {
  std::vector<RandomSpectrum> spectra;
  for (int field = 0; field < fields(); ++field) {
    spectra.push_back(random_spectrum(input_, problem_, seed_of(field, seed), comm_, threads_));
  }
  return spectra;
}

double Batch::parseval(const std::vector<RandomSpectrum>& expected, double scale) const {
  return worst(fields(), [&](int field) {
    const RandomSpectrum& of_field = expected[static_cast<std::size_t>(field)];
    return seen(spectrum(field), [&](const Array& array) {
      return parseval_error(array, problem_, of_field, scale, comm_);
    });
  });
}

double Batch::sampled(const std::vector<RandomSpectrum>& expected, double scale) const {
  return worst(fields(), [&](int field) {
    const RandomSpectrum& of_field = expected[static_cast<std::size_t>(field)];
    return seen(spectrum(field), [&](const Array& array) {
      return sampled_error(array, problem_, of_field, scale, comm_);
    });
  });
}

RepetitionChecks::RepetitionChecks(const Batch& batch, const Checksum& checksum,
                                   RepetitionCheck::Scales scales, const std::vector<double>& norms,
                                   std::uint64_t seed, MPI_Comm comm)
    : batch_(batch) {
  for (int field = 0; field < batch.fields(); ++field) {
    const RepetitionCheck::Seeds seeds{seed, seed_of(field, seed)};
    checks_.emplace_back(checksum, scales, norms[static_cast<std::size_t>(field)],
                         batch.input(field), seeds, comm);
  }
}

void RepetitionChecks::before_forward() {
  for (int field = 0; field < batch_.fields(); ++field) {
    checks_[static_cast<std::size_t>(field)].before_forward(batch_.input(field));
  }
}

void RepetitionChecks::look_at_spectrum() {
  for (int field = 0; field < batch_.fields(); ++field) {
    checks_[static_cast<std::size_t>(field)].look_at_spectrum(batch_.spectrum(field));
  }
}

void RepetitionChecks::after_forward() {
  for (RepetitionCheck& check : checks_) check.after_forward();
}

void RepetitionChecks::look_at_field() {
  for (int field = 0; field < batch_.fields(); ++field) {
    checks_[static_cast<std::size_t>(field)].look_at_field(batch_.input(field));
  }
}

void RepetitionChecks::after_backward() {
  for (RepetitionCheck& check : checks_) check.after_backward();
}

void RepetitionChecks::take_waves_away() {
  for (int field = 0; field < batch_.fields(); ++field) {
    checks_[static_cast<std::size_t>(field)].take_wave_away(batch_.input(field));
  }
}

const RepetitionCheck& RepetitionChecks::worst() const {
  return *std::max_element(checks_.begin(), checks_.end(), [](const auto& a, const auto& b) {
    return a.worst().error() < b.worst().error();
  });
}

}  // namespace fftbench
