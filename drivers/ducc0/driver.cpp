/// ducc0 on one rank, with threads: what a node does without MPI.

#include <ducc0/fft/fft.h>
#include <ducc0/infra/mav.h>
#include <ducc0/infra/threading.h>

#include <algorithm>
#include <complex>
#include <fftbench/affinity.hpp>
#include <fftbench/registry.hpp>

#include "common/transforms.hpp"
#include "common/whole_array.hpp"

namespace {

using namespace fftbench;

std::size_t unsigned_of(Index number) {
  return static_cast<std::size_t>(number);
}

/// ducc0's view of so many fields that lie as `layout` says; fields are the first axis.
template <class Element>
ducc0::vfmav<Element> view(void* data, const Layout& layout, int fields) {
  typename ducc0::vfmav<Element>::shape_t shape;
  typename ducc0::vfmav<Element>::stride_t stride;
  if (fields > 1) {
    shape.push_back(unsigned_of(fields));
    stride.push_back(layout.field_stride);
  }
  for (std::size_t axis = 0; axis < layout.stride.size(); ++axis) {
    shape.push_back(unsigned_of(layout.box.extent(axis)));
    stride.push_back(layout.stride[axis]);
  }
  return {static_cast<Element*>(data), shape, stride};
}

/// The same of complex numbers as their real and imaginary parts, which are an axis more, the last.
template <class Real>
ducc0::vfmav<Real> view_of_parts(void* data, const Layout& layout, int fields) {
  const auto numbers = view<std::complex<Real>>(data, layout, fields);
  auto shape = numbers.shape();
  auto stride = numbers.stride();
  for (auto& step : stride) step *= 2;
  shape.push_back(2);
  stride.push_back(1);
  return {static_cast<Real*>(data), shape, stride};
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

/// One kind with all axes that have it, as ducc0 counts axes.
struct Step {
  Transform kind;
  std::vector<std::size_t> axes;
};

/// What one call each does: dcts and dsts, and last, where there is one, the Fourier transform.
std::vector<Step> steps_of(const Problem& problem) {
  std::vector<Step> steps;
  Step fourier{problem.halved() ? Transform::r2c : Transform::c2c, {}};
  const std::size_t first = problem.fields > 1 ? 1 : 0;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    const Transform kind = problem.kind(axis);
    Step* step = &fourier;
    if (real_to_real(kind)) {
      const auto found = std::find_if(steps.begin(), steps.end(),
                                      [&](const Step& other) { return other.kind == kind; });
      step = found != steps.end() ? &*found : &steps.emplace_back(Step{kind, {}});
    }
    step->axes.push_back(first + axis);
  }
  if (!fourier.axes.empty()) steps.push_back(std::move(fourier));
  return steps;
}

/// The one of the library linked, by its vectors: see CMakeLists.txt.
std::vector<LineKernel> kernels() {
  const std::string vectors = FFTBENCH_DUCC0_VECTORS;
  if (vectors.empty()) return {};
  return {{"ducc0", {vectors}, "the vectors in its functions' names"}};
}

/// Where there are several steps, all but the last transform the input in place.
template <class Real>
class Ducc0Plan final : public Plan {
  using Complex = std::complex<Real>;

 public:
  explicit Ducc0Plan(const Request& request)
      : request_(request), steps_(steps_of(request.problem)) {}

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    ducc0::resize_thread_pool(threads());
  }

  void forward() override {
    for (const Step& step : steps_) {
      if (!real_to_real(step.kind)) {
        fourier_forward(step.axes);
      } else {
        const bool last = &step == &steps_.back();
        real(step.axes, RealKind(step.kind), field(), last ? spectrum() : field());
      }
    }
  }

  void backward() override {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (!real_to_real(step->kind)) {
        fourier_backward(step->axes);
      } else {
        const bool first = step == steps_.rbegin();
        real(step->axes, RealKind(step->kind).inverse(), first ? spectrum() : field(), field());
      }
    }
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    return {.grid = {1, 1},
            .threads = static_cast<int>(ducc0::adjust_nthreads(threads())),
            .settings = request_.settings.all(),
            .kernels = kernels()};
  }

 private:
  using Axes = std::vector<std::size_t>;
  static constexpr Real one = 1;  ///< the factor by which ducc0 is to scale

  template <class Element>
  ducc0::vfmav<Element> field_of() const {
    return view<Element>(buffers_.input, input(), request_.problem.fields);
  }
  ducc0::vfmav<Complex> waves() const {
    return view<Complex>(buffers_.output, output(), request_.problem.fields);
  }

  /// As reals, for dcts and dsts, of which the spectrum is of the same numbers as the input.
  ducc0::vfmav<Real> field() const { return reals(buffers_.input, input()); }
  ducc0::vfmav<Real> spectrum() const { return reals(buffers_.output, output()); }
  ducc0::vfmav<Real> reals(void* data, const Layout& layout) const {
    const Problem& problem = request_.problem;
    return problem.complex_input() ? view_of_parts<Real>(data, layout, problem.fields)
                                   : view<Real>(data, layout, problem.fields);
  }

  void real(const Axes& axes, RealKind kind, const ducc0::vfmav<Real>& from,
            const ducc0::vfmav<Real>& to) const {
    const auto transform = kind.cosine ? ducc0::dct<Real> : ducc0::dst<Real>;
    transform(from, to, axes, kind.type, one, false, threads());
  }

  void fourier_forward(const Axes& axes) const {
    if (request_.problem.halved()) {
      ducc0::r2c(field_of<Real>(), waves(), axes, ducc0::FORWARD, one, threads());
    } else {
      ducc0::c2c(field_of<Complex>(), waves(), axes, ducc0::FORWARD, one, threads());
    }
  }

  void fourier_backward(const Axes& axes) const {
    if (request_.problem.halved()) {  // c2r would copy the spectrum first, to leave it as it was
      ducc0::c2r_mut(waves(), field_of<Real>(), axes, ducc0::BACKWARD, one, threads());
    } else {
      ducc0::c2c(waves(), field_of<Complex>(), axes, ducc0::BACKWARD, one, threads());
    }
  }

  std::size_t threads() const { return unsigned_of(request_.threads); }

  Request request_;
  std::vector<Step> steps_;
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
            .transforms = all_transforms(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {},
            .threaded = true,
            .batches = true,
            .mixes = all_transforms(),
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
