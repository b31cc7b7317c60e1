#!/bin/sh
# Whether the shared library in a folder is free of FFTW: without_fftw.sh FOLDER
library=$1/libtaskfft.so
test -e "$library" || exit 1
found=$(ldd "$library" | grep fftw3; nm -D "$library" | grep -E ' U fftwf?_')
[ -z "$found" ] && exit
echo "$library needs FFTW: $found"
exit 1
