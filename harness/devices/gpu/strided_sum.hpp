#pragma once
/// What each thread of the sum's kernel does. No word of it is a device's own, so that tests run it
/// on the host; nor does it wait for other threads.

#include <cstdint>

#ifdef __CUDACC__
#define FFTBENCH_ANYWHERE __host__ __device__
#elif defined(__HIP__)
#define FFTBENCH_ANYWHERE __host__ __device__
#else
#define FFTBENCH_ANYWHERE
#endif

namespace fftbench::gpu {

/// A complex number, as it lies in memory.
template <class Real>
struct Pair {
  Real re, im;
};

/// Three axes, slowest in memory first; those that an array does not have are of extent 1. All
/// counts are of elements, and 64 bits wide: arrays have more than 2^31 bytes.
struct Strided {
  std::int64_t extent[3];
  std::int64_t stride[3];
  const Pair<double>* weights[3];  ///< a factor per index of the box

  FFTBENCH_ANYWHERE std::int64_t volume() const { return extent[0] * extent[1] * extent[2]; }
};

FFTBENCH_ANYWHERE inline Pair<double> product(const Pair<double>& a, const Pair<double>& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class Real>
FFTBENCH_ANYWHERE Pair<double> weighted(const Pair<Real>& element, const Pair<double>& weight) {
  return product({static_cast<double>(element.re), static_cast<double>(element.im)}, weight);
}
template <class Real>
FFTBENCH_ANYWHERE Pair<double> weighted(Real element, const Pair<double>& weight) {
  return {static_cast<double>(element) * weight.re, static_cast<double>(element) * weight.im};
}

template <class Real>
FFTBENCH_ANYWHERE void scale(Pair<Real>& element, double factor) {
  element.re *= static_cast<Real>(factor);
  element.im *= static_cast<Real>(factor);
}
template <class Real>
FFTBENCH_ANYWHERE void scale(Real& element, double factor) {
  element *= static_cast<Real>(factor);
}

/// The part of one of so many threads: every so-many-th element, each of which it then scales.
template <class Element>
FFTBENCH_ANYWHERE Pair<double> sum_of_thread(const Strided& array, Element* data,
                                             std::int64_t thread, std::int64_t threads,
                                             double factor) {
  Pair<double> sum{0.0, 0.0};
  const std::int64_t volume = array.volume();
  for (std::int64_t i = thread; i < volume; i += threads) {
    const std::int64_t row = i / array.extent[2], fast = i - row * array.extent[2];
    const std::int64_t slow = row / array.extent[1], middle = row - slow * array.extent[1];
    Element& element =
        data[slow * array.stride[0] + middle * array.stride[1] + fast * array.stride[2]];
    const Pair<double> weight =
        product(product(array.weights[0][slow], array.weights[1][middle]), array.weights[2][fast]);
    const Pair<double> term = weighted(element, weight);
    sum.re += term.re;
    sum.im += term.im;
    if (factor != 1.0) scale(element, factor);
  }
  return sum;
}

}  // namespace fftbench::gpu
