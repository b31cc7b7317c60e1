/// What stealing is worth when chunks are uneven and nobody knew (Table II of the DaggerFFT paper).
///
///     taskfft_imbalance [threads [length [lines]]]
///
/// Lines of one length are transformed in chunks that are equal as far as the executor is told. In
/// truth those of the first threads are longer: from `skew` times the lines of the last thread's
/// down to one, evenly. Prints, with and without stealing, the time of a run and the standard
/// deviation over the mean of the threads' busy times; each the median of some runs.

#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "threaded_executor.hpp"

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

struct Result {
  double seconds;
  double spread;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double spread_of(const ThreadedExecutor& executor) {
  const int threads = executor.workers();
  double mean = 0, squares = 0;
  for (int k = 0; k < threads; ++k) mean += executor.busy_seconds(k) / threads;
  for (int k = 0; k < threads; ++k) {
    const double off = executor.busy_seconds(k) - mean;
    squares += off * off / threads;
  }
  return std::sqrt(squares) / mean;
}

Result measure(const TaskGraph& graph, Lines& lines, int threads, bool stealing) {
  ThreadPolicy policy;
  policy.workers = threads;
  policy.placing = false;  // fixed threads
  policy.stealing = stealing;
  ThreadedExecutor executor(policy);
  std::vector<double> seconds, spreads;
  constexpr int warm = 2, runs = 11;
  for (int run = 0; run < warm + runs; ++run) {
    lines.clear();
    const auto begin = std::chrono::steady_clock::now();
    executor.run(graph, lines);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (run < warm) continue;
    seconds.push_back(taken.count());
    spreads.push_back(spread_of(executor));
  }
  return {median(seconds), median(spreads)};
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  const Index length = argc > 2 ? std::atoi(argv[2]) : 512;
  const Index lines = argc > 3 ? std::atoi(argv[3]) : 64;
  if (threads < 1 || length < 1 || lines < 1) {
    std::fprintf(stderr, "usage: taskfft_imbalance [threads [length [lines per chunk]]]\n");
    return 2;
  }
  std::printf("%d threads, %d chunks each, lines of %lld points\n", threads, kChunksPerThread,
              static_cast<long long>(length));
  std::printf("%6s  %21s  %21s\n", "", "without stealing", "with stealing");
  std::printf("%6s  %10s %10s  %10s %10s\n", "skew", "ms", "std/mean", "ms", "std/mean");
  for (const double skew : {1.0, 2.0, 4.0, 8.0}) {
    Lines work(length, uneven_counts(threads, lines, skew));
    TaskGraphBuilder builder;
    for (int chunk = 0; chunk < threads * kChunksPerThread; ++chunk) {
      const Index points = length * lines;
      builder.add({TaskKind::transform, 0, 0, 0, chunk, points,
                   static_cast<double>(points) * std::log2(static_cast<double>(length))});
    }
    const TaskGraph graph = std::move(builder).build();
    const Result fixed = measure(graph, work, threads, false);
    const Result stolen = measure(graph, work, threads, true);
    std::printf("%6.1f  %10.3f %9.1f%%  %10.3f %9.1f%%\n", skew, 1e3 * fixed.seconds,
                100 * fixed.spread, 1e3 * stolen.seconds, 100 * stolen.spread);
  }
  return 0;
}
