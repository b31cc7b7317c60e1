#pragma once
/// The C names of shim.f90.

#include <mpi.h>

namespace fftbench::decomp2d {

extern "C" {
int d2d_real_bytes();
int d2d_backend();
void d2d_version(int* major, int* minor, int* released);
void d2d_start(const int n[3], int p_row, int p_col, MPI_Fint comm, int in_z);
void d2d_box(int spectral, int halved, int start[3], int extent[3]);
void d2d_plan(int overwrite);
void d2d_c2c(void* from, void* to, int sign);
void d2d_r2c(void* from, void* to);
void d2d_c2r(void* from, void* to);
void d2d_unplan();
void d2d_stop();
}

}  // namespace fftbench::decomp2d
