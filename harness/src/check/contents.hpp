#pragma once
/// One rank's part of the input or the spectrum wherever it lives, as checks need it. What looks at
/// elements one by one works on the host: an array of a device is brought there, and back where it
/// was changed. None of that is ever timed.

#include <fftbench/device.hpp>
#include <functional>

#include "check/array.hpp"
#include "check/field.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

class Contents {
 public:
  /// `space` is where `data` lies; null for the host. `threads` share what is done there; null for
  /// the caller alone.
  Contents(const Problem& problem, bool spectrum, const Layout& layout, void* data,
           DeviceSpace* space, ThreadPool* threads = nullptr)
      : problem_(problem),
        spectrum_(spectrum),
        layout_(layout),
        data_(data),
        space_(space),
        threads_(threads) {}

  const Problem& problem() const { return problem_; }
  const Layout& layout() const { return layout_; }

  void look(const std::function<void(const Array&)>& visit) const;
  void change(const std::function<void(Array&)>& visit);

  /// Overwrites the elements of the box with NaN, so that a result that was never written shows.
  void poison();
  /// Multiplies every element of the box; padding is left alone.
  void scale(double factor);
  /// Adds to one element, where it is of the box.
  void add(const Extents& place, Complex value);

  /// Sums that are taken in every repetition: see weighted_sum.hpp.
  Complex weighted_sum(const Separable<Complex>& weights) const;
  Complex weighted_sum_and_scale(const Separable<Complex>& weights, double factor);

 private:
  std::optional<Complex> on_device(const Separable<Complex>& weights, double factor) const;
  bool scaled_on_device(double factor);
  std::size_t element_bytes() const;
  std::size_t bytes() const;
  void* brought() const;

  Problem problem_;
  bool spectrum_;
  Layout layout_;
  void* data_;
  DeviceSpace* space_;
  ThreadPool* threads_;
};

}  // namespace fftbench
