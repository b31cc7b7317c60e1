/// What the lane kernel takes for lines that are in the cache: what a cube's transforms take at
/// least by it, if its lines came and went for nothing.
///
///     taskfft_lines [threads [rounds [length ...]]]
///
/// Complex lines. Printed are nanoseconds a line on each of the threads, the least of the rounds,
/// for lines that are contiguous and for those that lie side by side; and milliseconds of a pair of
/// transforms of a cube, which has lines of the first kind along one axis and of the second along
/// two.

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <thread>

#include "cubes.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/lanes.hpp"

namespace {

using namespace taskfft;

/// A tile in the cache, and what transforms it there.
template <class Real>
class Tile {
 public:
  Tile(Index length, bool adjacent)
      : fft_(LaneTransform::c2c, -1, length),
        piece_{nullptr, length, adjacent ? fft_.width() + kApart : 1,
               adjacent ? 1 : length + kApart},
        adjacent_(adjacent),
        numbers_(static_cast<std::size_t>(2 * (length + kApart) * (fft_.width() + kApart))),
        scratch_(LaneFft<Real>::scratch_bytes(length)) {
    std::fill_n(numbers_.get(), 2 * (length + kApart) * (fft_.width() + kApart), Real{});
    piece_.start = numbers_.get();
  }

  int lines() const { return fft_.width(); }
  void transform() {
    const LaneSide<Real> side{&piece_, 1, adjacent_, false};
    fft_.execute(side, side, fft_.width(), scratch_.get());
  }

 private:
  static constexpr Index kApart = 8;  ///< elements, so that lines do not fall on one cache set

  LaneFft<Real> fft_;
  LanePiece<Real> piece_;
  bool adjacent_;
  AlignedBuffer<Real> numbers_;
  AlignedBuffer<std::byte> scratch_;
};

/// Seconds a line: the slowest thread's least, while all of them work.
template <class Real>
double line_seconds(const CubeArguments& wanted, Index length, bool adjacent) {
  using Clock = std::chrono::steady_clock;
  constexpr int tiles = 2000;  // some milliseconds
  std::vector<double> least(static_cast<std::size_t>(wanted.threads), 1.0);
  std::barrier begin(wanted.threads);
  const auto work = [&](double& mine) {
    Tile<Real> tile(length, adjacent);
    begin.arrive_and_wait();
    for (int round = 0; round < wanted.rounds; ++round) {
      const Clock::time_point start = Clock::now();
      for (int k = 0; k < tiles; ++k) tile.transform();
      const std::chrono::duration<double> taken = Clock::now() - start;
      mine = std::min(mine, taken.count() / tiles / tile.lines());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (double& mine : least) threads.emplace_back([&work, &mine] { work(mine); });
  }
  return *std::max_element(least.begin(), least.end());
}

template <class Real>
void print_lines(const CubeArguments& wanted, Index length, const char* precision) {
  const double contiguous = line_seconds<Real>(wanted, length, false);
  const double adjacent = line_seconds<Real>(wanted, length, true);
  const auto lines = static_cast<double>(length * length);
  const double pair = 2 * lines * (contiguous + 2 * adjacent) / wanted.threads;
  std::printf("%8lld  %s  %10.0f  %12.0f  %10.2f\n", static_cast<long long>(length), precision,
              1e9 * contiguous, 1e9 * adjacent, 1e3 * pair);
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_lines", 20);
  if (!wanted) return 2;
  std::printf("%d threads\n  length           contiguous  side by side  ms a pair\n",
              wanted->threads);
  for (const Index length : wanted->lengths) {
    print_lines<double>(*wanted, length, "double");
    print_lines<float>(*wanted, length, "single");
  }
}
