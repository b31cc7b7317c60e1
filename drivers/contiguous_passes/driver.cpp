/// The least that a distributed FFT by contiguous passes must do: a baseline, not a library.

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/registry.hpp>
#include <limits>
#include <memory>

#include "common/aligned_memory.hpp"
#include "common/openmp.hpp"
#include "common/transforms.hpp"
#include "crossing.hpp"
#include "fftw_lines.hpp"
#include "lane_lines.hpp"
#include "stages.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::contiguous_passes;

MPI_Datatype datatype(const Problem& problem) {
  const bool single = problem.precision == Precision::single_;
  if (!problem.complex_output()) return single ? MPI_FLOAT : MPI_DOUBLE;
  return single ? MPI_C_FLOAT_COMPLEX : MPI_C_DOUBLE_COMPLEX;
}

/// Where passes and crossings lie in memory: two arrays, between which each crossing moves the
/// data.
template <class Real>
class LeastPlan final : public Plan {
 public:
  LeastPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        comm_(comm),
        grid_(process_grid(request, ranks_of(comm))),
        stages_(request.problem, grid_, rank_in(comm)) {}

  Layout input() const override {
    const Problem& problem = request_.problem;
    const bool real = problem.halved();
    Layout layout = real && in_place()
                        ? Layout::padded_rows(stages_.input(), 2 * problem.spectrum_shape().back())
                        : Layout::row_major(stages_.input());
    layout.size = (real ? 2 : 1) * stages_.most();
    return layout;
  }

  Layout output() const override {
    Layout layout = Layout::row_major(stages_.spectrum(0));
    layout.size = stages_.most();
    return layout;
  }

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request_.threads);
    buffers_ = buffers;
    if (in_place()) work_ = allocated();
    void* here = buffers.input;
    for (std::size_t axis = stages_.dims(); axis-- > 0;) {
      if (axis + 1 < stages_.dims() && stages_.ranks_across(axis) > 1) {
        add_crossing(axis, here, other(here));
        here = other(here);
      }
      void* to = moves(axis, here) ? other(here) : here;
      add_pass(axis, here, to);
      here = to;
    }
  }

  void forward() override {
    for (const auto& step : steps_) step->forward();
  }
  void backward() override {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) (*step)->backward();
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["crossings"] = crossings_.empty() ? "none" : crossings_;
    Effective effective{grid_, openmp_threads(), settings};
    effective.visible.exchange = !copies_;
    return effective;
  }

 private:
  bool in_place() const { return request_.problem.placement == Placement::in_place; }
  std::size_t element_bytes() const { return request_.problem.output_element_bytes(); }

  /// The second array, of the two between which crossings go.
  void* other(const void* here) const {
    void* second = in_place() ? work_.get() : buffers_.output;
    return here == buffers_.input ? second : buffers_.input;
  }

  /// Whether the pass must not stay where the data are: real numbers become complex ones, out of
  /// place, or the spectrum would not end where it belongs.
  bool moves(std::size_t axis, const void* here) const {
    const bool halves = axis + 1 == stages_.dims() && request_.problem.halved();
    return (halves && !in_place()) || (axis == 0 && here != buffers_.output);
  }

  void add_pass(std::size_t axis, void* from, void* to) {
    const Problem& problem = request_.problem;
    const Kernel kernel = kernel_of(problem.kind(axis));
    const auto points = static_cast<int>(problem.shape[axis]);
    const Index reals = problem.complex_output() ? 2 : 1;
    const Index bins = problem.spectrum_shape()[axis];
    const Index lines = stages_.spectrum(axis).volume() / bins;
    const bool halves = kernel.type == Kernel::Type::r2c;
    const Index length = halves ? points : reals * bins;
    const Side<Real> source{static_cast<Real*>(from), length, in_place() ? reals * bins : length};
    const Side<Real> target{static_cast<Real*>(to), reals * bins, reals * bins};
    const int threads = request_.threads;
    if (request_.settings.text("kernel") == "lanes") {
      add<LaneLines<Real>>(kernel, points, lines, threads, source, target);
    } else {
      add<FftwLines<Real>>(kernel, points, lines, threads, source, target);
    }
  }

  template <class Lines>
  void add(const Kernel& kernel, int points, Index lines, int threads, const Side<Real>& source,
           const Side<Real>& target) {
    steps_.push_back(
        std::make_unique<LinePass<Lines>>(kernel, points, lines, threads, source, target));
  }

  void add_crossing(std::size_t whole, void* from, void* to) {
    Communicator group(comm_, stages_.group_across(whole));
    const bool copy = group.on_one_node() && request_.settings.text("within_node") == "copy";
    crossings_ += fmt::format("{}{}", crossings_.empty() ? "" : "+", copy ? "copy" : "alltoall");
    copies_ = copies_ || copy;
    if (copy) {
      const auto bytes = [&](std::size_t axis) {
        return static_cast<std::size_t>(stages_.spectrum(axis).volume()) * element_bytes();
      };
      steps_.push_back(std::make_unique<CopyCrossing>(bytes(whole + 1), bytes(whole),
                                                      request_.threads, from, to));
    } else {
      steps_.push_back(std::make_unique<MessageCrossing>(
          std::move(group), datatype(request_.problem), stages_.even(whole),
          Messages(stages_.leaving(whole)), Messages(stages_.arriving(whole)), from, to));
    }
  }

  AlignedMemory allocated() const {
    return aligned_memory(static_cast<std::size_t>(stages_.most()) * element_bytes());
  }

  Request request_;
  MPI_Comm comm_;
  Extents grid_;
  Stages stages_;
  Buffers buffers_;
  AlignedMemory work_;  ///< the second array of a transform in place
  std::vector<std::unique_ptr<Step>> steps_;
  std::string crossings_;  ///< how each of them goes
  bool copies_ = false;    ///< whether any is a copy, which MPI knows nothing of
};

bool lanes_for(const Problem& problem) {
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    const Kernel kernel = kernel_of(problem.kind(axis));
    if (!has_lanes(kernel, problem.shape[axis])) return false;
  }
  return true;
}

class ContiguousPasses final : public Driver {
 public:
  Description description() const override {
    return {
        .name = "contiguous_passes",
        .library = "least work, by FFTW and MPI",
        .version = fftw_version,
        .dims = {2, 3},
        .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                       Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                       Transform::dst3, Transform::dst4},
        .precisions = {Precision::double_, Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab", "pencil"},
        .threaded = true,
        .mixes = real_transforms(),
        .options = {{"kernel",
                     "whose FFTs of lines: FFTW's, or those of taskfft, across vector registers",
                     {"fftw", "lanes"}},
                    {"within_node",
                     "how data cross between ranks of one node: copied once, or by MPI_Alltoall",
                     {"copy", "alltoall"}}},
        .role = Role::baseline,
        .variables = {"FFTW_", "TASKFFT_"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Extents& shape = request.problem.shape;
    if (shape.size() == 2 && process_grid(request, ranks)[1] > 1) {
      return Support::no("pencils of two axes are not modelled: only slabs");
    }
    if (request.settings.text("kernel") == "lanes" && !lanes_for(request.problem)) {
      return Support::no("taskfft's lanes have no kernel for this transform of these lengths");
    }
    // FFTW counts the points of a line in int, and MPI the elements that a rank sends.
    const Stages first(request.problem, process_grid(request, ranks), 0);  // it holds the most
    const Index points = std::max(*std::max_element(shape.begin(), shape.end()), first.most());
    if (points > std::numeric_limits<int>::max()) {
      return Support::no("FFTW and MPI count in int: a rank would hold more than 2^31-1 elements");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<LeastPlan<float>>(request, comm);
    }
    return std::make_unique<LeastPlan<double>>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(ContiguousPasses)
