#pragma once
/// A sum over the whole spectrum with random weights, and the same sum taken over the input: equal
/// for a right transform, and for next to no wrong one.
///
/// The transform X = F x is linear, so <r, X> == <w, x> with w = F^T r, and with weights that are a
/// product of one factor per axis, w is one, too: no reference and no FFT is needed. (R. Freivalds,
/// "Probabilistic machines can use less running time", 1977; for FFTs J.-Y. Jou and J. A. Abraham,
/// "Fault-tolerant FFT networks", IEEE Trans. Computers 37 (1988).) All weights are of modulus 1,
/// so that every element counts alike, and an error e changes the sum by about its norm. One
/// element of N that is lost is 1 / sqrt(N) of the spectrum's norm: in single precision that is
/// less than the tolerance of 4 eps log2 N from N = 4e9 on.

#include <mpi.h>

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <memory>

#include "check/contents.hpp"
#include "check/field.hpp"
#include "check/impulse.hpp"
#include "check/worst_error.hpp"

namespace fftbench {

/// Copies share their weights: a batch of fields needs them once.
class Checksum {
 public:
  /// Weights from `seed`, for this rank's parts of the two arrays.
  Checksum(const Problem& problem, const Layout& input, const Layout& spectrum, std::uint64_t seed);

  /// <w, x> and <r, X>. Collective; NaN where an element is.
  Complex of_input(const Contents& input, MPI_Comm comm) const;
  Complex of_spectrum(const Contents& spectrum, MPI_Comm comm) const;
  /// <w, a e_j> of an impulse a at place j: a w[j]. Collective.
  Complex of_impulse(const Impulse& impulse, MPI_Comm comm) const;
  /// <w, x> of a sum of waves x, from the few wave numbers that it has. Collective.
  Complex of_waves(const Superposition& waves, MPI_Comm comm) const;
  /// This rank's part of <w, x> and <r, X> of what is there, which is then multiplied by `factor`.
  Complex part_of_input_then_scaled(Contents& input, double factor) const;
  Complex part_of_spectrum_then_scaled(Contents& spectrum, double factor) const;

 private:
  /// `phases`: of all wave numbers, an entry per axis.
  Checksum(const Problem& problem, const Layout& input, const Layout& spectrum,
           const std::vector<std::vector<Complex>>& phases);

  std::shared_ptr<const Separable<Complex>> input_weights_, spectrum_weights_;
};

/// The sum of all ranks' parts. Collective.
Complex over_ranks(const Complex& part, MPI_Comm comm);

/// A random number of modulus 1 for a place along an axis.
Complex random_phase(Index place, std::size_t axis, std::uint64_t seed);

/// The exponent of the power of two that the data are multiplied by next, if it is `exponent` when
/// this repetition begins: between -3 and 3, never twice the same in a row.
int next_exponent(int exponent, int repetition, std::uint64_t seed);

/// Looks at every repetition, forward and backward. The data change in each by a power of two,
/// which costs nothing in precision, so what is left of an earlier repetition shows. It is the
/// spectrum that is multiplied, so the field that went forward, which may still be in the input, is
/// not what must come back. For each repetition an impulse is added to the data, and taken away
/// again, so a spectrum that was kept and is scaled shows as well. What is expected of the sum
/// grows by the impulse's own: see Checksum::of_impulse. In the same way a wave is added to the
/// spectrum, so a field that was kept and is scaled is not what comes back; it is taken away from
/// the next repetition's spectrum.
class RepetitionCheck {
 public:
  struct Scales {
    double forward, round_trip;
  };
  /// Of the powers of two, by which all fields of a batch are multiplied alike, and of what is
  /// added to this one: no field changes as another does.
  struct Seeds {
    std::uint64_t common, own;
  };
  /// `input` holds the field; `norm`: of its true spectrum. Collective, as are the others but those
  /// by which a rank looks at what it has.
  RepetitionCheck(Checksum checksum, Scales scales, double norm, const Contents& input, Seeds seeds,
                  MPI_Comm comm);

  /// Adds the repetition's impulse, and draws its wave.
  void before_forward(Contents input);
  /// Looks at this rank's part of the spectrum, multiplies it by a power of two, and exchanges the
  /// wave.
  void look_at_spectrum(Contents spectrum);
  void after_forward();
  /// Looks at this rank's part of what came back, and takes the scale of the round trip and the
  /// impulse away.
  void look_at_field(Contents input);
  void after_backward();
  /// Takes the last wave away, so that the input is the field again.
  void take_wave_away(Contents input);

  /// Of either direction, relative to the spectrum's norm.
  const WorstError& worst() const { return worst_; }
  /// What the field is multiplied by now.
  double factor() const;

 private:
  /// By which the data are multiplied next.
  double growth() const;
  void note(Complex actual, Complex expected, double scale);

  Checksum checksum_;
  Scales scales_;
  double norm_;
  Seeds seeds_;
  MPI_Comm comm_;
  Complex part_;         ///< of the sum that this rank has looked at last
  Complex input_sum_;    ///< of the field as it is now
  Impulse impulse_;      ///< that is a part of it in this repetition
  Complex impulse_sum_;  ///< of that part
  Superposition wave_;   ///< that is a part of it, times the power of two; none at first
  Superposition next_wave_;
  int exponent_ = 0;  ///< the field is multiplied by 2 to this power
  int repetition_ = 0;
  WorstError worst_;
};

}  // namespace fftbench
