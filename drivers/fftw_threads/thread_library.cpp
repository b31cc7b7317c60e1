#include "thread_library.hpp"

#include <dlfcn.h>

#include <fftbench/error.hpp>

namespace fftbench::fftw_threads {

ThreadLibrary::ThreadLibrary(const std::string& file, const std::string& prefix) {
  // RTLD_LOCAL: each finds its own functions behind the names that both define, and the rest in the
  // FFTW that the program is linked with.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto find = [&](auto& function, const char* name) {
    void* symbol = library == nullptr ? nullptr : dlsym(library, (prefix + name).c_str());
    if (symbol == nullptr) throw Error("FFTW's threads can't be loaded: " + std::string(dlerror()));
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
  find(init_threads, "init_threads");
  find(plan_with_nthreads, "plan_with_nthreads");
  find(cleanup_threads, "cleanup_threads");
}

Threads::Threads(const ThreadLibrary& library) : library_(library) {
  if (library_.init_threads() == 0) throw Error("FFTW can't start its threads (fftw_init_threads)");
}

}  // namespace fftbench::fftw_threads
