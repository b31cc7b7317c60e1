#pragma once
/// P3DFFT 2.7's functions for C in double precision, as its Fortran defines them (BIND(C)). Its own
/// header has them in a form that depends on macros of the compiler it was built with.

namespace p3dfft2 {

extern "C" {
/// `dims`: ranks along Y and along Z of the real array. `cut`: points kept per axis. `size`:
/// extents of an array that is large enough for either end. One plan at a time.
void p3dfft_setup(int* dims, int* nx, int* ny, int* nz, int* comm, int* x_cut, int* y_cut,
                  int* z_cut, int* overwrite, int* size);
/// First and last index, from 1, of this rank's part: which = 1 the real array, 2 the spectrum.
void p3dfft_get_dims(int* first, int* last, int* extent, int* which);
/// `axes`: what is done along X, Y, Z, as "fft".
void p3dfft_ftran_r2c(double* in, double* out, unsigned char* axes);
void p3dfft_btran_c2r(double* in, double* out, unsigned char* axes);
void p3dfft_clean();
}

}  // namespace p3dfft2
