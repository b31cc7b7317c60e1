#include <fftbench/phases.hpp>

namespace fftbench {
namespace {

std::optional<double> sum(std::optional<double> one, std::optional<double> more) {
  return one && more ? std::optional(*one + *more) : std::nullopt;
}

}  // namespace

Phases& Phases::operator+=(const Phases& more) {
  fft = sum(fft, more.fft);
  pack = sum(pack, more.pack);
  exchange = sum(exchange, more.exchange);
  unpack = sum(unpack, more.unpack);
  scale = sum(scale, more.scale);
  return *this;
}

}  // namespace fftbench
