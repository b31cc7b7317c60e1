/// What stealing is worth when chunks are uneven and nobody knew (Table II of the DaggerFFT paper).
///
///     taskfft_imbalance [threads [length [lines [rounds]]]]
///
/// Lines of one length are transformed in chunks that are equal as far as the executor is told. In
/// truth those of the first threads are longer: from `skew` times the lines of the last thread's
/// down to one, evenly; 1 is balanced, and with two threads 2.6 makes the 45 % of that table.
/// Prints, without and with stealing, the time of a run and the standard deviation over the mean of
/// the threads' busy times: medians over rounds in which the two take turns.

#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <numeric>
#include <vector>

#include "run/cores.hpp"
#include "run/threaded_executor.hpp"
#include "turns.hpp"

namespace {

using namespace taskfft;

constexpr int kChunksPerThread = 16;

/// Chunk k transforms counts[k] lines in place, one by one, with a plan for one line.
class Lines final : public TaskActions {
 public:
  Lines(Index length, std::vector<Index> counts) : length_(length), counts_(std::move(counts)) {
    firsts_.resize(counts_.size());
    std::exclusive_scan(counts_.begin(), counts_.end(), firsts_.begin(), Index{0});
    lines_.reset(
        fftw_alloc_complex(static_cast<std::size_t>((firsts_.back() + counts_.back()) * length_)));
    plan_.reset(fftw_plan_dft_1d(static_cast<int>(length_), line(0), line(0), FFTW_FORWARD,
                                 FFTW_ESTIMATE | FFTW_UNALIGNED));
    clear();
  }

  void clear() {
    auto* const numbers = reinterpret_cast<double*>(lines_.get());
    std::fill_n(numbers, 2 * (firsts_.back() + counts_.back()) * length_, 0.0);
  }

  void run(const Task& task, int /*worker*/) override {
    const auto chunk = static_cast<std::size_t>(task.item);
    for (Index k = firsts_[chunk]; k < firsts_[chunk] + counts_[chunk]; ++k) {
      fftw_execute_dft(plan_.get(), line(k), line(k));
    }
  }
  bool arrived(const Task& /*task*/) override { return true; }
  void post(const Task& /*task*/, std::vector<MPI_Request>& /*requests*/) override {}

 private:
  struct Free {
    void operator()(fftw_complex* memory) const { fftw_free(memory); }
    void operator()(fftw_plan_s* plan) const { fftw_destroy_plan(plan); }
  };
  fftw_complex* line(Index k) const { return lines_.get() + k * length_; }

  Index length_;
  std::vector<Index> counts_;
  std::vector<Index> firsts_;
  std::unique_ptr<fftw_complex, Free> lines_;
  std::unique_ptr<fftw_plan_s, Free> plan_;
};

std::vector<Index> uneven_counts(int threads, Index lines, double skew) {
  std::vector<Index> counts;
  for (int chunk = 0; chunk < threads * kChunksPerThread; ++chunk) {
    const int thread = chunk / kChunksPerThread;
    const double share = threads == 1 ? 0 : 1 - static_cast<double>(thread) / (threads - 1);
    counts.push_back(std::llround(static_cast<double>(lines) * (1 + (skew - 1) * share)));
  }
  return counts;
}

/// Every chunk runs on a thread that was fixed beforehand, unless it is stolen.
class Contestant {
 public:
  Contestant(int threads, bool stealing) : executor_(policy(threads, stealing)) {}

  void run(const TaskGraph& graph, Lines& lines) {
    lines.clear();
    const auto begin = std::chrono::steady_clock::now();
    executor_.run(graph, lines);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    seconds_.push_back(taken.count());
    spreads_.push_back(spread());
  }
  void forget() {
    seconds_.clear();
    spreads_.clear();
  }
  double seconds() const { return median(seconds_).value; }
  double median_spread() const { return median(spreads_).value; }

 private:
  static ThreadPolicy policy(int threads, bool stealing) {
    ThreadPolicy policy;
    policy.workers = threads;
    policy.placing = false;
    policy.stealing = stealing;
    const std::vector<int> cores = allowed_cores();
    if (cores.size() >= static_cast<std::size_t>(threads)) policy.cores = cores;
    return policy;
  }

  double spread() const {
    const int threads = executor_.workers();
    double mean = 0, squares = 0;
    for (int k = 0; k < threads; ++k) mean += executor_.busy_seconds(k) / threads;
    for (int k = 0; k < threads; ++k) {
      const double off = executor_.busy_seconds(k) - mean;
      squares += off * off / threads;
    }
    return std::sqrt(squares) / mean;
  }

  ThreadedExecutor executor_;
  std::vector<double> seconds_, spreads_;
};

TaskGraph equal_chunks(int count, Index points, Index length) {
  TaskGraphBuilder builder;
  for (int chunk = 0; chunk < count; ++chunk) {
    builder.add({TaskKind::transform, 0, 0, 0, chunk, points,
                 static_cast<double>(points) * std::log2(static_cast<double>(length))});
  }
  return std::move(builder).build();
}

void measure(const TaskGraph& graph, Lines& lines, int rounds, Contestant& fixed,
             Contestant& stealing) {
  constexpr int warm = 2;
  const auto take = [&](int number) {
    take_turns(
        number, [&] { fixed.run(graph, lines); }, [&] { stealing.run(graph, lines); });
  };
  take(warm);
  fixed.forget();
  stealing.forget();
  take(rounds);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argument(argc, argv, 1, 2);
  const Index length = argument(argc, argv, 2, 512);
  const Index lines = argument(argc, argv, 3, 64);
  const int rounds = argument(argc, argv, 4, 31);
  if (threads < 1 || length < 1 || lines < 1 || rounds < 1) {
    std::fprintf(stderr,
                 "usage: taskfft_imbalance [threads [length [lines per chunk [rounds]]]]\n");
    return 2;
  }
  std::printf("%d threads, %d chunks each, lines of %lld points, median of %d rounds\n", threads,
              kChunksPerThread, static_cast<long long>(length), rounds);
  std::printf("%6s  %21s  %21s\n", "", "without stealing", "with stealing");
  std::printf("%6s  %10s %10s  %10s %10s  %7s\n", "skew", "ms", "std/mean", "ms", "std/mean",
              "speedup");
  const TaskGraph graph = equal_chunks(threads * kChunksPerThread, length * lines, length);
  Contestant fixed(threads, false), stealing(threads, true);
  for (const double skew : {1.0, 2.0, 2.6, 4.0, 8.0}) {
    Lines work(length, uneven_counts(threads, lines, skew));
    measure(graph, work, rounds, fixed, stealing);
    std::printf("%6.1f  %10.3f %9.1f%%  %10.3f %9.1f%%  %7.2f\n", skew, 1e3 * fixed.seconds(),
                100 * fixed.median_spread(), 1e3 * stealing.seconds(),
                100 * stealing.median_spread(), fixed.seconds() / stealing.seconds());
  }
  return 0;
}
