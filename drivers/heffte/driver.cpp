/// heFFTe's transforms: any boxes in and out, reshaped into pencils or slabs on the way.

#include <fmt/format.h>

#include <fftbench/registry.hpp>
#include <limits>
#include <stdexcept>

#include "plan.hpp"
#include "route.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::heffte_driver;

Support transformable_by_fftw(const Problem& problem) {
  if (problem.transform == Transform::r2c && problem.shape.back() == 1) {
    return Support::no("heFFTe gets no plan from FFTW for real rows of a single point");
  }
  return Support::yes();
}

/// Points of the row that heFFTe's own transform makes of `extent` points.
Index stock_length(Transform transform, Index extent) {
  if (!real_to_real(transform)) return extent;
  return 4 * (transform == Transform::dct1 ? extent - 1 : extent);
}

Support transformable_by_stock(const Request& request) {
  const Problem& problem = request.problem;
  if (problem.transform == Transform::dst1) return Support::no("heFFTe's stock has no dst1");
  if (real_to_real(problem.transform) && !request.settings.flag("reorder")) {
    return Support::no("heFFTe reorders for its stock real to real transforms in any case");
  }
  for (const Index extent : problem.shape) {
    const Index length = stock_length(problem.transform, extent);
    const bool power_of_2 = (length & (length - 1)) == 0;
    Index rest = length % 7 == 0 ? length / 7 : length;
    for (const Index prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1 && length <= (power_of_2 ? 256 : 56)) continue;
    return Support::no(
        fmt::format("the errors of heFFTe's stock transforms exceed the tolerance for rows of more "
                    "than 56 points (powers of 2: 256), or with prime factors above 7 or 7 twice, "
                    "as {} points here",
                    length));
  }
  return Support::yes();
}

/// Why the one-dimensional transforms of this request can't be done.
Support transformable(const Request& request) {
  const Problem& problem = request.problem;
  if (problem.transform == Transform::dct1 && problem.shape.size() < 3) {
    return Support::no("heFFTe transforms a third axis too, and there is no dct1 of one point");
  }
  return uses_fftw(request) ? transformable_by_fftw(problem) : transformable_by_stock(request);
}

class Heffte final : public Driver {
 public:
  Description description() const override {
    return {
        .name = "heffte",
        .library = "heFFTe",
        .version = fmt::format("{}.{}.{}", Heffte_VERSION_MAJOR, Heffte_VERSION_MINOR,
                               Heffte_VERSION_PATCH),
        .dims = {2, 3},
        .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                       Transform::dst1, Transform::dst2},
        .precisions = {Precision::double_, Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab", "pencil", "brick"},
        .options = {
            {"backend", "who does the one-dimensional transforms", {"fftw", "stock"}},
            {"exchange",
             "how data are exchanged; alltoall pads the messages to equal sizes",
             {"alltoallv", "alltoall", "p2p", "p2p_pipelined"}},
            {"reorder",
             "bring each axis into contiguous memory before transforming it",
             {true, false}},
            {"stages",
             "shape of the parts between the transforms; auto lets heFFTe keep the input's slabs",
             {"auto", "pencil", "slab"}},
            {"subranks",
             "ranks that do the stages in the middle; the others hold only the ends",
             {"all", "half", "quarter", "one"}},
            {"order",
             "axes and distribution of the spectrum: transposed leaves both as they come out",
             {"transposed", "natural"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    for (const Index extent : problem.shape) {
      if (extent > std::numeric_limits<int>::max()) {
        return Support::no("heFFTe counts the points of an axis in int");
      }
    }
    if (problem.shape.size() == 2 && request.grid.size() > 0 && request.grid[1] > 1) {
      return Support::no("a 2-D array is distributed along one axis: its grid is {P, 1}");
    }
    const Support support = transformable(request);
    if (!support) return support;
    const std::string& share = request.settings.text("subranks");
    if (transforming_ranks(share, ranks) == 0) {
      return Support::no(
          fmt::format("subranks={} is no whole number below {} rank(s)", share, ranks));
    }
    try {
      return supports(request, Route(request, ranks, 0));
    } catch (const std::runtime_error& error) {
      return Support::no(fmt::format("heFFTe: {}", error.what()));
    }
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return make_plan(request, comm);
  }

 private:
  static Support supports(const Request& request, const Route& route) {
    const std::string& stages = request.settings.text("stages");
    if (stages != "auto" && stages != route.stages()) {
      return Support::no(
          fmt::format("heFFTe makes {}s of this grid, whatever is asked of it", route.stages()));
    }
    if (request.settings.text("subranks") != "all" && !route.gathers()) {
      return Support::no("heFFTe transforms on all ranks between these ends, whatever is asked");
    }
    if (request.problem.transform == Transform::r2c &&
        request.problem.placement == Placement::in_place && route.stands_still()) {
      return Support::no("heFFTe reads the input after it has written over it where no data move");
    }
    return route.passable(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Heffte)
