#pragma once
/// FFTE's subroutines, under the names that Fortran compilers give them. X, Y and Z, of nx, ny and
/// nz points, are axes 2, 1 and 0 here.
///
/// `option`: 0 computes the tables that a subroutine keeps, of one shape; -1 transforms forward and
/// +1 backward; -2 leaves the spectrum as the last transform has it, and +2 takes it so.
///
/// Those with a "v" divide Y and Z of the input, among the ranks of `comm_y` and `comm_z`; the
/// others Z alone. Complex ones transform from one array to the other and destroy the first; real
/// ones within the first, and the second is work.

#include <mpi.h>

namespace fftbench::ffte {

extern "C" {
void pzfft3d_(void* from, void* to, const int* nx, const int* ny, const int* nz,
              const MPI_Fint* comm, const int* ranks, const int* option);
void pzfft3dv_(void* from, void* to, const int* nx, const int* ny, const int* nz,
               const MPI_Fint* comm_y, const MPI_Fint* comm_z, const int* ranks_y,
               const int* ranks_z, const int* option);
/// Forward alone, and backward alone. `rank`, `rank_y`: of this process in `comm` or `comm_y`.
void pdzfft3d_(void* data, void* work, const int* nx, const int* ny, const int* nz,
               const MPI_Fint* comm, const int* rank, const int* ranks, const int* option);
void pzdfft3d_(void* data, void* work, const int* nx, const int* ny, const int* nz,
               const MPI_Fint* comm, const int* rank, const int* ranks, const int* option);
void pdzfft3dv_(void* data, void* work, const int* nx, const int* ny, const int* nz,
                const MPI_Fint* comm_y, const MPI_Fint* comm_z, const int* rank_y,
                const int* ranks_y, const int* ranks_z, const int* option);
void pzdfft3dv_(void* data, void* work, const int* nx, const int* ny, const int* nz,
                const MPI_Fint* comm_y, const MPI_Fint* comm_z, const int* rank_y,
                const int* ranks_y, const int* ranks_z, const int* option);
}

}  // namespace fftbench::ffte
