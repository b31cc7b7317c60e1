#pragma once
/// How to transform: every option with its words, its default and what it does. From the list at
/// the end come the comparison over ranks, the keys and texts of tuning files, and a program's
/// settings.

#include <array>
#include <cstddef>
#include <string>

#include "taskfft/option.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Process grid. {p, q}: axis 0 of the input is split over p, axis 1 over q, the last axis is
/// whole; {P, 1} is a slab and the only form for one- and two-dimensional arrays. {p, q, r}:
/// bricks, the last axis split over r. Ranks are counted along the last entry first.
using Grid = std::array<int, 3>;

enum class Exchange {
  automatic,   ///< shared, or p2p where datatypes pack; with Tuning::measure, the fastest
  shared,      ///< ranks of a node read each other's send buffers in place; p2p between nodes
  p2p,         ///< MPI_Irecv early, MPI_Isend per peer, rank r sending first to r + 1
  persistent,  ///< the same with MPI_Send_init and MPI_Recv_init, made once by commit
  alltoallv,   ///< one MPI_Alltoallv per exchange and message group
  ialltoallv,  ///< one MPI_Ialltoallv instead, under way while other tasks run
  alltoallw,   ///< one MPI_Alltoallw, for Packing::datatypes
  joined,  ///< ranks of a node put their blocks together, and one of them sends all that goes to
           ///< another node as one message: for small blocks
};
template <>
inline constexpr auto words<Exchange> = word_list("auto", "shared", "p2p", "persistent",
                                                  "alltoallv", "ialltoallv", "alltoallw", "joined");

/// Whether all ranks of an exchange make one call together.
constexpr bool collective(Exchange exchange) {
  return exchange >= Exchange::alltoallv;
}

/// Whether that is a call of MPI's, which counts by int.
constexpr bool collective_of_mpi(Exchange exchange) {
  return collective(exchange) && exchange != Exchange::joined;
}

/// Whether ranks of a node use memory that they share.
constexpr bool shares_memory(Exchange exchange) {
  return exchange == Exchange::shared || exchange == Exchange::joined;
}

/// Whether the call of a collective exchange returns only when all has been exchanged.
constexpr bool blocking(Exchange exchange) {
  return collective(exchange) && exchange != Exchange::ialltoallv;
}

/// The output of a one-dimensional transform is in natural order either way.
enum class Order {
  transposed,  ///< the output stays where the last transform leaves it (fewest exchanges)
  natural,  ///< the output is split and ordered like the input, on more ranks than one at the price
            ///< of extra exchanges of what does not stay on its rank
};
template <>
inline constexpr auto words<Order> = word_list("transposed", "natural");

/// Which direction multiplies by what makes backward(forward(x)) equal to x: one over
/// round_trip_factor() of spectrum.hpp.
enum class Scaling {
  none,
  forward,
  backward,
  symmetric,  ///< each by the square root
};
template <>
inline constexpr auto words<Scaling> = word_list("none", "forward", "backward", "symmetric");

/// How much memory a plan takes beside the caller's arrays.
enum class WorkMemory {
  full,   ///< a send buffer as large as the array, two of them for pencils; exchanges by messages
          ///< take as many receive buffers
  small,  ///< a small part of that: exchanges go piece by piece. For three dimensions, slabs and
          ///< pencils, Order::transposed and Packing::fused, not with fork_join; else full
};
template <>
inline constexpr auto words<WorkMemory> = word_list("full", "small");

enum class Packing {
  automatic,  ///< fused; with Exchange::alltoallw, datatypes
  fused,      ///< a transform reads the received blocks and writes the outgoing ones itself
  separate,   ///< pack and unpack are copies of their own; unpacking follows the arrivals
  /// MPI sends straight from where the transforms left the data, by derived datatypes; received
  /// blocks are unpacked as with `separate`. For p2p, persistent and alltoallw.
  datatypes,
};
template <>
inline constexpr auto words<Packing> = word_list("auto", "fused", "separate", "datatypes");

/// How hard FFTW searches for its plans; estimate also takes what is likely the best of kernel and
/// stores, where the others try. Our own kernels search for nothing.
enum class Effort { estimate, measure, patient };
template <>
inline constexpr auto words<Effort> = word_list("estimate", "measure", "patient");

/// What transforms the lines.
enum class LineKernel {
  automatic,  ///< the fastest one, timed by whole transforms; with Effort::estimate, lanes
  fftw,       ///< FFTW, on rows gathered into the cache; refused where it is no part of the build
  lanes,  ///< our own, on as many lines at once as a vector has lanes; real to real and odd lines
          ///< of reals by FFTW, where there is FFTW
  own,    ///< our own for these, too, as where there is no FFTW
};
template <>
inline constexpr auto words<LineKernel> = word_list("auto", "fftw", "lanes", "own");

/// How results are written that are not read again soon.
enum class Stores {
  automatic,  ///< the faster one, timed by whole transforms; with Effort::estimate, by size
  cached,     ///< through the cache
  streaming,  ///< around it: memory is written without being read first
  panels,     ///< likewise, but lines side by side some at a time, in long runs of memory
};
template <>
inline constexpr auto words<Stores> = word_list("auto", "cached", "streaming", "panels");

/// When a task runs, and on which of the rank's threads.
enum class Scheduler {
  graph,      ///< as soon as its input is there, placed by affinity and load
  fork_join,  ///< the same, but every stage and every exchange ends before the next begins
  static_,    ///< as soon as its input is there, on a thread that was fixed beforehand
  serial,     ///< one thread, in a fixed order as far as messages have arrived
};
template <>
inline constexpr auto words<Scheduler> = word_list("graph", "fork_join", "static", "serial");

/// Whose threads run the tasks. tbb and openmp are there to compare with, if taskfft was built with
/// them; only the calling thread then calls MPI. Their threads are those of the application's own
/// loops and tasks, too: where they are bound, they stay bound after the plan.
enum class ExecutorKind {
  own,
  tbb,     ///< oneTBB's, which always steal: with the schedulers graph and fork_join
  openmp,  ///< one parallel loop after the other, each over all tasks that are ready: dynamic, or
           ///< static with Scheduler::static_ or without stealing
};
template <>
inline constexpr auto words<ExecutorKind> = word_list("own", "tbb", "openmp");

/// How the options are chosen that are left open: grid, exchange, message_groups and chunks; with
/// `measure` also how many of the threads are used.
enum class Tuning {
  off,      ///< by rules
  measure,  ///< by timing the most promising ones when the plan is made, or from an earlier choice
            ///< in a file
};
template <>
inline constexpr auto words<Tuning> = word_list("off", "measure");

/// The same on every rank.
struct Options {
  /// {0, 0} leaves it open: choose_grid() in arguments.hpp, or the fastest slab or pencil.
  Grid grid{0, 0, 0};
  Exchange exchange = Exchange::automatic;
  Order order = Order::transposed;
  /// A direction that scales multiplies what it has written plane by plane, in the cache, and does
  /// not store its last stage's results around it.
  Scaling scaling = Scaling::none;
  /// Small: the layouts may differ. Axis 2 is always the fastest of the output, and the input's
  /// rows of r2c are padded out of place, too.
  WorkMemory work_memory = WorkMemory::full;
  /// Whether Plan::round_trip() is one graph: for three dimensions, with WorkMemory::full and
  /// Packing::fused. On several ranks slabs then take as many send and receive buffers as pencils.
  bool round_trips = false;
  Packing packing = Packing::automatic;
  Effort effort = Effort::measure;
  LineKernel kernel = LineKernel::automatic;
  Stores stores = Stores::automatic;
  /// Threads per rank, the calling one included. More than one needs MPI_THREAD_FUNNELED; with
  /// MPI_THREAD_SERIALIZED any of them may call MPI, one at a time. The others are bound to
  /// processors of this rank where there are enough, of plans that have all ranks of the job; with
  /// MPI_THREAD_MULTIPLE, those of one plan of a process at a time.
  int threads = 1;
  Scheduler scheduler = Scheduler::graph;
  /// graph and fork_join: a thread without work takes another's if moving it costs less than
  /// waiting.
  bool stealing = true;
  ExecutorKind executor = ExecutorKind::own;
  /// Uneven work on purpose, for studies of schedulers: by so many per cent of its own time every
  /// task of a rank's first thread is longer, wherever it runs. With one thread a rank, every task
  /// of the first rank.
  int skew = 0;
  /// Messages per peer and exchange, up to 4096: with more than one, blocks leave while later
  /// planes are still being transformed. 0 leaves it open: between nodes as many as make about a
  /// megabyte each, at most 256 and no more than a rank has planes; else 1.
  int message_groups = 0;
  /// Messages to one peer that may be under way at once; 0: any number. With many, a rank's answer
  /// to a peer queues behind all that the rank has handed over before, and the two directions of a
  /// link take turns instead of being used both.
  int sends_in_flight = 1;
  /// Compute chunks per message group and stage; 0: one, or with more threads about four for each.
  int chunks = 0;
  /// Most elements in one MPI message. MPI counts are int, so the default is the largest int;
  /// tests lower it.
  Index message_limit = 2147483647;
  Tuning tuning = Tuning::off;
  /// After so many seconds, on the slowest rank, no further candidate is tried.
  double tuning_seconds = 3;
  /// The file from which tuning takes an earlier choice, and in which it keeps a new one. Empty:
  /// none. The environment variable TASKFFT_TUNING goes before it. The first rank's counts.
  std::string tuning_file = {};
  /// A file for the trace of every execution since commit, written when the plan is destroyed: JSON
  /// for Perfetto and Chrome. Empty: none. The environment variable TASKFFT_TRACE goes before it;
  /// it names the files of all plans of a process, numbered from the second on, and by the first
  /// rank where that is not the job's. The first rank's counts.
  std::string trace = {};
};

/// Calls visit(Option) for every option.
template <class Visitor>
constexpr void for_each_option(Visitor&& visit) {
  using enum OptionRole;
  visit(Option{"grid", tuned, &Options::grid, "the process grid; 0x0x0: the library's choice"});
  visit(Option{"planner", given, &Options::effort,
               "how long FFTW searches for a plan; estimate also tries no kernel and stores"});
  visit(
      Option{"kernel", tuned, &Options::kernel,
             "what transforms the lines: FFTW, or our own on a vector of lines; auto times both"});
  visit(Option{"stores", tuned, &Options::stores,
               "whether results go through the cache or around it; auto times both"});
  visit(Option{"exchange", tuned, &Options::exchange,
               "shared: ranks of a node read each other's blocks in place, p2p between nodes; p2p: "
               "a message per peer, sent as soon as it is packed; persistent: the same, prepared "
               "once; alltoallv, ialltoallv: one collective call, blocking or not; alltoallw: with "
               "datatypes; joined: one message from node to node, for small ones; auto: shared, or "
               "what tuning finds"});
  visit(Option{
      "order", given, &Options::order,
      "of the output's axes: transposed saves the exchanges that restore the input's order"});
  visit(Option{"scaling", result, &Options::scaling,
               "which direction divides by the points, so that a round trip gives the field back"});
  visit(Option{"work_memory", given, &Options::work_memory,
               "full: buffers as large as the array; small: exchanges go piece by piece through "
               "much smaller ones, and the output's last axis is the fastest"});
  visit(Option{"round_trips", besides, &Options::round_trips,
               "whether a round trip through the spectrum is made in one, with more work memory"});
  visit(Option{"packing", given, &Options::packing,
               "fused: packing and unpacking are part of the transforms, and the transposed output "
               "has the order in memory that suits them; separate: copies of their own; datatypes: "
               "MPI packs what is sent; auto: fused, or what the exchange needs"});
  visit(Option{"message_groups",
               tuned,
               &Options::message_groups,
               "messages per peer and exchange: with more, blocks leave before a stage ends",
               {1, 2, 4, 8, 16, 32, 64},
               "auto"});
  visit(Option{"sends_in_flight",
               given,
               &Options::sends_in_flight,
               "messages to one peer that may be under way at once",
               {1, 2, 4},
               "all"});
  visit(Option{"threads", tuned, &Options::threads, "per rank, the calling one included"});
  visit(Option{"chunks",
               tuned,
               &Options::chunks,
               "compute chunks per message group and stage; auto: one, or about four a thread",
               {1, 4, 16},
               "auto"});
  visit(Option{"scheduler", given, &Options::scheduler,
               "graph: a task runs once its input is there, on any thread; fork_join: stage by "
               "stage; static: on threads fixed beforehand; serial: one thread"});
  visit(Option{"stealing", given, &Options::stealing,
               "graph and fork_join: a thread without work takes another's where that costs less "
               "than waiting"});
  visit(Option{"executor", given, &Options::executor,
               "whose threads run the tasks: taskfft's own or, to compare with, oneTBB's (which "
               "always steal) or OpenMP's (one parallel loop after the other)"});
  visit(Option{"skew",
               given,
               &Options::skew,
               "per cent by which the tasks of a rank's first thread, or with one thread a rank "
               "those of the first rank, take longer on purpose: to study uneven work",
               {100, 160, 300, 700},
               ""});
  visit(Option{"message_limit", given, &Options::message_limit, "most elements in one message"});
  visit(Option{"tuning", choosing, &Options::tuning,
               "measure: choose what is left open, the grid included, by timing plans"});
  visit(Option{"tuning_seconds", choosing, &Options::tuning_seconds,
               "after so many seconds no further candidate is tried"});
  visit(Option{"tuning_file", file, &Options::tuning_file, "where choices are kept"});
  visit(Option{"trace", file, &Options::trace, "where the trace is written"});
}

constexpr std::size_t option_count() {
  std::size_t count = 0;
  for_each_option([&count](const auto&) { ++count; });
  return count;
}
static_assert(option_count() == member_count<Options>(), "list every option in for_each_option()");

}  // namespace taskfft
