#pragma once
/// FFTW's threads, loaded while the program runs: libfftw3_omp and libfftw3_threads define the same
/// names, so that a program can be linked with one of them only.

#include <string>

namespace fftbench::fftw_threads {

/// One of the two libraries, in one precision. Stays loaded.
class ThreadLibrary {
 public:
  /// `prefix`: "fftw_" or "fftwf_". Throws Error where the file is not such a library.
  ThreadLibrary(const std::string& file, const std::string& prefix);

  int (*init_threads)();
  void (*plan_with_nthreads)(int threads);
  void (*cleanup_threads)();
};

/// FFTW has threads as long as this lives; plans must end before.
class Threads {
 public:
  explicit Threads(const ThreadLibrary& library);
  ~Threads() { library_.cleanup_threads(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void plan_with(int threads) const { library_.plan_with_nthreads(threads); }

 private:
  const ThreadLibrary& library_;
};

}  // namespace fftbench::fftw_threads
