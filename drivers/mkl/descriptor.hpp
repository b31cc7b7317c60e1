#pragma once
/// MKL's DFTI descriptor: a transform of whole arrays in one direction.

#include <mkl_dfti.h>
#include <mkl_version.h>

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <memory>

namespace fftbench::mkl {

enum class Direction { forward, backward };

/// A committed descriptor. Every call throws Error with MKL's own message.
class Descriptor {
 public:
  /// Strides, and the way from field to field, are those of the two layouts, in elements of each.
  Descriptor(const Problem& problem, const Layout& field, const Layout& spectrum, int threads,
             Direction direction);

  /// The two arrays are the same for problems in place.
  void compute(void* from, void* to) const;

 private:
  struct Free {
    void operator()(DFTI_DESCRIPTOR* descriptor) const { DftiFreeDescriptor(&descriptor); }
  };

  std::unique_ptr<DFTI_DESCRIPTOR, Free> handle_;
  Direction direction_;
  bool in_place_;
};

}  // namespace fftbench::mkl
