#pragma once
/// How and from what this program was built; written by CMake at every build.

namespace fftbench::build {

extern const char* const compiler;
extern const char* const flags;
extern const char* const type;
extern const char* const commit;  ///< empty where the source is no git checkout
extern const bool dirty;          ///< uncommitted changes at build time

}  // namespace fftbench::build
