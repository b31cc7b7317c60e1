/// 2DECOMP&FFT: pencils of a Fortran library, one plan at a time.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>

#include "common/counts.hpp"
#include "shim.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::decomp2d;

using Three = std::array<int, 3>;

/// The axis that is 2DECOMP&FFT's dimension d: a real transform halves X or Z, whichever is whole
/// in the input, and that must be the last axis here.
std::size_t axis_of(std::size_t d, bool in_z) {
  return in_z ? d : 2 - d;
}

bool in_z(const Settings& settings) {
  return settings.text("physical_in") == "z";
}

bool real(const Problem& problem) {
  return problem.transform == Transform::r2c;
}

/// The FFT library that 2DECOMP&FFT was built with; the numbers are those of its constants.
std::string backend() {
  constexpr std::array names{"generic", "fftw3", "fftw3_f03", "mkl", "cufft"};
  return names.at(static_cast<std::size_t>(d2d_backend()));
}

/// How it exchanges, chosen when it is built: EVEN pads to equal messages.
std::string exchange() {
  return DECOMP2D_PADS ? "alltoall" : "alltoallv";
}

/// {p_row, p_col}: the first divides X and Y, the second Y and Z.
Extents rows_and_columns(const Extents& grid, bool z) {
  return z ? grid : Extents{grid[1], grid[0]};
}

/// The library's state is global, and so it starts and ends with the one plan.
class Library {
 public:
  Library(const Problem& problem, const Extents& grid, bool z, MPI_Comm comm) {
    if (live_) throw Error("2DECOMP&FFT makes one plan at a time");
    Three n{};
    for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<int>(problem.shape[axis_of(d, z)]);
    const Extents pencils = rows_and_columns(grid, z);
    d2d_start(n.data(), static_cast<int>(pencils[0]), static_cast<int>(pencils[1]),
              MPI_Comm_c2f(comm), z ? 1 : 0);
    live_ = true;
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (planned_) d2d_unplan();
    d2d_stop();
    live_ = false;
  }

  void plan(bool overwrite) {
    d2d_plan(overwrite ? 1 : 0);
    planned_ = true;
  }

 private:
  inline static bool live_ = false;
  bool planned_ = false;
};

class Decomp2dPlan final : public Plan {
 public:
  Decomp2dPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        grid_(process_grid(request, ranks_of(comm))),
        library_(request.problem, grid_, in_z(request.settings), comm) {}

  Layout input() const override { return layout(false, false); }
  Layout output() const override { return layout(true, real(request_.problem)); }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    library_.plan(request_.settings.flag("overwrite"));
  }

  void forward() override {
    if (real(request_.problem)) return d2d_r2c(buffers_.input, buffers_.output);
    d2d_c2c(buffers_.input, buffers_.output, -1);
  }
  void backward() override {
    if (real(request_.problem)) return d2d_c2r(buffers_.output, buffers_.input);
    d2d_c2c(buffers_.output, buffers_.input, +1);
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["exchange"] = exchange();
    settings["backend"] = backend();
    if (backend().starts_with("fftw3")) settings["planner"] = std::string("measure");
    return {grid_, 1, settings};
  }

 private:
  Layout layout(bool spectral, bool halved) const {
    const bool z = in_z(request_.settings);
    Three start{}, extent{};
    d2d_box(spectral ? 1 : 0, halved ? 1 : 0, start.data(), extent.data());
    Box box{Extents::filled(3, 0), Extents::filled(3, 0)};
    for (std::size_t d = 0; d < 3; ++d) {
      box.lo[axis_of(d, z)] = start[d];
      box.hi[axis_of(d, z)] = start[d] + extent[d];
    }
    return z ? Layout::ordered(box, {2, 1, 0}) : Layout::row_major(box);
  }

  Request request_;
  Extents grid_;
  Library library_;
  Buffers buffers_;
};

class Decomp2d final : public Driver {
 public:
  Description description() const override {
    int major = 0, minor = 0, released = 0;
    d2d_version(&major, &minor, &released);
    return {
        .name = "decomp2d",
        .library = "2DECOMP&FFT",
        .version = fmt::format("{}.{}{}, built with {} and {}", major, minor,
                               released != 0 ? "" : "-dev", backend(), exchange()),
        .dims = {3},
        .transforms = {Transform::c2c, Transform::r2c},
        .precisions = {d2d_real_bytes() == 8 ? Precision::double_ : Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab", "pencil"},
        .options = {{"physical_in", "pencils of the input: x row-major, z reversed", {"x", "z"}},
                    {"overwrite",
                     "the array transformed from may be used as scratch (opt_inplace)",
                     {true, false}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    if (backend() == "generic") {
      return Support::no(
          "2DECOMP&FFT was built with its generic FFT, whose error is several times that of "
          "others: "
          "build it with FFT_Choice=fftw_f03");
    }
    if (backend() == "cufft") return Support::no("2DECOMP&FFT was built for arrays on GPUs");
    const bool z = in_z(request.settings);
    const Extents p = rows_and_columns(process_grid(request, ranks), z);
    Extents n;
    for (std::size_t d = 0; d < 3; ++d) n.push_back(request.problem.shape[axis_of(d, z)]);
    if (std::min(n[0], n[1]) < p[0] || std::min(n[1], n[2]) < p[1]) {
      return Support::no(
          fmt::format("2DECOMP&FFT aborts where a rank would have no points: a grid of {} ranks "
                      "divides axes of {} and {} points by {}, and of {} and {} points by {}",
                      p.volume(), n[0], n[1], p[0], n[1], n[2], p[1]));
    }
    const Index largest = std::max({n[0] * share(n[1], p[0]) * share(n[2], p[1]),
                                    share(n[0], p[0]) * n[1] * share(n[2], p[1]),
                                    share(n[0], p[0]) * share(n[1], p[1]) * n[2]});
    if (fits_int(largest)) return Support::yes();
    return Support::no(
        fmt::format("2DECOMP&FFT counts in int, but a rank would hold {} elements", largest));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<Decomp2dPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Decomp2d)
