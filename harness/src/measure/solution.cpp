#include "measure/solution.hpp"

#include <exception>

namespace fftbench {

Solution::Solution(Plan& plan, const Request& request, const Layout& spectrum, void* output,
                   Clock& clock)
    : plan_(plan),
      clock_(clock),
      results_(results_of(request.problem)),
      pointwise_(request.problem, spectrum, output, request.threads) {
  if (results_ == 1) solver_ = plan.solver();
  if (request.problem.workload == Workload::unbounded_poisson) return;
  for (int result = 0; result < results_; ++result) {
    multipliers_.emplace_back(request.problem, result);
  }
}

void Solution::multiply(int result) {
  if (multipliers_.empty()) return pointwise_.multiply_by_factors();
  pointwise_.multiply(multipliers_[static_cast<std::size_t>(result)]);
}

Times Solution::solve(int last) {
  Times times;
  if (own()) {
    solver_();
    return times;
  }
  std::exception_ptr failure;
  const auto timed = [&](Part part, const auto& call) {
    const double start = clock_.now();
    try {
      call();
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
    times[part] += clock_.now() - start;
  };
  timed(Part::forward, [&] { plan_.forward(); });
  if (results() > 1) timed(Part::pointwise, [&] { pointwise_.keep(); });
  for (int i = 1; i <= results(); ++i) {
    timed(Part::pointwise, [&] { multiply((last + i) % results()); });
    timed(Part::backward, [&] { plan_.backward(); });
  }
  if (failure) std::rethrow_exception(failure);
  return times;
}

std::vector<Part> Solution::parts() const {
  if (own()) return {Part::whole};
  return {Part::forward, Part::backward, Part::pointwise, Part::whole};
}

}  // namespace fftbench
