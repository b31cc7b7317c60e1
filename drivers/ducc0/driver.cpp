/// ducc0 on one rank, with threads: what a node does without MPI.

#include <ducc0/fft/fft.h>
#include <ducc0/infra/mav.h>
#include <ducc0/infra/threading.h>

#include <complex>
#include <fftbench/affinity.hpp>
#include <fftbench/registry.hpp>

#include "common/whole_array.hpp"

namespace {

using namespace fftbench;

std::size_t unsigned_of(Index number) {
  return static_cast<std::size_t>(number);
}

/// ducc0's view of an array that lies as `layout` says.
template <class Element>
ducc0::vfmav<Element> view(void* data, const Layout& layout) {
  typename ducc0::vfmav<Element>::shape_t shape;
  typename ducc0::vfmav<Element>::stride_t stride;
  for (std::size_t axis = 0; axis < layout.stride.size(); ++axis) {
    shape.push_back(unsigned_of(layout.box.extent(axis)));
    stride.push_back(layout.stride[axis]);
  }
  return {static_cast<Element*>(data), shape, stride};
}

/// A dct or dst by the number of its type, 1 to 4, as ducc0 counts them.
struct RealKind {
  explicit RealKind(Transform transform) {
    const int index = static_cast<int>(transform) - static_cast<int>(Transform::dct1);
    cosine = index < 4;
    type = 1 + index % 4;
  }

  /// The kind that undoes this one: types 2 and 3 undo each other.
  RealKind inverse() const {
    RealKind kind = *this;
    if (type == 2 || type == 3) kind.type = 5 - type;
    return kind;
  }

  bool cosine;
  int type;
};

template <class Real>
class Ducc0Plan final : public Plan {
  using Complex = std::complex<Real>;

 public:
  explicit Ducc0Plan(const Request& request) : request_(request) {
    for (std::size_t axis = 0; axis < request.problem.shape.size(); ++axis) axes_.push_back(axis);
  }

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    ducc0::resize_thread_pool(threads());
  }

  void forward() override {
    switch (request_.problem.transform) {
      case Transform::c2c:
        return ducc0::c2c(field<Complex>(), spectrum<Complex>(), axes_, ducc0::FORWARD, one,
                          threads());
      case Transform::r2c:
        return ducc0::r2c(field<Real>(), spectrum<Complex>(), axes_, ducc0::FORWARD, one,
                          threads());
      default:
        return real_to_real(field<Real>(), spectrum<Real>(), RealKind(request_.problem.transform));
    }
  }

  void backward() override {
    switch (request_.problem.transform) {
      case Transform::c2c:
        return ducc0::c2c(spectrum<Complex>(), field<Complex>(), axes_, ducc0::BACKWARD, one,
                          threads());
      case Transform::r2c:  // c2r would copy the spectrum first, to leave it as it was
        return ducc0::c2r_mut(spectrum<Complex>(), field<Real>(), axes_, ducc0::BACKWARD, one,
                              threads());
      default:
        return real_to_real(spectrum<Real>(), field<Real>(),
                            RealKind(request_.problem.transform).inverse());
    }
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    return {{1, 1}, static_cast<int>(ducc0::adjust_nthreads(threads())), request_.settings.all()};
  }

 private:
  static constexpr Real one = 1;  ///< the factor by which ducc0 is to scale

  template <class Element>
  ducc0::vfmav<Element> field() const {
    return view<Element>(buffers_.input, input());
  }

  template <class Element>
  ducc0::vfmav<Element> spectrum() const {
    return view<Element>(buffers_.output, output());
  }

  void real_to_real(const ducc0::vfmav<Real>& from, const ducc0::vfmav<Real>& to, RealKind kind) {
    const auto transform = kind.cosine ? ducc0::dct<Real> : ducc0::dst<Real>;
    transform(from, to, axes_, kind.type, one, false, threads());
  }

  std::size_t threads() const { return unsigned_of(request_.threads); }

  Request request_;
  std::vector<std::size_t> axes_;
  Buffers buffers_;
  AllCpus all_cpus_;  ///< ducc0's threads are started by the first transform that needs them
};

class Ducc0 final : public Driver {
 public:
  Description description() const override {
    return {.name = "ducc0",
            .library = "ducc0",
            .version = "unversioned, library " FFTBENCH_DUCC0_IDENTITY,
            .dims = {1, 2, 3},
            .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                           Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                           Transform::dst3, Transform::dst4},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {},
            .threaded = true,
            .variables = {"DUCC0_"}};
  }

  Support supports(const Request&, int) const override { return Support::yes(); }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm) override {
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<Ducc0Plan<float>>(request);
    }
    return std::make_unique<Ducc0Plan<double>>(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Ducc0)
