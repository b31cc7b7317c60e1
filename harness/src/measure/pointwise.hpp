#pragma once
/// The part of a workload between forward and backward, which is the harness's own: every element
/// of this rank's spectrum is multiplied where the library has put it.

#include <cstddef>
#include <fftbench/layout.hpp>
#include <fftbench/workload.hpp>
#include <vector>

namespace fftbench {

class Pointwise {
 public:
  /// `data`: this rank's spectrum, on the host. By as many threads as the library may use.
  Pointwise(const Problem& problem, const Layout& spectrum, void* data, int threads);

  /// Keeps the spectrum aside, for workloads of several results.
  void keep();
  /// Multiplies the spectrum of every field; what was kept, if anything was.
  void multiply(const Multiplier& multiplier);

 private:
  template <class Element>
  void multiply(const Multiplier& multiplier, const Element* from, Element* to) const;
  template <class Visit>
  void typed(Visit&& visit);
  Layout part(int which) const;

  Problem problem_;
  Layout layout_;
  std::byte* data_;
  std::vector<std::byte> kept_;
  int threads_;
  std::vector<int> cpus_;
  std::size_t along_ = 0;   ///< the axis closest in memory: of rows
  std::size_t across_ = 0;  ///< the one farthest apart: divided among threads
};

}  // namespace fftbench
