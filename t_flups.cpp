#include <mpi.h>
#include <flups.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8,p=1,q=1; double *field=0,*rhs=0; 
}
