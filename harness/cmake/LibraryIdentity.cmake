# For a library that tells no version.

# fftbench_library_identity(result files...): sets `result` to a short hash of a library's files, so that
# two builds of it can be told apart.
function(fftbench_library_identity result)
  set(hashes "")
  foreach(file IN LISTS ARGN)
    file(SHA256 ${file} hash)
    list(APPEND hashes ${hash})
  endforeach()
  list(LENGTH hashes files)
  if(files GREATER 1)
    string(SHA256 hashes "${hashes}")
  endif()
  string(SUBSTRING ${hashes} 0 12 hash)
  set(${result} ${hash} PARENT_SCOPE)
endfunction()
