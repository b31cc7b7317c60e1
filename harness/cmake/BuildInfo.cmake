# Writes build_info.cpp at every build, touching it only where something changed.
# In: SOURCE_DIR, OUTPUT, COMPILER, FLAGS, TYPE.

find_package(Git QUIET)
set(COMMIT "")
set(DIRTY false)
if(Git_FOUND AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD WORKING_DIRECTORY ${SOURCE_DIR}
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} status --porcelain --untracked-files=no
                  WORKING_DIRECTORY ${SOURCE_DIR}
                  OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(changes)
    set(DIRTY true)
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "run/build_info.hpp"

namespace fftbench::build {

const char* const compiler = "@COMPILER@";
const char* const flags = "@FLAGS@";
const char* const type = "@TYPE@";
const char* const commit = "@COMMIT@";
const bool dirty = @DIRTY@;

}  // namespace fftbench::build
]])
