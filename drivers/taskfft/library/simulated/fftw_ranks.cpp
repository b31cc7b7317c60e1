/// FFTW's MPI transform on very many ranks that a simulator runs in one process, to compare with.
///
///     smpirun ... fftw_ranks.so LENGTH
///
/// As many_ranks.cpp does with taskfft: slabs, out of place, the spectrum transposed, with the plan
/// that FFTW estimates to be the fastest. FFTW keeps what it knows in global variables, so that
/// SMPI must give each rank its own.

#include <fftw3-mpi.h>

#include <memory>
#include <stdexcept>

#include "cube.hpp"

namespace {

using simulated::Index;
using simulated::Layout;

struct Free {
  void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
  void operator()(char* text) const { fftw_free(text); }
};
using Plan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, Free>;

/// Of the plan as FFTW prints it, what stands behind "mpi-transpose-": alltoall, pairwise or
/// recurse.
std::string exchange_of(const Plan& plan) {
  const std::unique_ptr<char, Free> text(fftw_sprint_plan(plan.get()));
  const std::string all(text.get()), before = "mpi-transpose-";
  const std::size_t found = all.find(before);
  if (found == std::string::npos) return "none";
  const std::size_t begin = found + before.size();
  return all.substr(begin, all.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin) - begin);
}

/// Ranks that have planes; the others have nothing to do.
int ranks_with_planes(Index planes) {
  int count = planes > 0 ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return count;
}

bool run(Index n, const std::string& settings) {
  if (!settings.empty()) throw std::invalid_argument("FFTW has no settings here: leave them out");
  fftw_mpi_init();
  std::ptrdiff_t count0 = 0, first0 = 0, count1 = 0, first1 = 0;
  const Index size = fftw_mpi_local_size_3d_transposed(n, n, n, MPI_COMM_WORLD, &count0, &first0,
                                                       &count1, &first1);
  const Layout input{{first0, 0, 0}, {first0 + count0, n, n}, {n * n, n, 1}, size};
  const Layout output{{0, first1, 0}, {n, first1 + count1, n}, {n, n * n, 1}, size};
  simulated::Numbers field(static_cast<std::size_t>(size)), spectrum(field.size());
  const auto from = reinterpret_cast<fftw_complex*>(field.data());
  const auto to = reinterpret_cast<fftw_complex*>(spectrum.data());
  const Plan forward(fftw_mpi_plan_dft_3d(n, n, n, from, to, MPI_COMM_WORLD, FFTW_FORWARD,
                                          FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_OUT));
  const Plan backward(fftw_mpi_plan_dft_3d(n, n, n, to, from, MPI_COMM_WORLD, FFTW_BACKWARD,
                                           FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_IN));
  if (!forward || !backward) throw std::runtime_error("FFTW has made no plan");
  return simulated::transform_cube(
      n,
      {input, output, field.data(), spectrum.data(), [&] { fftw_execute(forward.get()); },
       [&] { fftw_execute(backward.get()); }},
      {"fftw_mpi", {ranks_with_planes(count0), 1, 1}, "slab", exchange_of(forward), 1});
}

}  // namespace

int main(int argc, char** argv) {
  return simulated::run_program(argc, argv, run);
}
