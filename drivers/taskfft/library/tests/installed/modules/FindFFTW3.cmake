# Finds FFTW in some other way, with other components and targets, as many projects do.
message(FATAL_ERROR "taskfft has taken another project's FindFFTW3")
