#include <fftw3.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int n0=8,n1=8,n2=8,threads=1; 
}
