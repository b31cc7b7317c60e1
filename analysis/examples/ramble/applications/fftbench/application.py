"""A Ramble application: a campaign of fftbench, of all its libraries, and the time of each case.

`fftbench` is on PATH, on the nodes as well. It starts programs itself, by the launcher of its site,
so that Ramble starts one process. Use: the README.md of this repository of applications.
"""

from ramble.appkit import (
    OUTPUT_CAPTURE,
    ExecutableApplication,
    executable,
    figure_of_merit,
    figure_of_merit_context,
    success_criteria,
    tags,
    workload,
    workload_variable,
)

NUMBER = r"[0-9.e+-]+"


class Fftbench(ExecutableApplication):
    """Compare distributed FFT libraries: one harness, answers checked, intervals over launches."""

    name = "fftbench"

    tags("fft-benchmark", "communication-benchmark")

    executable(
        "run",
        [
            "fftbench run {campaign} --site {site} --out {results} --no-report",
            "echo fftbench ended with exit code $?",
        ],
        use_mpi=False,
        output_capture=OUTPUT_CAPTURE.ALL,
    )
    executable(
        "export",
        "fftbench export {results} --form github-action-benchmark --out {experiment_run_dir}",
        use_mpi=False,
        output_capture=OUTPUT_CAPTURE.ALL,
    )

    workload("campaign", executables=["run", "export"])

    workload_variable(
        "campaign",
        default="quick",
        description="Name of a campaign of fftbench, or the path of its file",
        workloads=["campaign"],
    )
    workload_variable(
        "site",
        default="local",
        description="Name of a site of fftbench, or the path of its file",
        workloads=["campaign"],
    )
    workload_variable(
        "results",
        default="{experiment_run_dir}/results",
        description="Folder of the records; what it has already is not measured again",
        workloads=["campaign"],
    )

    # benchmark.json has a line for each value: of a case its name, then its time.
    figure_of_merit_context(
        "case",
        regex=r'\s*"name": "(?P<case>[^"]+)"',
        output_format="{case}",
    )
    figure_of_merit(
        "forward + backward",
        log_file="{experiment_run_dir}/benchmark.json",
        fom_regex=rf'\s*"value": (?P<seconds>{NUMBER})',
        group_name="seconds",
        units="s",
        contexts=["case"],
    )

    success_criteria(
        "every answer is right",
        mode="string",
        match=r"^fftbench ended with exit code 0$",
    )
