"""The loop over batches: what is still to be measured, and a record for every case of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import NOT_BUILT, Entry
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import append_record
from fftbench.core.programs import ExitCode, ending
from fftbench.jobs.launch.failure import Failure, failure_of, with_output
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.program import POLL_SECONDS, Ended, Events, Launch, measure
from fftbench.jobs.launch.turns import measure_in_turns
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.inputs import Measurements, RunOptions
from fftbench.jobs.run.outcome import Outcome, outcome_of
from fftbench.jobs.run.outlines import read_outlines
from fftbench.jobs.run.progress import Reporter
from fftbench.jobs.run.time_left import TimeLeft
from fftbench.jobs.run.together import together
from fftbench.jobs.run.tries import GivenUp, LauncherError, Tries, trouble_of
from fftbench.jobs.run.unfinished import available_drivers, done, unfinished

EXPECTED_CODES = (ExitCode.ok, ExitCode.unsupported, ExitCode.wrong, ExitCode.failed)
"""Of a program that recorded all its cases."""


class Runner:
    """Makes measurements, the only one to write their files: it holds their `lock`."""

    def __init__(self, measurements: Measurements, options: RunOptions, lock: int) -> None:
        self._measurements = measurements
        self._options, self._lock = options, lock
        self._records = measurements.directory / "records"
        self._logs = measurements.directory / "logs"

    def run(self, reporter: Reporter, stop: Interrupt) -> Outcome:
        """Measure what has no record yet, until done or told to stop; returns what there is then.

        Raises UserError where a program does not start or records can't be written.
        """
        try:
            self._run(reporter, stop)
        finally:
            reporter.end()
        return outcome_of(self._measurements, stop.requested)

    def _run(self, reporter: Reporter, stop: Interrupt) -> None:
        wanted, catalogue = self._measurements, self._measurements.catalogue
        earlier = read_outlines(wanted.directory, wanted.keys.__contains__)
        for problem in earlier.problems:
            reporter.note(f"warning: {problem} (skipped)")
        available, retry = available_drivers(catalogue), self._options.retry_failed
        batches = unfinished(wanted.batches, done(earlier.by_key.values(), available, retry))
        progress = _Progress(reporter, batches)
        total = sum(len(batch.cases) for batch in wanted.batches)
        reporter.begin(total, progress.to_come.total())
        given_up = GivenUp()
        events = Events(stop, progress.finished, progress.running)
        for company in together(batches, wanted.room):
            if stop.requested:
                return
            works = self._works([batch for batch in company if batch not in given_up], progress)
            failed = self._measure(works, progress, events)
            for _, error in failed:
                progress.note(f"warning: {error}")
            begun = any(work.begun for work in works)
            given_up.add(failed, begun, all_failed=len(failed) == len(works))
        if given_up.first is not None:
            raise given_up.first

    def _works(self, company: Sequence[Batch], progress: _Progress) -> list[_Work]:
        """Prepare what can be started; record what can't."""
        works = []
        for batch in company:
            entry = self._measurements.catalogue.find(batch.driver)
            if entry is None or entry.command is None or not entry.available:
                self._unavailable(batch, entry, progress)
            else:
                launch = self._launch(batch, entry.command)
                works.append(_Work(batch, launch, self._options.launch_pauses_s))
        return works

    def _unavailable(self, batch: Batch, entry: Entry | None, progress: _Progress) -> None:
        reason = entry.why_not if entry else NOT_BUILT
        if entry is not None and entry.hint:
            reason += f"; {entry.hint}"
        for case in batch.cases:
            failure = Failure(Status.unavailable, reason)
            record = self._record(case, batch.launch, failure, time.time(), 0.0)
            file = self._records / f"{self._measurements.file_name('unavailable')}.jsonl"
            append_record(file, record)
            progress.finished(record)

    def _measure(
        self, works: list[_Work], progress: _Progress, events: Events
    ) -> list[tuple[Batch, LauncherError]]:
        """Launch until every case has a record; each launch of a program settles at least one.

        Returns the batches whose launches came to nothing through no fault of the program.
        """
        failed = []
        while works and not events.stop.requested:
            starts = [(work.launch, tuple(work.pending.values())) for work in works]
            if len(starts) == 1:
                every = [measure(*starts[0], events)]
            else:
                every = measure_in_turns(starts, events)
            for work, ended in zip(tuple(works), every, strict=True):
                try:
                    self._settle(work, ended, progress, events.stop)
                except LauncherError as error:
                    failed.append((work.batch, error))
            over = [batch for batch, _ in failed]
            works = [work for work in works if work.pending and work.batch not in over]
        return failed

    def _settle(self, work: _Work, ended: Ended, progress: _Progress, stop: Interrupt) -> None:
        """Take in what came of a launch; what is left of its cases is to be launched again."""
        batch, launch, pending = work.batch, work.launch, work.pending
        for record in ended.recorded:
            del pending[record.case.id]
        if self._told_to_stop(ended, stop):
            return
        if not pending:
            if ended.code not in EXPECTED_CODES:
                progress.note(f"{batch.name} {ending(ended.code)} after its last case")
            return
        work.tries.check_ranks(ended, batch.resources.ranks)
        current = next(iter(pending.values()))
        failure = _failure(ended, current, launch)
        if ended.recorded:
            work.tries.renew()
        trouble = trouble_of(ended, failure, launch, stop, self._options.in_job)
        if stop.requested:
            return
        if trouble is not None:
            work.tries.pause(trouble, ended, stop, progress.note)
        elif failure is not None:
            elapsed = time.time() - ended.case_began
            record = self._record(current, batch.launch, failure, ended.case_began, elapsed)
            append_record(launch.records, record)
            progress.finished(record)
            del pending[current.id]

    def _record(
        self, case: Case, launch: int, failure: Failure, began: float, elapsed: float
    ) -> Record:
        entry = self._measurements.catalogue.find(case.driver)
        return Record(
            case=case,
            launch=launch,
            status=failure.status,
            reason=failure.reason,
            started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
            elapsed_s=max(elapsed, 0.0),
            unranked=entry.unranked if entry else None,
        )

    def _told_to_stop(self, ended: Ended, stop: Interrupt) -> bool:
        """Tell whether to stop; after a sudden end, wait for a signal that both may have got."""
        give_up = time.monotonic() + self._options.signal_wait_s
        while ended.code not in EXPECTED_CODES and time.monotonic() < give_up:
            if stop.requested:
                break
            time.sleep(POLL_SECONDS)
        return stop.requested

    def _launch(self, batch: Batch, program: tuple[str, ...]) -> Launch:
        prefix = self._measurements.prefix(batch.resources)
        name = self._measurements.file_name(batch.name)
        return Launch(
            prefix=prefix.words,
            program=program,
            environment=dict(prefix.environment),
            number=batch.launch,
            records=self._records / f"{self._measurements.file_name(batch.driver)}.jsonl",
            log=self._logs / f"{name}.log",
            cases_file=self._logs / f"{name}.cases.json",
            alive=self._logs / f".{name}.alive",
            lock=self._lock,
            margin_s=self._options.margin_s,
            own_cores=not self._options.oversubscribe,
        )


class _Work:
    """A batch that is being measured."""

    def __init__(self, batch: Batch, launch: Launch, pauses_s: tuple[float, ...]) -> None:
        self.batch, self.launch = batch, launch
        self.pending = {case.id: case for case in batch.cases}
        self.tries = Tries(batch.name, launch.log, pauses_s)

    @property
    def begun(self) -> bool:
        """Whether some of it was measured."""
        return len(self.pending) < len(self.batch.cases)


class _Progress:
    """Tells the reporter what happens, and how much time is left."""

    def __init__(self, reporter: Reporter, batches: tuple[Batch, ...]) -> None:
        self.to_come = Counter(case.id for batch in batches for case in batch.cases)
        self._reporter = reporter
        self._time_left = TimeLeft()
        self._since = time.monotonic()

    def running(self, case: Case) -> None:
        self._reporter.running(case)

    def finished(self, record: Record) -> None:
        now = time.monotonic()
        if record.status is not Status.unavailable:
            self._time_left.learn(record, now - self._since)
        self._since = now
        self.to_come[record.case.id] -= 1
        self._reporter.finished(record, self._time_left.seconds(self.to_come))

    def note(self, text: str) -> None:
        self._reporter.note(text)


def _failure(ended: Ended, current: Case, launch: Launch) -> Failure | None:
    """Judge a launch that left cases without a record; UserError where it could not write."""
    if ended.how == "silent":
        seconds = current.measure.timeout_seconds
        return Failure(Status.timeout, f"no record after {seconds:g} s, and none from the program")
    if ended.code == ExitCode.no_records and _could_not_write(launch, ended.output):
        raise UserError(
            with_output("the program could not write its records", ended.output),
            f"see {launch.log}; when it can be written again, run the same command: finished "
            "cases are kept",
        )
    return failure_of(ended.code, ended.output, [record.status for record in ended.recorded])


def _could_not_write(launch: Launch, output: Sequence[str]) -> bool:
    """Whether a program says so: its code is an error's of MPI, too, and Hydra's of SIGBUS."""
    said = [f"cannot write {file}" for file in (launch.records, launch.alive)]
    return any(words in line for line in output for words in said)
