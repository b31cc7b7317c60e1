/// The interface for C: work on the spectrum while it is in the cache.

#include "bindings/plan_of_c.hpp"

namespace taskfft {
namespace {

/// What a visitor of C's returns but 0 ends the transform.
SpectrumVisitor visitor_of_c(taskfft_visitor visit, void* user, const Problem& problem) {
  if (!visit) return {};
  const auto dims = static_cast<int>(problem.extents.size());
  return [=](const SpectrumRun& run) {
    const taskfft_run shown{run.data,
                            static_cast<std::int64_t>(run.type.size),
                            {run.first[0], run.first[1], run.first[2]},
                            dims,
                            run.axis,
                            run.field};
    const int code = visit(&shown, user);
    if (code != 0) throw Error("a visitor returned " + std::to_string(code));
  };
}

}  // namespace
}  // namespace taskfft

using taskfft::visitor_of_c;
using taskfft::with_plan;

int taskfft_forward_visiting(taskfft_plan* plan, taskfft_visitor visit, void* user) {
  return with_plan(plan,
                   [&](auto& made) { made.forward(visitor_of_c(visit, user, plan->problem)); });
}

int taskfft_backward_visiting(taskfft_plan* plan, taskfft_visitor visit, void* user) {
  return with_plan(plan,
                   [&](auto& made) { made.backward(visitor_of_c(visit, user, plan->problem)); });
}

int taskfft_round_trip(taskfft_plan* plan, taskfft_visitor visit, void* user) {
  return with_plan(plan,
                   [&](auto& made) { made.round_trip(visitor_of_c(visit, user, plan->problem)); });
}
