#pragma once
/// The fields of a problem in a library's two arrays. Each has data of its own and is checked by
/// itself, as if it were alone; an error is that of the worst field.

#include <mpi.h>

#include <cstddef>
#include <fftbench/driver.hpp>
#include <span>
#include <vector>

#include "check/check.hpp"
#include "check/checksum.hpp"
#include "check/contents.hpp"
#include "check/exact_rows.hpp"
#include "check/random_spectrum.hpp"

namespace fftbench {

class Batch {
 public:
  Batch() = default;
  /// `space` is where the buffers are; null for the host. `threads` share what is done there; null
  /// for the caller alone. Ranks of `comm` call together what is collective.
  Batch(const Problem& problem, const Layout& input, const Layout& output, const Buffers& buffers,
        DeviceSpace* space, MPI_Comm comm, ThreadPool* threads)
      : problem_(problem),
        input_(input),
        output_(output),
        buffers_(buffers),
        space_(space),
        comm_(comm),
        threads_(threads) {}

  int fields() const { return problem_.fields; }
  /// One field's part of the two arrays.
  Contents input(int field) const;
  /// Where the problem's workload leaves a result: in the input, or a part of it.
  Contents result(int field) const;
  Contents spectrum(int field) const;

  /// Fill the input with the known field of a seed, or with the random one.
  void fill_known(std::uint64_t seed);
  void fill_random(std::uint64_t seed);
  /// Fill the input with array number `which` of the data of the problem's workload, or of its
  /// results. Of a velocity each field holds a component; elsewhere it has data of its own.
  void fill_exact_input(const Sample& sample, int which = 0);
  void fill_exact_result(const Sample& sample, int which);
  /// Fill the first field of the input with Green's function in all of space, which serves all.
  void fill_greens_function();
  void poison_input();
  void poison_spectrum();
  /// Multiplies every element of the input.
  void scale_input(double factor);

  /// Whether the input is the known field still, bit by bit. Collective.
  bool input_is_known(std::uint64_t seed) const;
  /// Of the spectrum from `scale` times the known field's. Collective.
  Difference known_difference(std::uint64_t seed, double scale) const;
  /// Of the input from `factor` times the random field. Collective.
  Difference random_difference(std::uint64_t seed, double factor) const;
  /// Of what lies there from `factor` times a result of the workload. Collective.
  Difference exact_difference(std::uint64_t seed, int which, double factor) const;
  /// The root of the sum of the squares of a field's result. Collective.
  double result_norm(int field) const;
  /// All of the input's bytes on the host, and the way back, as a sum of two.
  std::vector<std::byte> input_bytes() const;
  struct Share {
    double factor;
    std::span<const std::byte> bytes;
  };
  void put_input(const Share& one, const Share& other);
  /// Of each field's random data. Collective.
  std::vector<RandomSpectrum> random_spectra(std::uint64_t seed) const;
  /// See parseval_error and sampled_error. Collective.
  double parseval(const std::vector<RandomSpectrum>& expected, double scale) const;
  double sampled(const std::vector<RandomSpectrum>& expected, double scale) const;

 private:
  Layout result_layout() const;
  using MakeRows = ExactRows (*)(const Problem&, const Sample& sample, int which, const Box&);
  ExactRows exact_rows(MakeRows make, const Box& box, int field, const Sample& sample,
                       int which) const;
  ExactRows exact_result(int field, const Sample& sample, int which) const;
  std::span<std::byte> all_input() const;

  Problem problem_;
  Layout input_, output_;
  Buffers buffers_;
  DeviceSpace* space_ = nullptr;
  MPI_Comm comm_ = MPI_COMM_NULL;
  ThreadPool* threads_ = nullptr;
};

/// Looks at every repetition of every field.
class RepetitionChecks {
 public:
  /// `norms`: of each field's true spectrum. The inputs hold the fields. Collective, as are the
  /// calls between repetitions but those by which a rank looks at what it has.
  RepetitionChecks(const Batch& batch, const Checksum& checksum, RepetitionCheck::Scales scales,
                   const std::vector<double>& norms, std::uint64_t seed, MPI_Comm comm);

  void before_forward();
  void look_at_spectrum();
  void after_forward();
  void look_at_field();
  void after_backward();
  void take_waves_away();

  /// That of the field with the largest error. All fields are multiplied by the same factor.
  const RepetitionCheck& worst() const;

 private:
  Batch batch_;
  std::vector<RepetitionCheck> checks_;
};

}  // namespace fftbench
