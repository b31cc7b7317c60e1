#pragma once
/// A problem's workload, solved from end to end.

#include <exception>
#include <fftbench/driver.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "measure/measure.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

/// A plan that has been committed, and what it works on, all of it on the host.
struct Committed {
  Plan& plan;
  const Problem& problem;
  const Layout& input;
  const Layout& spectrum;
  Buffers buffers;
  std::function<void()> solver = {};  ///< the library's own way; none where it has none
};

/// What the parts of a solution take on this rank. What a transform throws is thrown when all are
/// done: other ranks may wait in the next one.
class TimedParts {
 public:
  explicit TimedParts(Clock& clock) : clock_(clock) {}

  template <class Call>
  void time(Part part, const Call& call) {
    const double start = clock_.now();
    try {
      call();
    } catch (...) {
      if (!failure_) failure_ = std::current_exception();
    }
    times_[part] += clock_.now() - start;
  }
  Times done() const {
    if (failure_) std::rethrow_exception(failure_);
    return times_;
  }

 private:
  Clock& clock_;
  Times times_;
  std::exception_ptr failure_;
};

/// Input -> input, round_trip_scale() times the result. What takes several arrays of data, or has
/// several results, takes and leaves them in the input one after the other.
class Solution {
 public:
  Solution() = default;
  Solution(const Solution&) = delete;
  Solution& operator=(const Solution&) = delete;
  virtual ~Solution() = default;

  /// Whether Green's function is to be taken before anything is solved: then of unbounded_poisson
  /// its spectrum, times `scale`, lies in the output.
  virtual bool wants_greens_function() const { return false; }
  virtual void take_greens_function(double /*scale*/) {}

  /// Takes array number `which` of the data, which lies in the input; not timed.
  virtual void take(int /*which*/) {}
  /// Solves what was taken. Of several results that are not kept, `last` is the one that is left.
  virtual Times solve(int last) = 0;
  /// Leaves result number `which` of what was solved; not timed.
  virtual void leave(int /*which*/) {}
  /// Whether `leave` can be asked for each, or `solve` has left the only one.
  virtual bool keeps_results() const { return false; }

  /// How many transforms it takes, as far as they are known.
  virtual int transforms() const = 0;
  /// What is timed of it.
  virtual std::vector<Part> parts() const {
    return {Part::forward, Part::backward, Part::pointwise, Part::whole};
  }
};

/// By these threads, besides the library's. All memory that it takes is made here. In the library's
/// own way where it has one.
std::unique_ptr<Solution> solution_of(const Committed& committed, ThreadPool& threads,
                                      Clock& clock);

/// Whether a library is asked for a way of its own (Plan::solver).
bool may_have_own_way(const Problem& problem);

/// Whether that makes arrays of its own to keep something aside, which are none of the library's.
bool keeps_arrays(const Problem& problem);

}  // namespace fftbench
