#include <ducc0/fft/fft.h>
#include <vector>
#include <complex>
#include <memory>
void f() { size_t n0=8,n1=8,n2=8,threads=1; std::complex<double> *field=0,*spectrum=0; 
}
