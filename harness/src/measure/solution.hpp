#pragma once
/// A problem's workload, solved from end to end.

#include <fftbench/driver.hpp>
#include <functional>
#include <set>
#include <vector>

#include "measure/measure.hpp"
#include "measure/pointwise.hpp"

namespace fftbench {

class Solution {
 public:
  /// Of a committed plan, whose spectrum lies on the host at `output`.
  Solution(Plan& plan, const Request& request, const Layout& spectrum, void* output, Clock& clock);

  /// Input -> input, round_trip_scale() times the result number `last`, after all the others.
  /// Returns what the parts took on this rank. What a transform throws is thrown when all are done:
  /// other ranks may wait in the next one.
  Times solve(int last);
  /// How many there are.
  int results() const { return results_; }

  /// Of unbounded_poisson, before anything is solved: the spectrum is that of Green's function,
  /// times `scale`.
  void take_greens_function(double scale) { pointwise_.take_factors(scale); }

  /// In the library's own way, of which no parts are known.
  bool own() const { return static_cast<bool>(solver_); }
  /// How many transforms it takes, as far as they are known.
  int transforms() const { return 1 + results_; }
  /// Threads of the harness's own that work on it.
  const std::set<int>& helpers() const { return pointwise_.helpers(); }
  /// What is timed of it.
  std::vector<Part> parts() const;

 private:
  void multiply(int result);

  Plan& plan_;
  Clock& clock_;
  int results_;
  std::function<void()> solver_;
  std::vector<Multiplier> multipliers_;  ///< one for each result; none of unbounded_poisson
  Pointwise pointwise_;
};

}  // namespace fftbench
