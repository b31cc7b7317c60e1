# For a library that tells no version.

# fftbench_library_identity(result file): sets `result` to a short hash of a library's file, so that
# two builds of it can be told apart.
function(fftbench_library_identity result file)
  file(SHA256 ${file} hash)
  string(SUBSTRING ${hash} 0 12 hash)
  set(${result} ${hash} PARENT_SCOPE)
endfunction()
