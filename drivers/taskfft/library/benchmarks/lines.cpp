/// What the lane kernel takes for lines that are in the cache: what a cube's transforms take at
/// least by it, if its lines came and went for nothing.
///
///     taskfft_lines [threads [rounds [length ...]]]
///
/// Printed are nanoseconds a line on each of the threads, the least of the rounds, for complex
/// lines that are contiguous and that lie side by side, and for contiguous real ones, there and
/// back; and milliseconds of a pair of transforms of a cube in natural order, which has contiguous
/// lines along one axis and lines side by side along two, of a real one about half as many.

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

/// What lies in memory as such lines do.
enum class Lines { contiguous, side_by_side, real, back_to_real };

/// A tile in the cache, and what transforms it there.
template <class Real>
class Tile {
 public:
  Tile(Index length, Lines lines)
      : side_by_side_(lines == Lines::side_by_side),
        fft_(side_by_side_ ? LineLayout::side_by_side : LineLayout::contiguous, transform_of(lines),
             -1, length),
        in_(side(lines == Lines::back_to_real ? length / 2 + 1 : points(length, lines))),
        out_(side(lines == Lines::real ? length / 2 + 1 : points(length, lines))),
        scratch_(LaneFft<Real>::scratch_bytes(length)) {}

  int lines() const { return fft_.width(); }
  void transform() {
    fft_.execute({&in_.piece, 1, side_by_side_, false}, {&out_.piece, 1, side_by_side_, false},
                 fft_.width(), scratch_.get());
  }

 private:
  struct Side {
    AlignedBuffer<Real> numbers;
    LanePiece<Real> piece;
  };
  static constexpr Index kApart = 8;  ///< elements, so that lines do not fall on one cache set

  static LaneTransform transform_of(Lines lines) {
    if (lines == Lines::real) return LaneTransform::r2c;
    return lines == Lines::back_to_real ? LaneTransform::c2r : LaneTransform::c2c;
  }
  /// Complex numbers, or pairs of reals, of a line.
  static Index points(Index length, Lines lines) {
    return transform_of(lines) == LaneTransform::c2c ? length : length / 2;
  }
  Side side(Index points) const {
    const Index count = 2 * (points + kApart) * (fft_.width() + kApart);
    Side made{AlignedBuffer<Real>(static_cast<std::size_t>(count)), {}};
    std::fill_n(made.numbers.get(), count, Real{});
    const Index along = side_by_side_ ? fft_.width() + kApart : 1;
    made.piece = {made.numbers.get(), points, along, side_by_side_ ? 1 : points + kApart};
    return made;
  }

  bool side_by_side_;
  LaneFft<Real> fft_;
  Side in_, out_;
  AlignedBuffer<std::byte> scratch_;
};

/// Seconds a line: the slowest thread's least, while all of them work.
template <class Real>
double line_seconds(const CubeArguments& wanted, Index length, Lines lines) {
  using Clock = std::chrono::steady_clock;
  constexpr int tiles = 2000;  // some milliseconds
  std::vector<double> least(static_cast<std::size_t>(wanted.threads), 1.0);
  std::barrier begin(wanted.threads);
  const auto work = [&](double& mine) {
    Tile<Real> tile(length, lines);
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
  const auto seconds = [&](Lines lines) { return line_seconds<Real>(wanted, length, lines); };
  const double contiguous = seconds(Lines::contiguous), beside = seconds(Lines::side_by_side);
  const double there = seconds(Lines::real), back = seconds(Lines::back_to_real);
  const auto lines = static_cast<double>(length * length);
  const auto halved = static_cast<double>(length * (length / 2 + 1));
  const double pair = 2 * lines * (contiguous + 2 * beside) / wanted.threads;
  const double real_pair = (lines * (there + back) + 4 * halved * beside) / wanted.threads;
  std::printf("%8lld  %s  %10.0f  %12.0f  %5.0f  %5.0f  %9.2f  %9.2f\n",
              static_cast<long long>(length), precision, 1e9 * contiguous, 1e9 * beside,
              1e9 * there, 1e9 * back, 1e3 * pair, 1e3 * real_pair);
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_lines", 20);
  if (!wanted) return 2;
  std::printf(
      "%d threads\n  length           contiguous  side by side    r2c    c2r  c2c, pair  r2c, "
      "pair\n",
      wanted->threads);
  for (const Index length : wanted->lengths) {  // even, as our own kernel has no other reals
    print_lines<double>(*wanted, length, "double");
    print_lines<float>(*wanted, length, "single");
  }
}
