#include <mpi.h>
#define FFT_FFTW3
#include <fft3d.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8,ilo=0,ihi=7,jlo=0,jhi=7,klo=0,khi=7,olo=0,ohi=7,plo=0,phi=7,qlo=0,qhi=7; 
}
