#pragma once
/// The part of a workload between forward and backward, which is the harness's own: every element
/// of this rank's spectrum is multiplied where the library has put it.

#include <complex>
#include <cstddef>
#include <fftbench/layout.hpp>
#include <fftbench/workload.hpp>
#include <vector>

#include "measure/shared_rows.hpp"
#include "support/guarded_memory.hpp"

namespace fftbench {

class Pointwise {
 public:
  /// `data`: this rank's spectrum, on the host. All memory that it takes is made here.
  Pointwise(const Problem& problem, const Layout& spectrum, void* data, ThreadPool& threads);

  /// Keeps the spectrum aside, for workloads of several results.
  void keep();
  /// Multiplies the spectrum of every field; for workloads of several results what was kept.
  void multiply(const Multiplier& multiplier);
  /// Keeps the spectrum, over `scale`, as what others are to be multiplied by: the transform of an
  /// even function, which is real. That of the first field serves all.
  void take_factors(double scale);
  /// Takes the factors that greens_spectrum gives.
  void take_greens_spectrum();
  /// Multiplies the spectrum of every field by them.
  void multiply_by_factors();

 private:
  template <class Element>
  void multiply(const Multiplier& multiplier, const Element* from, Element* to);
  template <class Visit>
  void typed(Visit&& visit);
  std::size_t bytes() const;
  std::size_t factor_bytes() const;
  /// Calls visit(element, factor) with every element of so many fields, and what is taken for it.
  template <class Element, class Visit>
  void beside_factors(Element* data, int fields, Visit&& visit);

  Problem problem_;
  ThreadPool& threads_;
  SharedRows rows_;
  std::byte* data_;
  Layout taken_layout_;
  GuardedMemory kept_, taken_;
  std::vector<std::vector<std::complex<double>>> factors_;  ///< of a row, by thread
};

}  // namespace fftbench
