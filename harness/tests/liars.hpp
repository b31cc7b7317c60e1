#pragma once
/// Transforms that get it wrong without a word.

#include <map>
#include <memory>
#include <string>

#include "naive_plan.hpp"

namespace fftbench {

using MakePlan = std::unique_ptr<Plan> (*)(const Request&, MPI_Comm);
using Liars = std::map<std::string, MakePlan>;

/// Wrong from the first transform on.
Liars wrong_at_once();
/// Right for the first checks, and wrong later.
Liars wrong_later();
/// Right, but not when it returns.
Liars right_too_late();
/// Right, but not done in the way that `effective()` tells.
Liars wrong_about_itself();

/// Right transforms, and a workload in a way of its own that is not.
Liars wrong_workloads();
/// A solution of unbounded_poisson on the sources alone that is wrong.
Liars wrong_unbounded();

/// Every liar by its name.
const Liars& liars();

template <class Liar>
std::unique_ptr<Plan> make(const Request& request, MPI_Comm comm) {
  return std::make_unique<Liar>(request, comm);
}

}  // namespace fftbench
