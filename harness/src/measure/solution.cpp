#include "measure/solution.hpp"

namespace fftbench {

Solution::Solution(Plan& plan, const Request& request, const Layout& spectrum, void* output,
                   Clock& clock)
    : plan_(plan), clock_(clock), pointwise_(request.problem, spectrum, output, request.threads) {
  const int results = results_of(request.problem);
  if (results == 1) solver_ = plan.solver();
  for (int result = 0; result < results; ++result) {
    multipliers_.emplace_back(request.problem, result);
  }
}

Times Solution::solve(int results) {
  Times times{};
  const auto timed = [&](Part part, const auto& call) {
    const double start = clock_.now();
    call();
    times[part] += clock_.now() - start;
  };
  if (own()) {
    solver_();
    return times;
  }
  timed(Part::forward, [&] { plan_.forward(); });
  if (this->results() > 1) timed(Part::pointwise, [&] { pointwise_.keep(); });
  for (int result = 0; result < results; ++result) {
    const Multiplier& multiplier = multipliers_[static_cast<std::size_t>(result)];
    timed(Part::pointwise, [&] { pointwise_.multiply(multiplier); });
    timed(Part::backward, [&] { plan_.backward(); });
  }
  return times;
}

std::vector<Part> Solution::parts() const {
  if (own()) return {Part::whole};
  return {Part::forward, Part::backward, Part::pointwise, Part::whole};
}

}  // namespace fftbench
