// The lanes by themselves: one line of ones, whose transform is its length and then zeros.
#include <vector>

#include "taskfft/lanes.hpp"

int main() {
  constexpr taskfft::Index length = 6;
  const taskfft::LaneFft<double> fft(taskfft::LineLayout::contiguous, taskfft::LaneTransform::c2c,
                                     -1, length);
  taskfft::AlignedBuffer<std::byte> scratch(taskfft::LaneFft<double>::scratch_bytes(length));
  std::vector<double> in(2 * length, 0), out(2 * length, 1);
  for (std::size_t i = 0; i < in.size(); i += 2) in[i] = 1;
  const taskfft::LanePiece<double> from{in.data(), length, 1, 0}, to{out.data(), length, 1, 0};
  fft.execute({&from, 1, false, false}, {&to, 1, false, false}, 1, scratch.get());
  out[0] -= length;
  for (const double number : out) {
    if (number > 1e-12 || number < -1e-12) return 1;
  }
  return 0;
}
