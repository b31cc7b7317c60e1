/// What the program's own FFTW functions count.

#include <fftw3-mpi.h>

#include <complex>
#include <thread>
#include <vector>

#include "profile_recording.hpp"

extern "C" {
void* library_plan(int n, void* data);
void library_execute(void* plan);
void library_destroy(void* plan);
void dfftw_execute_dft_(const fftw_plan* plan, void* in, void* out);
void sfftw_execute_(const fftwf_plan* plan);
}

namespace fftbench::profile {
namespace {

using Complex = std::complex<double>;

fftw_complex* fftw(std::vector<Complex>& data) {
  return reinterpret_cast<fftw_complex*>(data.data());
}

TEST(ProfileFftw, executes_of_the_program_are_counted) {
  const int n = 128;
  std::vector<Complex> data(n * n, Complex(1, 0));
  const fftw_plan plan =
      fftw_plan_dft_2d(n, n, fftw(data), fftw(data), FFTW_FORWARD, FFTW_ESTIMATE);
  const Totals totals = record([&] {
    fftw_execute(plan);
    fftw_execute_dft(plan, fftw(data), fftw(data));
  });
  EXPECT_EQ(totals.fft_calls, 2);
  EXPECT_GT(totals.fft_seconds, 0.0);
  EXPECT_LE(totals.fft_seconds, totals.wall_seconds);
  EXPECT_FALSE(totals.fft_contains_mpi);
  EXPECT_TRUE(totals.mpi.empty());
  EXPECT_EQ(data[0], Complex(n * n, 0)) << "the real function ran, twice";
  fftw_destroy_plan(plan);
}

TEST(ProfileFftw, executes_of_shared_libraries_are_counted) {
  const int n = 64;
  std::vector<Complex> data(n * n, Complex(1, 0));
  void* plan = library_plan(n, data.data());
  const Totals totals = record([&] { library_execute(plan); });
  EXPECT_EQ(totals.fft_calls, 1);
  EXPECT_EQ(data[0], Complex(n * n, 0));
  library_destroy(plan);
}

TEST(ProfileFftw, real_transforms_single_precision_and_fortran_names_are_counted) {
  const int n = 64;
  std::vector<double> real(n, 1.0);
  std::vector<Complex> spectrum(n / 2 + 1);
  std::vector<std::complex<float>> single(n, 1.0F);
  auto* floats = reinterpret_cast<fftwf_complex*>(single.data());
  const fftw_plan r2c = fftw_plan_dft_r2c_1d(n, real.data(), fftw(spectrum), FFTW_ESTIMATE);
  const fftw_plan c2r = fftw_plan_dft_c2r_1d(n, fftw(spectrum), real.data(), FFTW_ESTIMATE);
  const fftw_plan r2r = fftw_plan_r2r_1d(n, real.data(), real.data(), FFTW_DHT, FFTW_ESTIMATE);
  std::vector<Complex> data(n);
  const fftw_plan c2c = fftw_plan_dft_1d(n, fftw(data), fftw(data), FFTW_FORWARD, FFTW_ESTIMATE);
  const fftwf_plan f = fftwf_plan_dft_1d(n, floats, floats, FFTW_FORWARD, FFTW_ESTIMATE);
  const Totals totals = record([&] {
    fftw_execute_dft_r2c(r2c, real.data(), fftw(spectrum));
    fftw_execute_dft_c2r(c2r, fftw(spectrum), real.data());
    fftw_execute_r2r(r2r, real.data(), real.data());
    fftwf_execute(f);
    dfftw_execute_dft_(&c2c, data.data(), data.data());
    sfftw_execute_(&f);
  });
  EXPECT_EQ(totals.fft_calls, 6);
  for (const fftw_plan plan : {r2c, c2r, r2r, c2c}) fftw_destroy_plan(plan);
  fftwf_destroy_plan(f);
}

TEST(ProfileFftw, other_threads_pass_through_uncounted) {
  std::vector<Complex> data(64);
  const fftw_plan plan = fftw_plan_dft_1d(64, fftw(data), fftw(data), FFTW_FORWARD, FFTW_ESTIMATE);
  const Totals totals = record([&] { std::thread([&] { fftw_execute(plan); }).join(); });
  EXPECT_EQ(totals.fft_calls, 0);
  fftw_destroy_plan(plan);
}

/// Whether FFTW has learnt a plan.
bool known(std::vector<Complex> data) {
  const fftw_plan plan = fftw_plan_dft_1d(static_cast<int>(data.size()), fftw(data), fftw(data),
                                          FFTW_FORWARD, FFTW_MEASURE | FFTW_WISDOM_ONLY);
  fftw_destroy_plan(plan);
  return plan != nullptr;
}

bool known_in_single_precision(std::vector<std::complex<float>> data) {
  auto* floats = reinterpret_cast<fftwf_complex*>(data.data());
  const fftwf_plan plan = fftwf_plan_dft_1d(static_cast<int>(data.size()), floats, floats,
                                            FFTW_FORWARD, FFTW_MEASURE | FFTW_WISDOM_ONLY);
  fftwf_destroy_plan(plan);
  return plan != nullptr;
}

TEST(ProfileFftw, what_it_has_learnt_in_a_precision_is_forgotten) {
  const int n = 60;
  std::vector<Complex> data(n);
  std::vector<std::complex<float>> single(n);
  auto* floats = reinterpret_cast<fftwf_complex*>(single.data());
  fftw_destroy_plan(fftw_plan_dft_1d(n, fftw(data), fftw(data), FFTW_FORWARD, FFTW_MEASURE));
  fftwf_destroy_plan(fftwf_plan_dft_1d(n, floats, floats, FFTW_FORWARD, FFTW_MEASURE));
  ASSERT_TRUE(known(data) && known_in_single_precision(single));
  forget_fftw_wisdom(Precision::double_);
  EXPECT_FALSE(known(data));
  EXPECT_TRUE(known_in_single_precision(single));
  forget_fftw_wisdom(Precision::single_);
  EXPECT_FALSE(known_in_single_precision(single));
}

TEST(ProfileFftw, tells_its_version_in_either_precision) {
  for (const Precision precision : {Precision::double_, Precision::single_}) {
    const auto version = fftw_version(precision);
    ASSERT_TRUE(version);
    EXPECT_TRUE(version->starts_with("fftw-3.")) << *version;
  }
}

/// FFTW-MPI exchanges inside of an execute: its bytes are those of one transpose, its MPI time is
/// no FFT time, and what remains can't be told apart.
TEST(ProfileFftw, mpi_inside_of_an_execute_is_exchange) {
  fftw_mpi_init();
  const std::ptrdiff_t n0 = 96;
  const std::ptrdiff_t n1 = 50;
  std::ptrdiff_t rows = 0, first_row = 0, columns = 0, first_column = 0;
  const std::ptrdiff_t size = fftw_mpi_local_size_2d_transposed(
      n0, n1, MPI_COMM_WORLD, &rows, &first_row, &columns, &first_column);
  std::vector<Complex> data(static_cast<std::size_t>(size), Complex(1, 0));
  const fftw_plan plan =
      fftw_mpi_plan_dft_2d(n0, n1, fftw(data), fftw(data), MPI_COMM_WORLD, FFTW_FORWARD,
                           FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_OUT);
  const Totals totals = record([&] { fftw_execute(plan); });
  fftw_mpi_execute_dft(plan, fftw(data), fftw(data));
  const Totals by_name = record([&] { fftw_mpi_execute_dft(plan, fftw(data), fftw(data)); });
  fftw_destroy_plan(plan);

  EXPECT_EQ(totals.fft_calls, 1);
  EXPECT_EQ(by_name.fft_calls, 1);
  EXPECT_EQ(totals.fft_contains_mpi, world_size() > 1);
  EXPECT_GT(totals.fft_seconds, 0.0);
  EXPECT_LE(totals.fft_seconds + totals.exchange_seconds, totals.wall_seconds);
  std::int64_t bytes = 0;
  for (const auto& [name, function] : totals.mpi) bytes += function.bytes;
  EXPECT_EQ(bytes, rows * (n1 - columns) * static_cast<std::ptrdiff_t>(sizeof(Complex)));

  const Breakdown result = reduce(totals, 1, MPI_COMM_WORLD);
  EXPECT_EQ(result.fft_s.has_value(), world_size() == 1);
  EXPECT_EQ(result.reorder_s.has_value(), world_size() == 1);
}

}  // namespace
}  // namespace fftbench::profile
