#pragma once
/// The plan of a transform: its life, its layouts, its conventions.

#include <mpi.h>

#include <memory>
#include <string>

#include "taskfft/array_view.hpp"
#include "taskfft/effective.hpp"
#include "taskfft/layout.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"
#include "taskfft/visitor.hpp"

namespace taskfft {

class Engine;

/// A distributed FFT of one problem over the ranks of one communicator.
///
/// Life: construct (collective), ask input() and output() for the layouts, allocate, commit() the
/// two arrays, then forward() and backward() as often as wanted.
///
/// Scaling: none in either direction unless Options::scaling asks for it; backward(forward(x)) is x
/// times round_trip_factor() of spectrum.hpp; with Problem::kept, what is kept of x is.
/// Signs: forward uses exp(-2 pi i j k / n), backward exp(+2 pi i j k / n).
/// Data: forward reads the input array and writes the output array; backward the other way round.
/// Out of place, neither changes the array it reads.
/// Threads: one thread at a time per plan. Different plans may run in different threads if MPI was
/// initialised with MPI_THREAD_MULTIPLE.
/// Destruction is collective, as the plan frees communicators, and before MPI_Finalize; afterwards
/// it leaves to MPI what is MPI's, and no trace is written. So is assignment to a plan.
/// Failure: when an exception ends forward(), backward() or the trials of commit(), the ranks may
/// be out of step, and the plan can do nothing more: every later call of these throws an Error, of
/// plans that work in the same memory, too. Ranks that wait for the one that failed throw likewise,
/// in commit() and with other arrays, too; where any of these plans exchanges by blocking
/// collective calls, which nothing can end, the job is aborted. The work memory of such a plan is
/// kept until the program ends, as its messages may be under way.
class Plan {
 public:
  /// Collective over comm, an intracommunicator, which is duplicated. Throws ArgumentError, on all
  /// ranks alike, for what cannot be done and for arguments that differ between ranks.
  Plan(const Problem& problem, const Options& options, MPI_Comm comm);
  /// The same on the ranks of another plan, in whose work memory this one works if that suffices on
  /// all of them and both exchange in the same way, by shared memory or by messages; else in its
  /// own, as effective() notes. Make the plan that needs most first; it may end before the others.
  /// Plans that share memory take turns: one runs at a time.
  Plan(const Problem& problem, const Options& options, const Plan& lender);
  ~Plan();
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;

  /// Before the forward transform: axis 0 split over p, axis 1 over q, the axes being counted
  /// with that of r2c as the last one, here and below; C order of the problem's axes. In place r2c
  /// pads its axis to 2 (n/2 + 1) reals; WorkMemory::small always does, and may keep planes of axis
  /// 0 further apart.
  const Layout& input() const;

  /// After the forward transform. Order::transposed: axis 0 whole, axis 1 split over p, the last
  /// axis over q (2-D: axis 1 over all ranks). In memory, slowest first, axes 2, 1, 0. With c2c
  /// along axis 0 and Packing::fused its lines lie side by side: 1, 0, 2, or 2, 0, 1 with r2c. With
  /// WorkMemory::small it is always 1, 0, 2.
  /// Order::natural: split and ordered like the input. One-dimensional: contiguous parts, which
  /// need not be as long as the input's.
  const Layout& output() const;

  /// Binds the arrays, each with all fields, and plans the local transforms. The first time, it
  /// also makes the choices that Options leave open, by trials that overwrite both arrays unless
  /// effort is estimate; when it is called again, with other arrays, nothing is tried and nothing
  /// is overwritten. Collective: what is wrong on one rank is thrown on all. In place, both
  /// pointers must be equal; out of place the arrays must not overlap.
  void commit(void* in, void* out);

  /// Collective; the arrays must have been committed.
  void forward();
  void backward();

  /// Forward, and each point of the spectrum is shown to `visit` as soon as it is made, in the
  /// cache still: a product with the spectrum, as convolutions, Poisson's equation and derivatives
  /// need before backward(), then costs no pass over memory of its own. Ranks may visit in ways of
  /// their own, or not at all.
  void forward(const SpectrumVisitor& visit);

  /// Backward, and each point of the spectrum is shown to `visit` on its way, in the cache: what it
  /// writes is transformed. Out of place the spectrum's array keeps what it holds, as runs lie in
  /// memory of the plan's own: of points in the order that they have in output(). Derivatives of
  /// one spectrum then cost a backward transform each and no pass over memory more. On all ranks
  /// alike; `visit` may be empty. For two and three dimensions. The first time takes about as long
  /// as a second commit(), and the plan then has a little more memory.
  void backward(const SpectrumVisitor& visit);

  /// forward(visit) and backward() of the committed arrays, for who needs the spectrum only to
  /// multiply it. With Options::round_trips it is one graph: lines are transformed, shown and
  /// transformed back while they are in the cache. That saves one more trip through memory and, in
  /// natural order on several ranks, the exchanges that restore the order. The spectrum's array
  /// then holds nothing of use, and runs lie in memory of the plan's own: of points as output() of
  /// the transposed order has them; or in natural order along axis 1, and on one rank along the
  /// last axis if that is halved or none is.
  void round_trip(const SpectrumVisitor& visit);

  /// Transforms other arrays than those that were committed, which remain so: each reads the first
  /// one and writes the second. They are laid out as those, as large or larger, and of the elements
  /// that the problem has there; in place, both are one. Collective: what is wrong on one rank is
  /// thrown on all, and not the end of the plan. The first time with such arrays takes about as
  /// long as a second commit().
  void forward(ConstArrayView field, ArrayView spectrum);
  void backward(ConstArrayView spectrum, ArrayView field);
  void forward(ConstArrayView field, ArrayView spectrum, const SpectrumVisitor& visit);
  void backward(ConstArrayView spectrum, ArrayView field, const SpectrumVisitor& visit);
  /// The same without a check of sizes and types.
  void forward(const void* field, void* spectrum);
  void backward(const void* spectrum, void* field);
  /// In place of commit(), or of forward() or backward() of other arrays, on a rank that has none
  /// to pass while the others make that call: all of them throw an ArgumentError with these words.
  /// For bindings of other languages, with checks of their own.
  void refuse(const std::string& words);

  Effective effective() const;

  /// The plan's own duplicate of the communicator: for calls of the caller's, not to be freed.
  MPI_Comm comm() const;

  /// From now on, trace() tells what this rank's threads do, and no file is written; where a trace
  /// is written, it goes on. Between executions.
  void start_trace();
  /// What this rank's threads did; nothing without a trace.
  std::vector<WorkerTimes> trace() const;

 private:
  friend class BoxPlan;  // which borrows memory
  std::unique_ptr<Engine> engine_;
};

}  // namespace taskfft
