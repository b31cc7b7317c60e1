"""Spack's package of fftbench: the programs of the libraries chosen, and the command."""

from pathlib import Path

from spack.package import depends_on, extends, license, run_after, variant, version
from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.python import PythonExtension, PythonPipBuilder


class Fftbench(CMakePackage, PythonExtension):
    """A benchmark of distributed FFT libraries: which is fastest here, and is it right."""

    git = Path(__file__).resolve().parents[4].as_uri()  # the checkout in which this file lies

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("heffte", default=True, description="Measure heFFTe")
    variant("mkl", default=False, description="Measure MKL, by threads and by its cluster FFT")
    variant("p3dfft", default=True, description="Measure P3DFFT++")
    variant("spfft", default=True, description="Measure SpFFT")

    extends("python")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("nlohmann-json@3.10:")
    depends_on("fmt@8:")
    depends_on("mpi", type=("build", "link", "run"))
    depends_on("fftw@3.3.10: +mpi +openmp precision=float,double")
    depends_on("tbb")
    depends_on("heffte@2.4: +fftw", when="+heffte")
    depends_on("intel-oneapi-mkl", when="+mkl")
    depends_on("p3dfft3@3.0.0", when="+p3dfft")
    depends_on("spfft@1.1: +mpi +openmp +single_precision", when="+spfft")

    depends_on("py-hatchling@1.18:", type="build")
    depends_on("py-pip", type="build")
    with_python = ("build", "run")
    depends_on("python@3.10:", type=with_python)
    depends_on("py-jinja2@3.1:", type=with_python)
    depends_on("py-matplotlib@3.6:", type=with_python)
    depends_on("py-pandas@1.5:", type=with_python)
    depends_on("py-pydantic@2.5:2", type=with_python)
    depends_on("py-pyyaml@6:", type=with_python)
    depends_on("py-rich@13:", type=with_python)
    depends_on("py-scipy@1.10:", type=with_python)
    depends_on("py-typer@0.12:", type=with_python)

    def cmake_args(self):
        """Return the options: no tests, Spack's target, and no library that was not asked for."""
        packages = {"heffte": "Heffte", "mkl": "MKL", "p3dfft": "P3DFFT3", "spfft": "SpFFT"}
        return [
            self.define("BUILD_TESTING", False),
            self.define("TASKFFT_DISPATCH", False),
            *(
                self.define(f"CMAKE_DISABLE_FIND_PACKAGE_{name}", self.spec.satisfies(f"~{asked}"))
                for asked, name in packages.items()
            ),
        ]

    @run_after("install")
    def install_command(self):
        """Install the Python package beside the programs, which it finds through its variable."""
        with_pip = [*PythonPipBuilder.std_args(self), f"--prefix={self.prefix}"]
        self.spec["python"].command("-m", "pip", *with_pip, self.stage.source_path)

    def setup_run_environment(self, env):
        """Let the command find the catalogue of programs."""
        env.set("FFTBENCH_BUILD", self.prefix.share.fftbench)
