"""A ReFrame test that runs a campaign of fftbench: right answers, with times as performance.

    reframe -c reframe_fftbench.py -S campaign=quick -r

`fftbench` is on PATH, on the nodes as well. Times per case go into ReFrame's performance log, so
that it can hold them against references of yours, by name.
"""

import json
from pathlib import Path

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import run_after, run_before, sanity_function, variable


@rfm.simple_test
class FftbenchCampaign(rfm.RunOnlyRegressionTest):
    """Every answer right, and the time of a pair of transforms of each case."""

    campaign = variable(str, value="quick")
    site = variable(str, value="local")
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "fftbench"

    @run_after("init")
    def what_to_run(self):
        """Run the campaign, then write what tells the times."""
        where = ["--site", self.site, "--out", "results", "--no-report"]
        self.executable_opts = ["run", self.campaign, *where]
        form = "--form github-action-benchmark --out tables"
        self.postrun_cmds = ["echo exit code $?", f"fftbench export results {form}"]

    @sanity_function
    def every_answer_is_right(self):
        """Exit code 0: nothing wrong, failed or timed out."""
        return sn.assert_found(r"^exit code 0$", self.stdout)

    @run_before("performance")
    def times(self):
        """Make a performance variable of each case."""
        file = Path(self.stagedir) / "tables" / "benchmark.json"
        self.perf_variables = {
            entry["name"]: sn.make_performance_function(sn.defer(entry["value"]), "s")
            for entry in json.loads(file.read_text())
        }
