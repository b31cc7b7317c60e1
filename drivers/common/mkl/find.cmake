# Looks for MKL: its package keeps one choice of layers for all drivers that ask. Sets mkl_hint, what to
# do where it is not found.

# The same OpenMP as everything else here, and integers of 32 bits where MKL's interface has them.
set(MKL_INTERFACE lp64)
set(MKL_THREADING gnu_thread)
if(NOT DEFINED MKL_LINK)
  set(MKL_LINK dynamic)  # or static, for programs that run where MKL is not
endif()
find_package(MKL CONFIG QUIET PATHS ${PROJECT_SOURCE_DIR}/.venv)  # PyPI's, where ./bench made one
find_package(OpenMP COMPONENTS CXX)
string(CONCAT mkl_hint "install Intel oneMKL, or PyPI's mkl-devel into a prefix (pip install --prefix), "
                       "and set MKL_ROOT; Spack: intel-oneapi-mkl")
