#include "measure/solution.hpp"

#include <exception>

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
    const auto result = static_cast<std::size_t>((last + i) % results());
    timed(Part::pointwise, [&] { pointwise_.multiply(multipliers_[result]); });
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
