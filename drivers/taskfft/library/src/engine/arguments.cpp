#include "taskfft/arguments.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include "engine/executors.hpp"
#include "layout/geometry.hpp"
#include "layout/line_transform.hpp"
#include "taskfft/error.hpp"
#include "taskfft/names.hpp"

namespace taskfft {
namespace {

std::string text(std::int64_t number) {
  return std::to_string(number);
}

void require(bool good, const std::string& message) {
  if (!good) throw ArgumentError(message);
}

/// A number that was cast has no name: ArgumentError.
template <class Value>
void check_enumerator(const Value& value) {
  if constexpr (std::is_enum_v<Value>) static_cast<void>(name(value));
}

void check_kinds(const Problem& problem) {
  const std::size_t dims = problem.extents.size();
  require(problem.kinds.empty() || problem.kinds.size() == dims,
          "kinds has " + std::to_string(problem.kinds.size()) + " entries, extents " +
              std::to_string(dims) +
              ": give one for each axis, or none to have `transform` along all");
  const std::vector<Transform> kinds = axis_kinds(problem);
  require(dims > 1 || kinds[0] == Transform::c2c,
          "a one-dimensional array is transformed from complex to complex only");
  const auto halved = std::count(kinds.begin(), kinds.end(), Transform::r2c);
  require(halved <= 1, "kinds has r2c along " + std::to_string(halved) +
                           " axes: real input is halved along one of them; give the other periodic "
                           "ones c2c");
  for (std::size_t axis = 0; axis < dims; ++axis) {
    require(kinds[axis] != Transform::dct1 || problem.extents[axis] >= 2,
            "extent 1: dct1 needs at least two points along its axis");
  }
}

/// A truncated spectrum has at least one wave of each axis, and none that there are not.
void check_kept(const Problem& problem) {
  const std::size_t dims = problem.extents.size();
  if (problem.kept.empty()) return;
  require(dims > 1,
          "kept: the spectrum of a one-dimensional array is not truncated; leave it empty");
  require(problem.kept.size() == dims, "kept has " + std::to_string(problem.kept.size()) +
                                           " entries, extents " + std::to_string(dims) +
                                           ": give one for each axis, or none to keep all waves");
  const std::vector<Transform> kinds = axis_kinds(problem);
  for (std::size_t axis = 0; axis < dims; ++axis) {
    const Index extent = problem.extents[axis];
    const bool periodic = !real_to_real(kinds[axis]);
    const Index most = periodic ? extent / 2 + 1 : extent;
    require(problem.kept[axis] >= 1 && problem.kept[axis] <= most,
            "kept " + text(problem.kept[axis]) + " along axis " + std::to_string(axis) + ": " +
                text(extent) + " points of " + std::string(name(kinds[axis])) + " have " +
                (periodic ? "the waves 0 to " + text(most - 1) : text(most) + " waves") +
                ", so choose 1 to " + text(most));
  }
}

void check_problem(const Problem& problem) {
  const std::size_t dims = problem.extents.size();
  require(dims >= 1 && dims <= 3, "extents has " + std::to_string(dims) +
                                      " entries: taskfft transforms arrays of 1 to 3 dimensions");
  // Room for padding, for complex doubles and for sums of block offsets.
  constexpr Index limit = std::numeric_limits<Index>::max() / 256;
  Index points = 1;
  for (const Index extent : problem.extents) {
    require(extent >= 1, "extent " + text(extent) + ": every extent must be at least 1");
    require(extent <= limit / points, "the product of the extents is too large for 64-bit sizes");
    points *= extent;
  }
  check_kinds(problem);
  check_kept(problem);
  constexpr int most_fields = 65536;  // exchanges and their message groups are counted by int
  require(problem.fields >= 1 && problem.fields <= most_fields,
          "fields is " + text(problem.fields) + ": choose 1 to " + text(most_fields));
  require(problem.fields <= limit / points, "so many fields are too large for 64-bit sizes");
}

/// Both halves of a one-dimensional transform divide their lines among the ranks.
void check_length(Index length, int ranks) {
  const auto [smaller, larger] = factors(length);
  require(ranks == 1 || smaller >= ranks,
          "length " + text(length) + " is at best " + text(smaller) + " times " + text(larger) +
              ": a one-dimensional array on " + text(ranks) +
              " ranks needs two factors of at least " + text(ranks));
}

void check_grid(const Problem& problem, const Grid& grid, int ranks) {
  if (grid == Grid{0, 0, 0}) return;
  const auto [p, q, r] = grid;
  const std::string last = r == 0 ? "" : ", " + text(r);
  const std::string given = "grid {" + text(p) + ", " + text(q) + last + "}";
  require(p >= 1 && q >= 1 && r >= 0,
          given + ": every entry must be at least 1, or all 0 to have it chosen");
  require(static_cast<Index>(p) * q * std::max(r, 1) == ranks,
          given + " does not have " + text(ranks) + " ranks, as the communicator has");
  require(problem.extents.size() == 3 || (q == 1 && r == 0),
          given + ": a one- or two-dimensional array needs the grid {" + text(ranks) + ", 1}");
}

void check_packing(const Options& options) {
  const bool typed = options.packing == Packing::datatypes;
  const bool open = options.packing == Packing::automatic;
  require(open || typed || options.exchange != Exchange::alltoallw,
          "exchange alltoallw has a datatype for each peer: choose packing datatypes, or the "
          "exchange alltoallv");
  require(!typed || options.exchange == Exchange::automatic || options.exchange == Exchange::p2p ||
              options.exchange == Exchange::persistent || options.exchange == Exchange::alltoallw,
          "packing datatypes: alltoallv has one datatype for all peers, and what ranks share is "
          "not sent; choose the exchange p2p, persistent or alltoallw");
}

/// The threads of other runtimes can't follow every option.
void check_executor(const Options& options) {
  if (options.executor == ExecutorKind::own) return;
  const bool tbb = options.executor == ExecutorKind::tbb;
  const std::string prefix = tbb ? "executor tbb: " : "executor openmp: ";
  const std::string reason = why_not_built(options.executor);
  require(reason.empty(), prefix + reason);
  require(options.scheduler != Scheduler::serial,
          prefix + "the serial scheduler's order is kept by executor own alone");
  require(!tbb || options.scheduler != Scheduler::static_,
          prefix +
              "oneTBB runs a task on whichever thread is free; for the static scheduler choose "
              "executor own or openmp");
  require(!tbb || options.stealing,
          prefix + "oneTBB always steals; for stealing false choose executor own or openmp");
}

/// Somebody must be left to whom the others are uneven.
void check_skew(const Options& options, int ranks) {
  constexpr int most = 10000;
  require(options.skew >= 0 && options.skew <= most,
          "skew is " + text(options.skew) + ": choose 0 to " + text(most) + " per cent");
  require(options.skew == 0 || ranks > 1 || options.threads > 1,
          "skew is " + text(options.skew) +
              ": one thread of one rank has nobody to be uneven with; choose 0, or more of either");
}

}  // namespace

void check_arguments(const Problem& problem, const Options& options, int ranks) {
  for (const Transform kind : problem.kinds) check_enumerator(kind);
  check_enumerator(problem.transform);
  check_enumerator(problem.precision);
  check_enumerator(problem.placement);
  for_each_option([&](const auto& option) { check_enumerator(options.*option.member); });
  check_problem(problem);
  check_grid(problem, options.grid, ranks);
  if (problem.extents.size() == 1) check_length(problem.extents[0], ranks);
  check_packing(options);
  require(options.kernel != LineKernel::fftw || built_with_fftw(),
          "kernel fftw: this taskfft was built without FFTW; choose lanes or auto, or configure it "
          "with -D TASKFFT_FFTW=ON");
  constexpr int most_threads = 4096;
  require(options.threads >= 1 && options.threads <= most_threads,
          "threads is " + text(options.threads) + ": choose 1 to " + text(most_threads));
  require(options.threads == 1 || options.scheduler != Scheduler::serial,
          "threads is " + text(options.threads) +
              ": the serial scheduler has one; choose graph, fork_join or static_");
  check_executor(options);
  constexpr int most_groups = 4096;  // message tags stay below 32767, which MPI guarantees
  require(options.message_groups >= 0 && options.message_groups <= most_groups,
          "message_groups is " + text(options.message_groups) + ": choose 1 to " +
              text(most_groups) + ", or 0 to have it chosen");
  require(options.sends_in_flight >= 0, "sends_in_flight is " + text(options.sends_in_flight) +
                                            ": choose at least 1, or 0 for any number");
  require(options.chunks >= 0, "chunks is " + text(options.chunks) + ": choose at least 1, or 0");
  constexpr Index most_elements = std::numeric_limits<int>::max();
  require(options.message_limit >= 1 && options.message_limit <= most_elements,
          "message_limit is " + text(options.message_limit) + ": choose 1 to " +
              text(most_elements) + " elements");
  check_skew(options, ranks);
  require(options.tuning_seconds >= 0, "tuning_seconds is " +
                                           std::to_string(options.tuning_seconds) +
                                           ": choose 0, for one candidate, or more");
}

}  // namespace taskfft
