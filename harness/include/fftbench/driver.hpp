#pragma once
/// What a library must offer to be measured. A driver never touches a clock, never compares and
/// never prints; it says what the library can do, where its data lie, and calls it.

#include <mpi.h>

#include <fftbench/layout.hpp>
#include <fftbench/phases.hpp>
#include <fftbench/problem.hpp>
#include <fftbench/settings.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fftbench {

/// One case as a driver sees it.
struct Request {
  Problem problem;
  Settings settings;  ///< every option of the driver, defaults filled in
  int threads = 1;    ///< threads that each rank may use
  /// Ranks along the axes of the input: {P, 1} are slabs, {p, q} pencils with axis 2 whole, and
  /// {p, q, r} bricks. Empty: the library's choice; of one that has to be told, `process_grid`'s.
  Extents grid;
};

/// The grid asked for; where none is, the most square one with p >= q, and slabs below three axes.
Extents process_grid(const Request& request, int ranks);

/// The number of ranks of a communicator, and the number of this one.
int ranks_of(MPI_Comm comm);
int rank_in(MPI_Comm comm);

/// Why a request can't be run, or nothing where it can.
class Support {
 public:
  static Support yes() { return {}; }
  static Support no(std::string reason) { return Support(std::move(reason)); }
  explicit operator bool() const { return !reason_; }
  /// The reason; only where the request is not supported.
  const std::string& reason() const { return *reason_; }

 private:
  Support() = default;
  explicit Support(std::string reason) : reason_(std::move(reason)) {}
  std::optional<std::string> reason_;
};

/// What a driver stands for. A library's answers are checked, and it is ranked. The others
/// transform nothing: they are timed without a check, their records have the status of the same
/// name, and no report ranks them. A baseline does work to compare libraries with, who may be
/// faster; a bound does what no library can do in less time.
enum class Role { library, baseline, bound };
std::string_view name(Role);

/// What a driver is and can do, known without MPI. The harness refuses what lies outside of it
/// before asking the driver. The firsts of all lists together are a problem that it can do.
struct Description {
  std::string name;     ///< as campaigns write it; the program is fftbench-<name>
  std::string library;  ///< the library's own name
  std::string version;  ///< the version linked or found, as the library tells it
  std::vector<std::size_t> dims;
  std::vector<Transform> transforms;
  std::vector<Precision> precisions;
  std::vector<Placement> placements;
  std::vector<Memory> memories = {Memory::host};
  /// Process grids of the input: "slab" ({P, 1}), "pencil" ({p, q}) and "brick" ({p, q, r}).
  /// None: one rank only.
  std::vector<std::string> decompositions;
  bool threaded = false;  ///< can use more than one thread per rank
  bool batches = false;   ///< can transform several fields at once
  /// The kinds that it can have beside others, each along an axis of its own (Problem::kinds).
  std::vector<Transform> mixes = {};
  std::vector<Option> options = {};        ///< what campaigns may sweep
  int thread_level = MPI_THREAD_FUNNELED;  ///< what the program asks of MPI_Init_thread
  Role role = Role::library;
  /// Why a library is never ranked, though its answers are right and checked: a sentence without
  /// its full stop. Empty for all others.
  std::string unranked = {};
  /// Environment variables that change what the library does: a name, or a prefix that ends in an
  /// underscore ("FFTW_"). Records hold those that are set.
  std::vector<std::string> variables = {};
};

/// The two ends of the transform. For in-place problems both point at the same memory. Where the
/// problem's memory is a device's they are what that kind of memory has for it (Memory).
struct Buffers {
  void* input = nullptr;
  void* output = nullptr;
};

/// What a library spent on trying settings before it chose; part of planning.
struct Trials {
  int settings = 0;      ///< how many it timed
  double seconds = 0.0;  ///< on the slowest rank
};

/// What a reader of a record should know before trusting its numbers.
struct Warning {
  std::string code;  ///< a word in snake_case, which programs may test
  std::string text;  ///< for people

  bool operator==(const Warning&) const = default;
};

/// Code that transforms lines, and for which vectors it was compiled, or chosen when it runs.
struct LineKernel {
  std::string name;
  /// Under FFTW's names: sse2, avx, avx2, avx512, neon; none where it uses no vectors.
  std::vector<std::string> instruction_sets;
  std::string told_by;  ///< where that is written: nothing here is guessed

  bool operator==(const LineKernel&) const = default;
};

/// What really ran, where the library had a say.
struct Effective {
  Extents grid;
  int threads = 1;
  std::map<std::string, Setting> settings;
  std::vector<Warning> warnings = {};
  std::optional<Trials> trials = {};  ///< none where the library does not tell
  Visible visible = {};               ///< whether the profile sees all of its work
  /// Those that tell their instruction sets. FFTW need not be named: its calls are seen.
  std::vector<LineKernel> kernels = {};
};

/// One transform, ready to be made on this communicator. Construction, destruction and every
/// non-const call are collective. Any call may throw; the harness then ends the case on all ranks.
/// All that is asked before the first transform is timed as planning.
class Plan {
 public:
  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  virtual ~Plan() = default;

  /// This rank's part of the input and of the spectrum. For in-place problems the two share memory,
  /// and each `size` must be large enough for it.
  virtual Layout input() const = 0;
  virtual Layout output() const = 0;

  /// Memory that the library insists on, on all ranks; by default the harness allocates, 64-byte
  /// aligned. The two arrays share it in place, and only there. Valid as long as the plan; called
  /// once, before commit, until when the harness may write zeros to it: pages that nobody has
  /// touched yet come to lie where its own would.
  virtual std::optional<Buffers> own_buffers() { return std::nullopt; }

  /// Planning proper. May overwrite the buffers; they stay the same for the plan's life.
  virtual void commit(const Buffers& buffers) = 0;

  /// input -> output; may destroy the input. On a device it may return before the work is done:
  /// the harness waits for the device, and its time counts.
  virtual void forward() = 0;
  /// output -> input, the inverse of what is in the output by now; may destroy the output.
  virtual void backward() = 0;

  /// The problem's workload in the library's own way, input -> input: round_trip_scale() times the
  /// result, whatever is left in the output. None: the measuring core multiplies the spectrum where
  /// it lies, between forward and backward. Asked for once, after commit, where there is a workload
  /// with one result, but of a flow; valid as long as the plan.
  virtual std::function<void()> solver() { return {}; }

  /// Where axes are unbounded: whether the library doubles them by itself. Both layouts are then of
  /// the sources alone (source_shape), both arrays of the input's elements, and the solver is all
  /// that is called. Asked for once, before the layouts. Of another workload, or without a solver,
  /// it is an error.
  virtual bool pads() const { return false; }

  /// forward computes scale times the problem's unnormalised transform.
  virtual double forward_scale() const { return 1.0; }
  /// backward(forward(x)) == round_trip_scale() * x.
  virtual double round_trip_scale() const = 0;

  virtual Effective effective() const = 0;

  /// What this rank's transforms took since the last call, by the library's own timers. The first
  /// call starts them: it is made after all timed passes, which so take no notice of them. None
  /// where the library has no timers.
  virtual std::optional<Phases> phases() { return std::nullopt; }
};

/// A library behind the one interface. Constructed without MPI, which may never start (to describe
/// the driver needs none); where it ran, destroyed before it ends and after the last plan.
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  virtual ~Driver() = default;

  virtual Description description() const = 0;

  /// Refuses what the library can't do right on `ranks` ranks, with the reason. Called only for
  /// requests inside the description; must give the same answer on every rank.
  virtual Support supports(const Request& request, int ranks) const = 0;

  /// Where the problem's memory is a device's, that of this rank is current.
  virtual std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) = 0;
};

}  // namespace fftbench
