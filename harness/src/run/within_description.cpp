#include "run/within_description.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/navier_stokes.hpp>
#include <fftbench/unbounded.hpp>
#include <string>
#include <string_view>

#include "check/check.hpp"
#include "check/exact.hpp"

namespace fftbench {
namespace {

template <class Value>
bool holds(const std::vector<Value>& values, Value value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The word of Description::decompositions for a grid.
std::string decomposition(const Extents& grid) {
  if (grid.size() > 2) return "brick";
  return grid[1] > 1 ? "pencil" : "slab";
}

Support lacks(const Description& description, std::string_view what) {
  return Support::no(fmt::format("{} offers no {}", description.library, what));
}

Support offers_kinds(const Description& description, const Problem& problem) {
  if (problem.kinds.empty()) {
    const bool offered = holds(description.transforms, problem.transform);
    return offered ? Support::yes() : lacks(description, name(problem.transform));
  }
  for (const Transform kind : problem.kinds) {
    if (holds(description.mixes, kind)) continue;
    return lacks(description, fmt::format("{} along one axis with another kind along the next: {}",
                                          name(kind), problem.transform_text()));
  }
  return Support::yes();
}

Support offers_problem(const Description& description, const Problem& problem) {
  if (!holds(description.dims, problem.shape.size())) {
    return lacks(description, fmt::format("{}-D transforms", problem.shape.size()));
  }
  if (const Support kinds = offers_kinds(description, problem); !kinds) return kinds;
  if (problem.logical_shape().volume() == 0) {
    return Support::no(fmt::format("{} is defined for at least 2 points along every axis, not {}",
                                   problem.transform_text(), problem.shape.text()));
  }
  if (!holds(description.precisions, problem.precision)) {
    return lacks(description, fmt::format("{} precision", name(problem.precision)));
  }
  if (!holds(description.placements, problem.placement)) {
    return lacks(description, fmt::format("{} transforms", name(problem.placement)));
  }
  if (!holds(description.memories, problem.memory)) {
    return lacks(description, fmt::format("arrays in {} memory", name(problem.memory)));
  }
  if (problem.fields > 1 && !description.batches) {
    return lacks(description, fmt::format("batches: {} fields at once", problem.fields));
  }
  if (problem.fields > 1 && problem.memory != Memory::host) {
    return Support::no(fmt::format("the harness checks one field at a time in {} memory, not {}",
                                   name(problem.memory), problem.fields));
  }
  return Support::yes();
}

/// Green's functions are those of three dimensions, and doubled axes are periodic, or have a first
/// end where Green's function is taken by its definition.
Support is_space(const Problem& problem) {
  if (problem.shape.size() != 3) {
    return Support::no(fmt::format("{} is in all of space: it takes three axes, not {}",
                                   name(problem.workload), problem.shape.size()));
  }
  for (std::size_t axis = 0; axis < unbounded_axes(problem.workload); ++axis) {
    const Transform kind = problem.kind(axis);
    if (!real_to_real(kind)) continue;
    const bool in_space = problem.workload == Workload::unbounded_poisson;
    if (!in_space && (kind == Transform::dct2 || kind == Transform::dst2)) continue;
    return Support::no(fmt::format(
        "{} doubles axis {}, which is then periodic{}: it takes {} only, not {}",
        name(problem.workload), axis, in_space ? "" : ", or even or odd at its first end",
        in_space ? "c2c and r2c" : "c2c, dct2 and dst2 there", problem.transform_text()));
  }
  return Support::yes();
}

/// What the time step of a flow needs.
Support has_flow(const Problem& problem) {
  const bool real = problem.kinds.empty() && problem.transform == Transform::r2c;
  if (!real || problem.shape.size() != 3) {
    return Support::no(
        fmt::format("navier_stokes steps velocities in three dimensions by r2c, not by {} of {}",
                    problem.transform_text(), problem.shape.text()));
  }
  if (problem.fields != 1 && problem.fields != NavierStokes::components) {
    return Support::no(
        fmt::format("a velocity has {0} components: navier_stokes transforms 1 or {0} fields by a "
                    "call, not {1}",
                    NavierStokes::components, problem.fields));
  }
  if (NavierStokes(problem).step == 0.0) {
    return Support::no(
        fmt::format("navier_stokes keeps wave numbers below a third of the points, and {} has none "
                    "but 0: take 4 points or more along an axis",
                    problem.shape.text()));
  }
  return Support::yes();
}

Support offers_workload(const Description& description, const Problem& problem) {
  if (problem.workload == Workload::none) return Support::yes();
  const std::string_view workload = name(problem.workload);
  if (description.role != Role::library) {
    return Support::no(fmt::format("{} is a {} of transforms: it solves no {}", description.name,
                                   name(description.role), workload));
  }
  if (problem.memory != Memory::host) {
    return Support::no(
        fmt::format("the harness multiplies spectra in host memory only: no {} in {} "
                    "memory",
                    workload, name(problem.memory)));
  }
  if (unbounded_axes(problem.workload) > 0) return is_space(problem);
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    if (problem.shape[axis] > most_exact_points) {
      return Support::no(fmt::format(
          "the harness knows the exact answer of {} for up to {} points along an axis, not {}",
          workload, most_exact_points, problem.shape[axis]));
    }
    if (problem.workload == Workload::gradient && real_to_real(problem.kind(axis))) {
      return Support::no(
          fmt::format("the derivative of a {} series is of another kind: gradient "
                      "takes c2c and r2c only",
                      name(problem.kind(axis))));
    }
  }
  if (problem.workload == Workload::navier_stokes) return has_flow(problem);
  if (problem.workload == Workload::poisson && roughness(problem) * tolerance(problem) > 0.05) {
    return Support::no(fmt::format(
        "in {} precision the short waves of a solution of poisson on {} are lost in rounding, and "
        "the harness could not tell a wrong answer: use double precision or fewer points",
        name(problem.precision), problem.shape.text()));
  }
  return Support::yes();
}

Support offers_grid(const Description& description, const Request& request, int ranks) {
  const Extents& grid = request.grid;
  const Extents& shape = request.problem.shape;
  if (grid.size() == 0) return Support::yes();
  if (grid.size() < 2 || grid.volume() != ranks) {
    return Support::no(fmt::format("grid {} does not multiply to {} ranks", grid.text(), ranks));
  }
  if (grid.size() > std::max<std::size_t>(2, shape.size())) {
    return Support::no(
        fmt::format("grid {} divides more axes than {} has", grid.text(), shape.text()));
  }
  const std::string needed = decomposition(grid);
  const bool alone = ranks == 1 && needed == "slab";
  if (alone || holds(description.decompositions, needed)) return Support::yes();
  return lacks(description, fmt::format("{}s: grid {} would need them", needed, grid.text()));
}

}  // namespace

Support within_description(const Description& description, const Request& request, int ranks) {
  const Support problem = offers_problem(description, request.problem);
  if (!problem) return problem;
  if (const Support work = offers_workload(description, request.problem); !work) return work;
  if (request.threads > 1 && !description.threaded) return lacks(description, "threads");
  if (ranks > 1 && description.decompositions.empty()) {
    return Support::no(fmt::format("{} runs on one rank, not on {}", description.name, ranks));
  }
  return offers_grid(description, request, ranks);
}

}  // namespace fftbench
