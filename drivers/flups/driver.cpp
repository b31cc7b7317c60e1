/// FLUPS: the transforms of its Poisson solver, without the solver; pencils of its choice, in place
/// in an array of its own.

#include <flups.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <fftbench/unbounded.hpp>
#include <limits>
#include <string_view>

#include "ends.hpp"

namespace {

using namespace fftbench;

using Three = std::array<int, 3>;

/// FLUPS's axes 0, 1, 2 are 2, 1, 0 here.
std::size_t axis_of(int d) {
  return static_cast<std::size_t>(2 - d);
}

Three in_flups_order(const Extents& extents) {
  return {static_cast<int>(extents[2]), static_cast<int>(extents[1]), static_cast<int>(extents[0])};
}

/// {p, q} cuts axis 0 by p and axis 1 by q; the first transform is along axis 2, which is whole.
Three ranks_of_grid(const Extents& grid) {
  return in_flups_order({grid[0], grid[1], 1});
}

struct FreeTopology {
  void operator()(FLUPS_Topology* topology) const { flups_topo_free(topology); }
};
struct FreeSolver {
  void operator()(FLUPS_Solver* solver) const { flups_cleanup_solver(solver); }
};

/// A rank's part, and how far behind the start of its memory it begins.
struct Part {
  Layout layout;
  Index begin = 0;
};

/// `first`: the index of FLUPS at which the array of `shape` begins, along each axis. Beyond its
/// end FLUPS may hold more: the mode n of DCT-II and DST-II, which it sets to zero.
Part part_of(const FLUPS_Topology* topology, const Extents& shape, const Three& first) {
  Part part{{{Extents::filled(3, 0), Extents::filled(3, 0)}, Extents::filled(3, 0)}};
  Three start{};
  flups_topo_get_istartGlob(topology, start.data());
  const int fastest = flups_topo_get_axis(topology);
  Index stride = 1;
  for (int step = 0; step < 3; ++step) {
    const int d = (fastest + step) % 3;
    const std::size_t axis = axis_of(d);
    const auto place = static_cast<std::size_t>(d);
    const Index lo = start[place] - first[axis], hi = lo + flups_topo_get_nloc(topology, d);
    part.layout.box.lo[axis] = std::clamp<Index>(lo, 0, shape[axis]);
    part.layout.box.hi[axis] = std::clamp<Index>(hi, 0, shape[axis]);
    part.layout.stride[axis] = stride;
    part.begin += (part.layout.box.lo[axis] - lo) * stride;
    stride *= flups_topo_get_nmem(topology, d);
  }
  if (part.layout.box.volume() == 0) part.begin = 0;
  part.layout.size = stride - part.begin;
  return part;
}

/// `ends(d)` are those of axis d. Conditions are given by axis, end and component of the field:
/// here one.
template <class AllEnds>
FLUPS_Solver* make_solver(FLUPS_Topology* physical, AllEnds&& ends,
                          const std::array<double, 3>& spacing) {
  std::array<std::array<FLUPS_BoundaryType, 2>, 3> conditions;
  std::array<FLUPS_BoundaryType* [2], 3> by_axis {};
  std::array<FLUPS_CenterType, 3> centres{};
  std::array<double, 3> length{};
  for (int d = 0; d < 3; ++d) {
    const auto place = static_cast<std::size_t>(d);
    const Ends of_axis = ends(d);
    conditions[place] = of_axis.conditions;
    by_axis[place][0] = &conditions[place][0];
    by_axis[place][1] = &conditions[place][1];
    centres[place] = of_axis.centre;
    const int ends_inside = of_axis.centre == NODE_CENTER ? 1 : 0;
    length[place] = spacing[place] * (flups_topo_get_nglob(physical, d) - ends_inside);
  }
  return flups_init(physical, by_axis.data(), spacing.data(), length.data(), NOD, centres.data());
}

class FlupsPlan final : public Plan {
 public:
  FlupsPlan(const Request& request, MPI_Comm comm)
      : request_(request), grid_(process_grid(request, ranks_of(comm))) {
    const Problem& problem = request.problem;
    const Three n = in_flups_order(given(problem)), ranks = ranks_of_grid(grid_);
    physical_.reset(
        flups_topo_new(0, 1, n.data(), ranks.data(), false, nullptr, FLUPS_ALIGNMENT, comm));
    const auto of_kind = [&](int d) { return ends_of(problem.kind(axis_of(d))); };
    solver_.reset(make_solver(physical_.get(), of_kind, {1.0 / n[0], 1.0 / n[1], 1.0 / n[2]}));
    flups_set_greenType(solver_.get(), CHAT_2);  // it wants one, though nothing is solved
    flups_setup(solver_.get(), false);
    flups_skip_firstSwitchtopo(solver_.get());  // from the caller's topology to its first pencils
    Three point{}, mode{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Ends ends = ends_of(problem.kind(axis));
      point[axis] = ends.first_point;
      mode[axis] = ends.first_mode;
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

  Effective effective() const override { return {grid_, 1, request_.settings.all()}; }

 private:
  Request request_;
  Extents grid_;
  std::unique_ptr<FLUPS_Topology, FreeTopology> physical_;
  std::unique_ptr<FLUPS_Solver, FreeSolver> solver_;
  Part input_, output_;
  double* data_ = nullptr;  ///< FLUPS' own, of both
};

/// Poisson's equation along unbounded axes, by FLUPS' own solver, which doubles each when it comes
/// to it, after the periodic ones: in all of space the first transform is of a quarter of the rows
/// that the last one is of, and the second of a half. It wants the sources in pencils of its
/// caller's, and makes three exchanges.
class UnboundedPlan final : public Plan {
 public:
  UnboundedPlan(const Request& request, MPI_Comm comm)
      : request_(request), grid_(process_grid(request, ranks_of(comm))) {
    const Extents shape = source_shape(request.problem);
    const std::size_t axes = unbounded_axes(request.problem.workload);
    const Three n = in_flups_order(shape), ranks = ranks_of_grid(grid_);
    physical_.reset(
        flups_topo_new(0, 1, n.data(), ranks.data(), false, nullptr, FLUPS_ALIGNMENT, comm));
    const auto ends = [&](int d) {
      return axis_of(d) < axes ? Ends{{UNB, UNB}} : ends_of(request.problem.kind(axis_of(d)));
    };
    solver_.reset(make_solver(physical_.get(), ends, {1.0, 1.0, 1.0}));
    flups_set_greenType(solver_.get(), axes == 3 ? HEJ_0 : CHAT_2);  // unbounded.hpp has both
    flups_setup(solver_.get(), false);
    sources_ = part_of(physical_.get(), shape, {}).layout;
  }

  bool pads() const override { return true; }
  Layout input() const override { return sources_; }
  Layout output() const override { return sources_; }
  void commit(const Buffers& buffers) override { data_ = static_cast<double*>(buffers.input); }

  std::function<void()> solver() override {
    return [this] { flups_solve(solver_.get(), data_, data_, STD); };
  }
  void forward() override { throw Error("FLUPS solves unbounded problems as a whole only"); }
  void backward() override { forward(); }
  double round_trip_scale() const override { return 1.0; }
  Effective effective() const override { return {grid_, 1, request_.settings.all()}; }

 private:
  Request request_;
  Extents grid_;
  std::unique_ptr<FLUPS_Topology, FreeTopology> physical_;
  std::unique_ptr<FLUPS_Solver, FreeSolver> solver_;
  Layout sources_;
  double* data_ = nullptr;
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
      return std::make_unique<UnboundedPlan>(request, comm);
    }
    return std::make_unique<FlupsPlan>(request, comm);
  }

 private:
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
