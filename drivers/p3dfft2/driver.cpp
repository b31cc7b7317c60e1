/// P3DFFT 2.7: slabs and pencils of real arrays, one plan at a time.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <limits>

#include "common/counts.hpp"
#include "p3dfft2.hpp"

namespace {

using namespace fftbench;
using namespace p3dfft2;

// P3DFFT's X, Y, Z are axes 2, 1, 0 here.
using Three = std::array<int, 3>;

enum End { field = 1, spectrum = 2 };

/// The library's one plan, which is a set of global variables.
class Setup {
 public:
  Setup(const Problem& problem, const Extents& grid, MPI_Comm comm) {
    std::array<int, 2> dims{static_cast<int>(grid[1]), static_cast<int>(grid[0])};
    Three n{};
    for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<int>(problem.shape[2 - d]);
    Three kept = n, size{};
    int handle = MPI_Comm_c2f(comm), overwrite = 1;
    p3dfft_setup(dims.data(), &n[0], &n[1], &n[2], &handle, &kept[0], &kept[1], &kept[2],
                 &overwrite, size.data());
    numbers_ = Index{size[0]} * size[1] * size[2];
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;
  ~Setup() { p3dfft_clean(); }

  /// Real numbers that an array must have room for, whatever end it is.
  Index numbers() const { return numbers_; }

  /// This rank's part; the spectrum's dimensions come in the order in which they lie in memory, Z
  /// first.
  Box box(End end) const {
    Three first{}, last{}, extent{};
    int which = end;
    p3dfft_get_dims(first.data(), last.data(), extent.data(), &which);
    Box part{Extents::filled(3, 0), Extents::filled(3, 0)};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t axis = end == field ? 2 - d : d;
      part.lo[axis] = first[d] - 1;
      part.hi[axis] = last[d];
    }
    return part;
  }

 private:
  Index numbers_ = 0;
};

class P3dfft2Plan final : public Plan {
 public:
  P3dfft2Plan(const Request& request, MPI_Comm comm)
      : request_(request),
        grid_(process_grid(request, ranks_of(comm))),
        setup_(request.problem, grid_, comm) {
    const Box part = setup_.box(spectrum);
    if (part.lo[0] == 0 && part.hi[0] == request.problem.shape[0]) return;
    throw Error("P3DFFT was built without --enable-stride1, whose layout alone is known here");
  }

  Layout input() const override {
    Layout layout = Layout::row_major(setup_.box(field));
    layout.size = std::max(layout.size, setup_.numbers());
    return layout;
  }

  Layout output() const override {
    Layout layout = Layout::ordered(setup_.box(spectrum), {2, 1, 0});
    layout.size = std::max(layout.size, (setup_.numbers() + 1) / 2);
    return layout;
  }

  void commit(const Buffers& buffers) override {
    in_ = static_cast<double*>(buffers.input);
    out_ = static_cast<double*>(buffers.output);
  }

  void forward() override {
    std::array<unsigned char, 4> axes{'f', 'f', 't', '\0'};
    p3dfft_ftran_r2c(in_, out_, axes.data());
  }
  void backward() override {
    std::array<unsigned char, 4> axes{'t', 'f', 'f', '\0'};
    p3dfft_btran_c2r(out_, in_, axes.data());
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["planner"] = std::string("unknown");  // that of the build, of which it does not tell
    return {grid_, 1, settings};
  }

 private:
  Request request_;
  Extents grid_;
  Setup setup_;
  double* in_ = nullptr;
  double* out_ = nullptr;
};

/// Bytes of the largest pencils that a rank comes to hold.
double largest_pencils(const Extents& shape, const Extents& spectrum_shape, const Extents& grid) {
  const Index half = spectrum_shape.back();
  const Index lines_x = share(shape[0], grid[0]) * share(shape[1], grid[1]) * half;
  const Index lines_y = share(shape[0], grid[0]) * shape[1] * share(half, grid[1]);
  const Index lines_z = shape[0] * share(shape[1], grid[0]) * share(half, grid[1]);
  return 16.0 * static_cast<double>(std::max({lines_x, lines_y, lines_z}));
}

class P3dfft2 final : public Driver {
 public:
  Description description() const override {
    return {.name = "p3dfft2",
            .library = "P3DFFT",
            .version = "2.7, library " FFTBENCH_P3DFFT2_IDENTITY,
            .dims = {3},
            .transforms = {Transform::r2c},
            .precisions = {Precision::double_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab", "pencil"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    const Extents grid = process_grid(request, ranks);
    const Index half = problem.spectrum_shape().back();
    const Extents& n = problem.shape;
    if (grid[0] > std::min(n[0], n[1]) || grid[1] > std::min(n[1], half)) {
      return Support::no(
          "P3DFFT divides by the points of a rank that has none: a grid {p, q} needs p of axes 0 "
          "and 1, and q of axis 1 and of the half of axis 2");
    }
    const double bytes = largest_pencils(n, problem.spectrum_shape(), grid);
    if (bytes <= std::numeric_limits<int>::max()) return Support::yes();
    return Support::no(
        fmt::format("P3DFFT counts bytes in int, but a rank would hold {:.0f} of them", bytes));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<P3dfft2Plan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(P3dfft2)
