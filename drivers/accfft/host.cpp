/// AccFFT on the host, with FFTW.

#include <fmt/format.h>

#include "accfft.hpp"
#include "common/fftw/api.hpp"
#include "common/fftw/planner.hpp"
#include "program.hpp"

namespace fftbench::accfft {

const char* program() {
  return "accfft";
}
Memory memory() {
  return Memory::host;
}
const char* planner_help() {
  return "measure lets FFTW search for plans, and times two ways to exchange data";
}

/// accfft_init sets threads for double precision only.
void prepare(const Request& request) {
  accfft_init(request.threads);
  if (request.problem.precision == Precision::double_) return;
  fftw::Api<float>::init_threads();
  fftw::Api<float>::plan_with_nthreads(request.threads);
}

void clean_up() {
  accfft_cleanup();
  fftw::Api<float>::cleanup_threads();
}

bool has_timers() {
  return true;
}

std::string exchange_of(int method, int kway) {
  if (method == 1) return "pairwise";
  return method == 2 ? "alltoall" : fmt::format("{}-way", kway);
}

}  // namespace fftbench::accfft
