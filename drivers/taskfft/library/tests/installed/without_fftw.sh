#!/bin/sh
# Whether what was installed into a folder of libraries is free of FFTW: without_fftw.sh FOLDER
library=$1/libtaskfft.so
for found in "$(ldd "$library" | grep -i fftw3)" "$(nm -D "$library" | grep -E ' U fftwf?_')" \
  "$(grep -rl 'FFTW3\|fftw3' "$1/cmake/taskfft" "$1/pkgconfig")"; do
  if [ -n "$found" ]; then
    echo "$1 needs FFTW: $found"
    exit 1
  fi
done
test -e "$library"
