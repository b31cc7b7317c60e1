/// Stands for an FFT library: a shared library built without knowing of the harness, whose calls
/// the program must see.

#include <fftw3.h>
#include <mpi.h>

#pragma GCC visibility push(default)
extern "C" {

int library_alltoallv(const double* send, const int* counts, double* receive, const int* received,
                      const int* displacements) {
  return MPI_Alltoallv(send, counts, displacements, MPI_DOUBLE, receive, received, displacements,
                       MPI_DOUBLE, MPI_COMM_WORLD);
}

int library_pmpi_barrier() {
  return PMPI_Barrier(MPI_COMM_WORLD);
}

void* library_plan(int n, void* data) {
  auto* array = static_cast<fftw_complex*>(data);
  return fftw_plan_dft_2d(n, n, array, array, FFTW_FORWARD, FFTW_ESTIMATE);
}
void library_execute(void* plan) {
  fftw_execute(static_cast<fftw_plan>(plan));
}
void library_destroy(void* plan) {
  fftw_destroy_plan(static_cast<fftw_plan>(plan));
}

}  // extern "C"
#pragma GCC visibility pop
