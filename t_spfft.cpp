#include <mpi.h>
#include <spfft/spfft.hpp>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8,threads=1,local_nz=8,frequencies=512; int*indices=0; double*spectrum=0; 
}
