/// heFFTe's transforms: any boxes in and out, reshaped into pencils or slabs on the way.

#include <fmt/format.h>

#include <fftbench/registry.hpp>
#include <stdexcept>

#include "common/counts.hpp"
#include "program.hpp"
#include "route.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::heffte_driver;

class Heffte final : public Driver {
 public:
  Description description() const override {
    return {.name = program(),
            .library = "heFFTe",
            .version = fmt::format("{}.{}.{}", Heffte_VERSION_MAJOR, Heffte_VERSION_MINOR,
                                   Heffte_VERSION_PATCH),
            .dims = {2, 3},
            .transforms = transforms(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .memories = {memory()},
            .decompositions = {"slab", "pencil", "brick"},
            .batches = memory() == Memory::host,  // never tried elsewhere
            .options = options()};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    if (const Support axes = axes_in_int(problem.shape, "heFFTe"); !axes) return axes;
    if (problem.shape.size() == 2 && request.grid.size() > 0 && request.grid[1] > 1) {
      return Support::no("a 2-D array is distributed along one axis: its grid is {P, 1}");
    }
    const Support support = transformable(request, ranks);
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
  /// The program's own, and those of all.
  static std::vector<Option> options() {
    std::vector<Option> options = own_options();
    const std::vector<Option> common{
        {"exchange",
         "how data are exchanged; alltoall pads the messages to equal sizes",
         {"alltoallv", "alltoall", "p2p", "p2p_pipelined"}},
        {"stages",
         "shape of the parts between the transforms; auto lets heFFTe keep the input's slabs",
         {"auto", "pencil", "slab"}},
        {"subranks",
         "ranks that do the stages in the middle; the others hold only the ends",
         {"all", "half", "quarter", "one"}},
        {"order",
         "axes and distribution of the spectrum: transposed leaves both as they come out",
         {"transposed", "natural"}}};
    options.insert(options.end(), common.begin(), common.end());
    return options;
  }

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
    if (request.problem.fields > 1 && request.problem.transform == Transform::r2c &&
        route.ends_at_once()) {
      return Support::no("heFFTe mistakes where fields begin in r2c that exchanges nothing");
    }
    if (request.problem.fields > 1 && request.settings.text("backend") == "fftw" &&
        !route.aligns_fields(request.problem)) {
      return Support::no(
          "heFFTe takes fields for aligned to 16 bytes with FFTW, and some would begin elsewhere");
    }
    return route.passable(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Heffte)
