#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace taskfft {

/// Every size, extent and stride: 64 bits, so that 2048^3 and beyond are nothing special.
using Index = std::int64_t;

/// Process grid. {p, q}: axis 0 of the input is split over p, axis 1 over q, the last axis is
/// whole; {P, 1} is a slab and the only form for one- and two-dimensional arrays. {p, q, r}:
/// bricks, the last axis split over r. Ranks are counted along the last entry first.
using Grid = std::array<int, 3>;

/// dct1 to dst4 are real to real, as FFTW's manual defines them ("What FFTW Really Computes"); of
/// complex elements they transform real and imaginary part alike. Backward is the kind that undoes
/// it: of 2 and 3 each the other, of 1 and 4 the same again. dct1 needs two points along its axis.
enum class Transform {
  c2c,   ///< complex to complex
  r2c,   ///< real input, complex output with the last axis halved: n/2 + 1; backward is c2r
  dct1,  ///< REDFT00
  dct2,  ///< REDFT10
  dct3,  ///< REDFT01
  dct4,  ///< REDFT11
  dst1,  ///< RODFT00
  dst2,  ///< RODFT10
  dst3,  ///< RODFT01
  dst4,  ///< RODFT11
};

constexpr bool real_to_real(Transform transform) {
  return transform >= Transform::dct1;
}

enum class Precision { float64, float32 };

enum class Placement { out_of_place, in_place };

enum class Exchange {
  automatic,   ///< shared, or p2p where datatypes pack; with Tuning::measure, the fastest
  shared,      ///< ranks of a node read each other's send buffers in place; p2p between nodes
  p2p,         ///< MPI_Irecv early, MPI_Isend per peer, rank r sending first to r + 1
  persistent,  ///< the same with MPI_Send_init and MPI_Recv_init, made once by commit
  alltoallv,   ///< one MPI_Alltoallv per exchange and message group
  ialltoallv,  ///< one MPI_Ialltoallv instead, under way while other tasks run
  alltoallw,   ///< one MPI_Alltoallw, for Packing::datatypes
};

/// Whether all ranks of an exchange make one call together.
constexpr bool collective(Exchange exchange) {
  return exchange >= Exchange::alltoallv;
}

/// Of a one-dimensional array the output is in natural order either way.
enum class Order {
  transposed,  ///< the output stays where the last transform leaves it (fewest exchanges)
  natural,     ///< the output is split and ordered like the input, at the price of extra exchanges
};

enum class Packing {
  automatic,  ///< fused; with Exchange::alltoallw, datatypes
  fused,      ///< a transform reads the received blocks and writes the outgoing ones itself
  separate,   ///< pack and unpack are copies of their own; unpacking follows the arrivals
  /// MPI takes what leaves from where the transforms left it, by derived datatypes; what arrives is
  /// unpacked as with `separate`. For p2p, persistent and alltoallw.
  datatypes,
};

/// Who transforms the lines.
enum class LineKernel {
  automatic,  ///< the faster one, timed by whole transforms; with Effort::estimate, lanes
  fftw,       ///< FFTW, on rows gathered into the cache
  lanes,      ///< our own, on as many lines at once as a vector has lanes; else FFTW
};

/// Where results go that are not read again soon.
enum class Stores {
  automatic,  ///< the faster one, timed by whole transforms; with Effort::estimate, by size
  cached,     ///< through the cache
  streaming,  ///< around it: memory is written without being read first
};

/// When a task runs, and on which of the rank's threads.
enum class Scheduler {
  graph,      ///< as soon as all that it reads is there, placed by affinity and load
  fork_join,  ///< the same, but every stage and every exchange ends before the next begins
  static_,    ///< as soon as all that it reads is there, on a thread that was fixed beforehand
  serial,     ///< one thread, in a fixed order as far as messages have arrived
};

/// Whose threads run the tasks. tbb and openmp are there to compare with, if taskfft was built with
/// them; only the calling thread then calls MPI.
enum class ExecutorKind {
  own,
  tbb,     ///< oneTBB's, which always steal: with the schedulers graph and fork_join
  openmp,  ///< one parallel loop after the other, each over all tasks that are ready: dynamic, or
           ///< static with Scheduler::static_ or without stealing
};

/// How hard FFTW searches for its plans.
enum class Effort { estimate, measure, patient };

/// How the grid, exchange, message_groups and chunks are chosen that Options leave open; with
/// `measure` also how many of the threads are used.
enum class Tuning {
  off,      ///< by rules
  measure,  ///< by timing the most promising ones when the plan is made, or from a file of before
};

/// How much memory a plan takes beside the caller's arrays.
enum class WorkMemory {
  full,  ///< a send buffer as large as the array, twice for pencils, and with messages as many more
         ///< to receive in
  small,  ///< a small part of that: exchanges go piece by piece. For three dimensions, slabs and
          ///< pencils, Order::transposed and Packing::fused, not with fork_join; else full
};

/// What to transform.
struct Problem {
  /// Global extents, slowest axis first (C order), one to three of them, each at least 1. One
  /// extent: c2c only, and on P ranks it must have two factors of at least P.
  std::vector<Index> extents;
  Transform transform = Transform::c2c;  ///< along every axis; r2c: the last one, c2c the others
  Precision precision = Precision::float64;
  Placement placement = Placement::out_of_place;
  /// Where not empty, a kind for each axis, in place of `transform`: {dct2, dst2, r2c} has real
  /// input. r2c is for the last axis only; with c2c along any axis, but not r2c, the input is
  /// complex; with neither, input and output are real.
  std::vector<Transform> kinds = {};
  /// Arrays of this kind that are transformed together, up to 65536: while the messages of one
  /// travel, the next one is transformed. Each of the two arrays that are committed holds all of
  /// them, Layout::field_stride apart.
  int fields = 1;
};

/// How to transform it. The same on every rank.
struct Options {
  /// {0, 0} leaves it open: choose_grid() in arguments.hpp, or the fastest slab or pencil.
  Grid grid{0, 0, 0};
  Exchange exchange = Exchange::automatic;
  Order order = Order::transposed;
  /// Small: the layouts differ. Axis 2 is the fastest of the output, and the input's rows of r2c
  /// are padded out of place, too.
  WorkMemory work_memory = WorkMemory::full;
  Packing packing = Packing::automatic;
  Effort effort = Effort::measure;
  LineKernel kernel = LineKernel::automatic;
  Stores stores = Stores::automatic;
  /// Threads per rank, the calling one included. More than one needs MPI_THREAD_FUNNELED; with
  /// MPI_THREAD_SERIALIZED any of them may call MPI, one at a time. The others are bound to
  /// processors of this rank where there are enough.
  int threads = 1;
  Scheduler scheduler = Scheduler::graph;
  /// graph and fork_join: a thread without work takes another's if moving it costs less than
  /// waiting.
  bool stealing = true;
  ExecutorKind executor = ExecutorKind::own;
  /// Messages per peer and exchange, up to 4096: with more than one, blocks leave while later
  /// planes are still being transformed. 0: as many as leave about a megabyte to each, at most 64,
  /// where messages cross between nodes; else 1.
  int message_groups = 0;
  /// Messages to one peer that may be under way at once; 0: any number. With many, what a rank has
  /// to answer a peer queues behind all that it has handed over, and the two directions of a link
  /// take turns instead of being used both.
  int sends_in_flight = 1;
  /// Compute chunks per message group and stage; 0: one, or with more threads about four for each.
  int chunks = 0;
  /// Most elements in one MPI message. MPI counts are int, so the default is the largest int;
  /// tests lower it.
  Index message_limit = 2147483647;
  Tuning tuning = Tuning::off;
  /// No further candidate is tried when those so far have taken this long, on the slowest rank.
  double tuning_seconds = 3;
  /// Where tuning finds what it chose before, and keeps what it chooses. Empty: nowhere. The
  /// environment variable TASKFFT_TUNING goes before it. The first rank's counts.
  std::string tuning_file = {};
  /// A file for the trace of every execution since commit, written when the plan is destroyed: JSON
  /// for Perfetto and Chrome. Empty: none. The environment variable TASKFFT_TRACE goes before it;
  /// it names the files of all plans of a process, numbered from the second on. The first rank's
  /// counts.
  std::string trace = {};
};

/// What choosing by trying has cost, the same on every rank.
struct Trials {
  int settings = 0;    ///< how many were timed
  double seconds = 0;  ///< on the slowest rank; part of what making the plan and commit() took

  Trials& operator+=(const Trials& other) {
    settings += other.settings;
    seconds += other.seconds;
    return *this;
  }
};

/// What a plan really does, where that can differ from the options.
struct Effective {
  Options options;  ///< with all that was left open filled in, kernel and stores by commit
  std::string decomposition;       ///< "slab", "pencil" or "brick"
  std::vector<std::string> notes;  ///< one sentence for every request not followed to the letter
  Trials trials;                   ///< none where everything was given, or known from a file
  /// What this rank's plan allocated to move and transform data: buffers and scratch memory,
  /// without tables and what MPI and FFTW take for themselves.
  std::size_t work_bytes = 0;
};

/// What one thread's time went into since commit, in seconds.
struct WorkerTimes {
  double compute;     ///< transforms, and with Packing::fused packing and unpacking
  double pack;        ///< Packing::separate
  double exchange;    ///< messages: starting them, asking for them, waiting for them
  double unpack;      ///< Packing::separate
  double scheduling;  ///< what the others leave of all
  double idle;        ///< no task was ready
  double all;         ///< in forward and backward
};

/// The part of a global array that this rank holds, and how it lies in memory. Element (i0, i1, ..)
/// with lo <= i < hi lies at sum((i[a] - lo[a]) * stride[a]). Elements are real for the input of
/// a problem with r2c, and on both sides of one that is real to real along every axis; else
/// complex.
struct Layout {
  std::vector<Index> lo;      ///< first global index per axis
  std::vector<Index> hi;      ///< one past the last global index per axis
  std::vector<Index> stride;  ///< in elements
  /// Elements to allocate, of all fields, padding included. In place, input and output sizes
  /// describe the same bytes: enough for both.
  Index size = 0;
  Index field_stride = 0;  ///< from an element to the same one of the next field
};

}  // namespace taskfft
