#include <heffte.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8,p=1,q=1,ranks=2,rank=0; std::complex<double> *in=0,*out=0; 
}
