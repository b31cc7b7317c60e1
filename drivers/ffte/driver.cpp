/// FFTE 7.0: slabs and pencils of axes that are products of 2, 3 and 5, divided evenly.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fftbench/registry.hpp>
#include <memory>
#include <numeric>

#include "common/counts.hpp"
#include "common/openmp.hpp"
#include "ffte.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::ffte;

/// The longest axis that its tables have room for: NDA3 of its param.h.
constexpr Index longest = 4096;
constexpr int tables = 0;  ///< the option by which a subroutine computes those that it keeps

enum class Way { forward, backward };

bool transposed(const Request& request) {
  return request.settings.text("order") == "transposed";
}

/// Slabs have subroutines of their own, which leave the spectrum in slabs, too.
bool slabs(const Extents& grid) {
  return grid[1] == 1;
}

/// Ranks along the axes of the spectrum where its order is transposed.
Extents grid_of_spectrum(const Extents& grid) {
  return slabs(grid) ? Extents{1, 1, grid[0]} : Extents{1, grid[0], grid[1]};
}

/// What each axis is divided by while it is transformed. A halved one leaves its odd point to the
/// first rank, and the rest must be even.
Extents divisors(const Problem& problem, const Extents& grid) {
  const Extents then = grid_of_spectrum(grid);
  const Index half = problem.halved() && then[2] > 1 ? 2 : 1;
  return {grid[0], std::lcm(grid[1], then[1]), half * then[2]};
}

/// One of `parts` equal parts of an axis; what is left over goes to the first.
void cut(Box& box, std::size_t axis, Index parts, Index part) {
  const Index points = box.hi[axis], width = points / parts, rest = points % parts;
  box.lo[axis] = part == 0 ? 0 : rest + part * width;
  box.hi[axis] = rest + (part + 1) * width;
}

/// The ranks among which Y and Z of the input are divided; of slabs, `z` has them all.
class Ranks {
 public:
  Ranks(const Extents& grid, MPI_Comm comm)
      : y(static_cast<int>(grid[1])),
        z(static_cast<int>(grid[0])),
        me_y(rank_in(comm) % y),
        me_z(rank_in(comm) / y) {
    MPI_Comm_split(comm, me_z, me_y, &along_y_);
    MPI_Comm_split(comm, me_y, me_z, &along_z_);
    comm_y = MPI_Comm_c2f(along_y_);
    comm_z = MPI_Comm_c2f(along_z_);
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() {
    MPI_Comm_free(&along_y_);
    MPI_Comm_free(&along_z_);
  }

  int y, z;        ///< how many
  int me_y, me_z;  ///< this one among them
  MPI_Fint comm_y = 0, comm_z = 0;

 private:
  MPI_Comm along_y_ = MPI_COMM_NULL, along_z_ = MPI_COMM_NULL;
};

/// Complex numbers that a rank comes to hold. Of r2c, the first rank along X keeps a column more
/// than the others; FFTE's comments give its arrays no room for them.
Index room(const Problem& problem, const Extents& grid, bool first) {
  const Extents n = problem.spectrum_shape(), then = grid_of_spectrum(grid);
  const Index field = n[0] / grid[0] * (n[1] / grid[1]) * n[2];
  const Index columns = n[2] / then[2] + (first ? n[2] % then[2] : 0);
  return std::max(field, n[0] * (n[1] / then[1]) * columns);
}

/// Vectors of any width begin where this does.
struct alignas(64) Line {
  std::array<std::byte, 64> bytes;
};

class FftePlan final : public Plan {
 public:
  FftePlan(const Request& request, MPI_Comm comm)
      : request_(request),
        grid_(process_grid(request, ranks_of(comm))),
        ranks_(grid_, comm),
        room_(room(request.problem, grid_, (slabs(grid_) ? ranks_.me_z : ranks_.me_y) == 0)) {
    for (std::size_t d = 0; d < 3; ++d) n_[d] = static_cast<int>(request.problem.shape[2 - d]);
  }

  Layout input() const override {
    Layout layout = Layout::row_major(cut_as_input(request_.problem.shape));
    if (real()) layout.size = std::max(layout.size, 2 * room_);
    return layout;
  }

  Layout output() const override {
    const Extents shape = request_.problem.spectrum_shape();
    Layout layout =
        Layout::row_major(transposed(request_) ? cut_as_spectrum(shape) : cut_as_input(shape));
    if (real()) layout.size = room_;
    return layout;
  }

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request_.threads);
    in_ = buffers.input;
    out_ = buffers.output;
    if (real()) work_ = std::make_unique_for_overwrite<Line[]>((room_ * 16 + 63) / 64);
    transform(Way::forward, tables);
    if (real()) transform(Way::backward, tables);
  }

  void forward() override { transform(Way::forward, transposed(request_) ? -2 : -1); }
  void backward() override { transform(Way::backward, transposed(request_) ? +2 : +1); }

  double round_trip_scale() const override { return 1.0; }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["exchange"] = std::string(real() ? "alltoallv" : "alltoall");
    return {grid_, openmp_threads(), settings};
  }

 private:
  bool real() const { return request_.problem.halved(); }

  Box cut_as_input(const Extents& shape) const {
    Box box{Extents::filled(3, 0), shape};
    cut(box, 0, ranks_.z, ranks_.me_z);
    cut(box, 1, ranks_.y, ranks_.me_y);
    return box;
  }

  Box cut_as_spectrum(const Extents& shape) const {
    Box box{Extents::filled(3, 0), shape};
    cut(box, 2, slabs(grid_) ? ranks_.z : ranks_.y, slabs(grid_) ? ranks_.me_z : ranks_.me_y);
    if (!slabs(grid_)) cut(box, 1, ranks_.z, ranks_.me_z);
    return box;
  }

  void transform(Way way, int option) {
    const bool ahead = way == Way::forward;
    void *const from = ahead ? in_ : out_, *const to = ahead ? out_ : in_,
                *const work = work_.get();
    const auto& [nx, ny, nz] = n_;
    const Ranks& r = ranks_;
    if (real() && slabs(grid_)) {
      const auto subroutine = ahead ? pdzfft3d_ : pzdfft3d_;
      subroutine(from, work, &nx, &ny, &nz, &r.comm_z, &r.me_z, &r.z, &option);
    } else if (real()) {
      const auto subroutine = ahead ? pdzfft3dv_ : pzdfft3dv_;
      subroutine(from, work, &nx, &ny, &nz, &r.comm_y, &r.comm_z, &r.me_y, &r.y, &r.z, &option);
    } else if (slabs(grid_)) {
      pzfft3d_(from, to, &nx, &ny, &nz, &r.comm_z, &r.z, &option);
    } else {
      pzfft3dv_(from, to, &nx, &ny, &nz, &r.comm_y, &r.comm_z, &r.y, &r.z, &option);
    }
  }

  Request request_;
  Extents grid_;
  Ranks ranks_;
  Index room_;
  std::array<int, 3> n_{};  ///< of X, Y and Z
  void *in_ = nullptr, *out_ = nullptr;
  std::unique_ptr<Line[]> work_;  ///< of r2c, as large as its array
};

bool product_of_2_3_5(Index n) {
  for (const Index factor : {2, 3, 5}) {
    while (n % factor == 0) n /= factor;
  }
  return n == 1;
}

class Ffte final : public Driver {
 public:
  Description description() const override {
    return {.name = "ffte",
            .library = "FFTE",
            .version = "7.0, library " FFTBENCH_FFTE_IDENTITY,
            .dims = {3},
            .transforms = {Transform::r2c, Transform::c2c},
            .precisions = {Precision::double_},
            .placements = {Placement::in_place, Placement::out_of_place},
            .decompositions = {"slab", "pencil"},
            .threaded = FFTBENCH_FFTE_THREADED,
            .options = {
                {"order",
                 "axes of the spectrum: transposed saves the way back to the parts of the input",
                 {"transposed", "natural"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    if (problem.halved() != (problem.placement == Placement::in_place)) {
      return Support::no("FFTE transforms c2c out of place and r2c in place only");
    }
    const Extents grid = process_grid(request, ranks), parts = divisors(problem, grid);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Index points = problem.shape[axis];
      if (!product_of_2_3_5(points) || points > longest) {
        return Support::no(fmt::format(
            "FFTE wants axes of at most {} points that are products of 2, 3 and 5, not {}", longest,
            points));
      }
      if (points % parts[axis] != 0) {
        return Support::no(fmt::format(
            "FFTE divides evenly only: on a grid of {} ranks {} must divide axis {} of {} points",
            grid.text(), parts[axis], axis, points));
      }
    }
    const Index most = room(problem, grid, true);
    if (fits_int(most)) return Support::yes();
    return Support::no(
        fmt::format("FFTE counts in integers of 32 bits, but a rank would hold {} numbers", most));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<FftePlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Ffte)
