#include "run/program.hpp"

int main(int argc, char** argv) {
  return fftbench::run_program(argc, argv);
}
