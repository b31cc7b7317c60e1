/// FLUPS: the transforms of its Poisson solver, without the solver; pencils of its choice, in place
/// in an array of its own.

#include <flups.h>
#include <fmt/core.h>

#include <fftbench/registry.hpp>
#include <fftbench/unbounded.hpp>
#include <limits>
#include <string_view>

#include "ends.hpp"
#include "setup.hpp"
#include "unbounded_plan.hpp"

namespace {

using namespace fftbench;

class FlupsPlan final : public Plan {
 public:
  FlupsPlan(const Request& request, MPI_Comm comm)
      : request_(request), grid_(process_grid(request, ranks_of(comm))) {
    const Problem& problem = request.problem;
    const Extents points = given(problem);
    physical_ = make_topology(points, grid_, request.threads, comm);
    const auto ends = [&](int d) { return ends_of(problem.kind(axis_of(d))); };
    const auto spacing = [&](int d) { return 1.0 / static_cast<double>(points[axis_of(d)]); };
    solver_ = make_solver(physical_.get(), {ends(0), ends(1), ends(2)},
                          {spacing(0), spacing(1), spacing(2)});
    flups_set_greenType(solver_.get(), CHAT_2);  // it wants one, though nothing is solved
    flups_setup(solver_.get(), false);
    flups_skip_firstSwitchtopo(solver_.get());  // from the caller's topology to its first pencils
    Three point{}, mode{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Ends of_axis = ends_of(problem.kind(axis));
      point[axis] = of_axis.first_point;
      mode[axis] = of_axis.first_mode;
    }
    input_ = part_of(flups_get_innerTopo_physical(solver_.get()), problem.shape, point);
    output_ = part_of(flups_get_innerTopo_spectral(solver_.get()), problem.spectrum_shape(), mode);
    data_ = flups_get_innerBuffer(solver_.get());
  }

  Layout input() const override { return input_.layout; }
  Layout output() const override { return output_.layout; }

  std::optional<Buffers> own_buffers() override {
    const Index reals = request_.problem.halved() ? 2 : 1;
    return Buffers{data_ + input_.begin, data_ + reals * output_.begin};
  }

  void commit(const Buffers&) override {}

  void forward() override { flups_do_FFT(solver_.get(), data_, FLUPS_FORWARD); }
  void backward() override { flups_do_FFT(solver_.get(), data_, FLUPS_BACKWARD); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override { return told_of(request_, grid_); }

 private:
  Request request_;
  Extents grid_;
  UniqueTopology physical_;
  UniqueSolver solver_;
  Part input_, output_;
  double* data_ = nullptr;  ///< FLUPS' own, of both
};

constexpr bool isr = std::string_view(FFTBENCH_FLUPS_NAME) == "flups_isr";

class Flups final : public Driver {
 public:
  Description description() const override {
    return {.name = FFTBENCH_FLUPS_NAME,
            .library = "FLUPS",
            .version = "unversioned, library " FFTBENCH_FLUPS_IDENTITY,
            .dims = {3},
            .transforms = transforms(),
            .precisions = {Precision::double_},
            .placements = {Placement::in_place},
            .decompositions = {"slab", "pencil"},
            .threaded = true,
            .mixes = mixes()};
  }

  Support supports(const Request& request, int ranks) const override {
    const bool unbounded = unbounded_axes(request.problem.workload) > 0;
    const Extents grid = process_grid(request, ranks);
    const Extents n = unbounded ? source_shape(request.problem) : request.problem.spectrum_shape();
    // Axes 0 and 1, then 0 and 2, then 1 and 2 are cut.
    const auto enough = [&](std::size_t axis, Index parts) {
      const Index ends = ends_of(request.problem.kind(axis)).points;
      return (n[axis] + ends) / parts >= (ends > 0 ? 2 : 1);  // an end alone is no point of ours
    };
    if (!(enough(0, grid[0]) && enough(1, grid[0]) && enough(1, grid[1]) && enough(2, grid[1]))) {
      return Support::no(fmt::format(
          "FLUPS wants points on every rank, but a grid of {}x{} ranks cuts axes of {}, {} and {}",
          grid[0], grid[1], n[0], n[1], n[2]));
    }
    if (apart(request.problem)) {
      return Support::no(
          "FLUPS has the mode of an axis of one point beside that point, not in place");
    }
    if (const Support beside = solves_beside_unbounded(request.problem); !beside) return beside;
    const bool periodic = request.problem.halved();
    if (isr && !periodic && odd(request.problem)) {
      return Support::no("FLUPS's isr is wrong where it keeps rows of an odd number of reals");
    }
    const Workload workload = request.problem.workload;
    const bool in_turns = workload != Workload::gradient && workload != Workload::navier_stokes;
    if (!in_turns && periodic) {
      return Support::no("FLUPS goes backward once after each forward transform, and no more");
    }
    const auto share = [](Index points, Index parts) { return points / parts + 1; };
    const Extents held = request.problem.spectrum_shape();
    const Index rows = share(held[0], grid[0]) * share(held[1], grid[1]);
    if (2 * rows * (held[2] + 1) > std::numeric_limits<int>::max()) {
      return Support::no("FLUPS counts in int, but a rank would hold 2^31 numbers or more");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    if (unbounded_axes(request.problem.workload) > 0) {
      return make_unbounded_plan(request, comm);
    }
    return std::make_unique<FlupsPlan>(request, comm);
  }

 private:
  /// Of the bounded axes beside unbounded ones, where FLUPS solves in the caller's array.
  static Support solves_beside_unbounded(const Problem& problem) {
    const std::size_t unbounded = unbounded_axes(problem.workload);
    for (std::size_t axis = unbounded; unbounded > 0 && axis < 3; ++axis) {
      const Transform kind = problem.kind(axis);
      if (ends_of(kind).points > 0) {
        return Support::no(fmt::format(
            "FLUPS solves with ends of axis {}, which are no points of a {}", axis, name(kind)));
      }
      if (unbounded == 2 && (kind == Transform::dct4 || kind == Transform::dst4)) {
        return Support::no(
            "beside dct4 and dst4 along two unbounded axes FLUPS's answers differ from ours");
      }
    }
    return Support::yes();
  }

  static std::vector<Transform> transforms() {
    std::vector<Transform> all = kinds();
    all.insert(all.begin(), Transform::r2c);
    return all;
  }

  static std::vector<Transform> kinds() {
    using enum Transform;
    return {dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4};
  }

  /// The isr wants even rows, which DCT-II, DST-II and those of types III leave of odd axes, the
  /// others of even ones.
  static std::vector<Transform> mixes() {
    using enum Transform;
    return isr ? std::vector{dct1, dct4, dst1, dst4} : kinds();
  }

  /// Whether the only mode of an axis of one point has another place than that point, so that input
  /// and spectrum lie beside each other.
  static bool apart(const Problem& problem) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Ends ends = ends_of(problem.kind(axis));
      if (problem.shape[axis] == 1 && ends.first_point != ends.first_mode) return true;
    }
    return false;
  }

  /// Whether FLUPS keeps an odd number of reals along any axis.
  static bool odd(const Problem& problem) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((problem.shape[axis] + ends_of(problem.kind(axis)).modes) % 2 != 0) return true;
    }
    return false;
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Flups)
