#include <mpi.h>
#include <Dfft.hpp>
#include <vector>
#include <complex>
#include <memory>
void f() { int n0=8,n1=8,n2=8; complex_t* field=0; 
}
