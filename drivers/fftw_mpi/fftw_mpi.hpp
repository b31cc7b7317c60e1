#pragma once
/// FFTW's MPI functions in both precisions: FftwMpi<double> calls fftw_mpi_..., FftwMpi<float>
/// fftwf_mpi_...

#include <fftw3-mpi.h>

namespace fftbench::fftw_mpi {

template <class Real>
struct FftwMpi;

#define FFTBENCH_DEFINE_FFTW_MPI(REAL, PREFIX)                                            \
  template <>                                                                             \
  struct FftwMpi<REAL> {                                                                  \
    static constexpr auto init = PREFIX##mpi_init;                                        \
    static constexpr auto cleanup = PREFIX##mpi_cleanup;                                  \
    static constexpr auto local_size = PREFIX##mpi_local_size_many;                       \
    static constexpr auto local_size_transposed = PREFIX##mpi_local_size_many_transposed; \
    static constexpr auto plan_c2c = PREFIX##mpi_plan_many_dft;                           \
    static constexpr auto plan_r2c = PREFIX##mpi_plan_many_dft_r2c;                       \
    static constexpr auto plan_c2r = PREFIX##mpi_plan_many_dft_c2r;                       \
    static constexpr auto plan_r2r = PREFIX##mpi_plan_many_r2r;                           \
    static constexpr auto broadcast_wisdom = PREFIX##mpi_broadcast_wisdom;                \
    static constexpr auto gather_wisdom = PREFIX##mpi_gather_wisdom;                      \
  };

FFTBENCH_DEFINE_FFTW_MPI(double, fftw_)
FFTBENCH_DEFINE_FFTW_MPI(float, fftwf_)
#undef FFTBENCH_DEFINE_FFTW_MPI

}  // namespace fftbench::fftw_mpi
