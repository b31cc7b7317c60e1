#include <complex.h>
#include <pfft.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int n0=8,n1=8,n2=8,p=1,q=1; 
}
