#pragma once
/// An honest transform without MPI.

#include <cmath>
#include <complex>
#include <fftbench/driver.hpp>
#include <utility>
#include <vector>

#include "naive_transform.hpp"

namespace fftbench {

/// Of three axes by r2c on one rank, with scales of its own. Fields lie one behind the other in
/// space, and side by side in the spectrum. Each transform destroys what it began with.
class OneRank : public Plan {
 public:
  explicit OneRank(const Problem& problem) : problem_(problem) {
    const Box points{Extents::filled(3, 0), problem.shape};
    const Box waves{Extents::filled(3, 0), problem.spectrum_shape()};
    input_ = Layout::padded_rows(points, problem.shape[2] + 1).repeated(problem.fields);
    output_ = Layout::ordered(waves, {2, 0, 1}).interleaved(problem.fields);
  }
  Layout input() const override { return input_; }
  Layout output() const override { return output_; }
  void commit(const Buffers&) override {}
  void forward() override {
    transform(input_, points_, naive_transform, output_, waves_,
              [&](const Extents& number, std::complex<double> value) {
                return forward_scale() * transformed(number, value);
              });
    ++forwards_;
  }
  void backward() override {
    transform(output_, waves_, naive_inverse, input_, points_,
              [](const Extents&, std::complex<double> value) { return 3.0 * value.real(); });
  }
  double forward_scale() const override { return 0.25; }
  double round_trip_scale() const override {
    return 0.75 * static_cast<double>(problem_.shape.volume());
  }
  Effective effective() const override { return {}; }

  double& real(int field, Index offset) { return at(points_, input_, field, offset); }

  Buffers buffers() {
    points_.resize(static_cast<std::size_t>(input_.size));
    waves_.resize(static_cast<std::size_t>(output_.size));
    return {points_.data(), waves_.data()};
  }

 protected:
  /// The value of a wave number.
  virtual std::complex<double> transformed(const Extents&, std::complex<double> value) {
    return value;
  }
  int forwards() const { return forwards_; }

 private:
  /// Every field: out of one array, which is then destroyed, and each value by `put` into the
  /// other.
  template <class From, class Transform, class To, class Put>
  void transform(const Layout& in, std::vector<From>& from, Transform whole_transform,
                 const Layout& out, std::vector<To>& to, Put put) {
    for (int field = 0; field < problem_.fields; ++field) {
      Whole whole;
      for_each_element(in, [&](const Extents&, Index offset) {
        whole.emplace_back(std::exchange(at(from, in, field, offset), NAN));
      });
      whole = whole_transform(problem_, whole);
      std::size_t place = 0;
      for_each_element(out, [&](const Extents& element, Index offset) {
        at(to, out, field, offset) = put(element, whole[place++]);
      });
    }
  }
  template <class Element>
  static Element& at(std::vector<Element>& data, const Layout& layout, int field, Index offset) {
    return data[static_cast<std::size_t>(offset + field * layout.field_stride)];
  }

  Problem problem_;
  Layout input_, output_;
  std::vector<double> points_;
  std::vector<std::complex<double>> waves_;
  int forwards_ = 0;
};

}  // namespace fftbench
