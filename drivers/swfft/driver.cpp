/// SWFFT, the transform of HACC: bricks in, pencils of the last axis out.

#include <fmt/core.h>

#include <array>
#include <complex>
#include <fftbench/registry.hpp>
#include <limits>

#include "common/aligned_memory.hpp"

// SWFFT's own headers come last: they define I.
#include <Dfft.hpp>
#undef I

namespace {

using namespace fftbench;

using Three = std::array<int, 3>;

/// The bricks into which SWFFT divides an array: MPI's choice.
Extents bricks(int ranks) {
  Three dims{};
  MPI_Dims_create(ranks, 3, dims.data());
  return {dims[0], dims[1], dims[2]};
}

/// The same grid in as many numbers as were asked for.
bool same(const Extents& asked, const Extents& own) {
  const Index last = asked.size() > 2 ? asked[2] : 1;
  return asked[0] == own[0] && asked[1] == own[1] && last == own[2];
}

Three ints(const Extents& shape) {
  return {static_cast<int>(shape[0]), static_cast<int>(shape[1]), static_cast<int>(shape[2])};
}

Box part(const int (&place)[3], const int (&extent)[3]) {
  Box box{Extents::filled(3, 0), Extents::filled(3, 0)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.lo[axis] = Index{place[axis]} * extent[axis];
    box.hi[axis] = box.lo[axis] + extent[axis];
  }
  return box;
}

class SwfftPlan final : public Plan {
 public:
  SwfftPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        grid_(request.grid.size() > 0 ? request.grid : bricks(ranks_of(comm))),
        distribution_(comm, ints(request.problem.shape).data()),
        transform_(distribution_) {}

  Layout input() const override {
    return Layout::row_major(part(transform_.self_rspace(), transform_.local_ng_rspace()));
  }
  Layout output() const override {
    return Layout::row_major(part(transform_.self_kspace(), transform_.local_ng_kspace()));
  }

  void commit(const Buffers& buffers) override {
    scratch_ = aligned_memory(transform_.local_size() * sizeof(complex_t));
    in_ = static_cast<complex_t*>(buffers.input);
    auto* spectrum = static_cast<complex_t*>(buffers.output);
    auto* scratch = static_cast<complex_t*>(scratch_.get());
    transform_.makePlans(spectrum, scratch, spectrum, scratch, FFTW_MEASURE);
  }

  void forward() override { transform_.forward(in_); }
  void backward() override { transform_.backward(in_); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    return {grid_, 1, {{"planner", std::string("measure")}, {"exchange", std::string("p2p")}}};
  }

 private:
  Request request_;
  Extents grid_;
  hacc::Distribution distribution_;
  hacc::Dfft transform_;
  AlignedMemory scratch_;
  complex_t* in_ = nullptr;
};

class Swfft final : public Driver {
 public:
  Description description() const override {
    return {.name = "swfft",
            .library = "SWFFT",
            .version = "unversioned, source " FFTBENCH_SWFFT_IDENTITY,
            .dims = {3},
            .transforms = {Transform::c2c},
            .precisions = {Precision::double_},
            .placements = {Placement::out_of_place},
            .decompositions = {"pencil", "brick"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Extents grid = bricks(ranks);
    if (request.grid.size() > 0 && !same(request.grid, grid)) {
      return Support::no(fmt::format("SWFFT chooses the grid by itself: {}", grid.text()));
    }
    const Extents& shape = request.problem.shape;
    if (!divides(grid, ranks, shape)) {
      return Support::no(
          "SWFFT ends the program or leaves points out where its bricks and pencils don't divide "
          "every axis");
    }
    const double points = static_cast<double>(shape.volume()) / ranks;
    if (points <= std::numeric_limits<int>::max()) return Support::yes();
    return Support::no(
        fmt::format("SWFFT counts points in int, but a rank would hold {:.0f}", points));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<SwfftPlan>(request, comm);
  }

 private:
  /// Whether every number of ranks along an axis that SWFFT may come to divides every axis: those
  /// of its pencils are MPI's choice for two axes, or made of two numbers of its bricks.
  static bool divides(const Extents& grid, int ranks, const Extents& shape) {
    std::array<int, 2> pencils{};
    MPI_Dims_create(ranks, 2, pencils.data());
    for (const Index points : shape) {
      for (const Index parts : {Index{pencils[0]}, Index{pencils[1]}, grid[0] * grid[1],
                                grid[1] * grid[2], grid[2] * grid[0]}) {
        if (points % parts != 0) return false;
      }
    }
    return true;
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Swfft)
