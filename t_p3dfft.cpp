#include <mpi.h>
#define DEF_FFT_FLAGS 0
#include <p3dfft.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8,p=1,q=1; std::complex<double> *in=0,*out=0; 
}
