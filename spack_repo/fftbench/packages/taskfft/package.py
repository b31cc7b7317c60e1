"""Spack's package of taskfft, without the benchmark around it."""

from pathlib import Path

from spack.package import depends_on, license, variant, version
from spack_repo.builtin.build_systems.cmake import CMakePackage


class Taskfft(CMakePackage):
    """A distributed FFT on MPI: a static graph of tasks; slabs, pencils and bricks."""

    git = Path(__file__).resolve().parents[4].as_uri()  # the checkout in which this file lies
    root_cmakelists_dir = "drivers/taskfft/library"

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("shared", default=True, description="Build a shared library")
    variant(
        "fftw",
        default=True,
        description="Let FFTW, which is under the GPL, do what it is faster at",
    )
    variant("fortran", default=False, description="Build the Fortran module")
    variant("executors", default=False, description="Let oneTBB and OpenMP run the graphs, too")
    variant("dispatch", default=True, description="Choose vector instructions when a program runs")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("mpi")
    depends_on("fftw@3.3: precision=float,double", when="+fftw")
    depends_on("tbb", when="+executors")

    def cmake_args(self):
        """Return the options that follow from the variants, without tests and examples."""
        off = ("BUILD_TESTING", "TASKFFT_EXAMPLES", "TASKFFT_BENCHMARKS")
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("TASKFFT_FFTW", "fftw"),
            self.define_from_variant("TASKFFT_FORTRAN", "fortran"),
            self.define_from_variant("TASKFFT_OTHER_EXECUTORS", "executors"),
            self.define_from_variant("TASKFFT_DISPATCH", "dispatch"),
            *(self.define(option, False) for option in off),
        ]
