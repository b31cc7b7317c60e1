"""The loop over batches: what is still to do, what to think of each launch, what comes next."""

from __future__ import annotations

import time
from collections import Counter

from fftbench.core.case import Case
from fftbench.core.catalogue import Entry
from fftbench.core.errors import UserError
from fftbench.core.programs import ending
from fftbench.core.record import Record, Status
from fftbench.core.store import append_record, read_records
from fftbench.jobs.batches import Batch
from fftbench.jobs.interrupt import Interrupt
from fftbench.jobs.launch import POLL_SECONDS, Ended, Launch, measure
from fftbench.jobs.progress import Estimate, Reporter
from fftbench.jobs.resume import available_drivers, unfinished
from fftbench.jobs.verdict import Blame, cannot_write, judge
from fftbench.jobs.work import Options, Task

EXPECTED_CODES = (0, 3, 4, 5)
"""Of a program that recorded all its cases: ok, unsupported, wrong, failed."""


class Runner:
    """Measures a task whose files it alone writes, holding its `lock`."""

    def __init__(self, task: Task, options: Options, lock: int) -> None:
        self.task = task
        self._options, self._lock = options, lock
        self._records = task.directory / "records"
        self._logs = task.directory / "logs"

    def run(self, reporter: Reporter, stop: Interrupt) -> None:
        """Measure everything that has no record yet, until done or told to stop."""
        task, catalogue = self.task, self.task.catalogue
        earlier = read_records([task.directory])
        for problem in earlier.problems:
            reporter.note(f"warning: {problem} (skipped)")
        retry = self._options.retry_failed
        batches = unfinished(task.batches, available_drivers(catalogue), earlier.records, retry)
        follow = _Follower(reporter, batches)
        total = sum(len(batch.cases) for batch in task.batches)
        reporter.begin(total, follow.to_come.total())
        for batch in batches:
            if stop.requested:
                return
            entry = catalogue.find(batch.driver)
            if entry is None or entry.command is None or not entry.available:
                self._unavailable(batch, entry, follow)
            else:
                self._measure(batch, entry.command, follow, stop)

    def _unavailable(self, batch: Batch, entry: Entry | None, follow: _Follower) -> None:
        reason = (entry.reason if entry else None) or "not in this build"
        if entry is not None and entry.hint:
            reason += f"; {entry.hint}"
        for case in batch.cases:
            verdict = Blame(Status.unavailable, reason)
            record = _record(case, batch.launch, verdict, time.time(), 0.0)
            file = self._records / f"{self.task.file_name('unavailable')}.jsonl"
            append_record(file, record)
            follow.finished(record)

    def _measure(
        self, batch: Batch, program: tuple[str, ...], follow: _Follower, stop: Interrupt
    ) -> None:
        """Launch until every case of the batch has a record; each launch settles at least one."""
        launch = self._launch(batch, program)
        pending = {case.id: case for case in batch.cases}
        while pending and not stop.requested:
            cases = tuple(pending.values())
            ended = measure(launch, cases, stop, follow.finished, follow.running)
            for record in ended.recorded:
                del pending[record.case.id]
            if self._told_to_stop(ended, stop):
                return
            if not pending:
                if ended.code not in EXPECTED_CODES:
                    follow.note(f"{batch.name} {ending(ended.code)} after its last case")
                return
            in_hand = next(iter(pending.values()))
            verdict = _verdict(ended, in_hand, launch)
            if verdict is not None:
                elapsed = time.time() - ended.since
                record = _record(in_hand, batch.launch, verdict, ended.since, elapsed)
                append_record(launch.records, record)
                follow.finished(record)
                del pending[in_hand.id]

    def _told_to_stop(self, ended: Ended, stop: Interrupt) -> bool:
        """Look whether to go on; after a sudden end, wait for a signal meant for both of us."""
        give_up = time.monotonic() + self._options.lag_s
        while ended.code not in EXPECTED_CODES and time.monotonic() < give_up:
            if stop.requested:
                break
            time.sleep(POLL_SECONDS)
        return stop.requested

    def _launch(self, batch: Batch, program: tuple[str, ...]) -> Launch:
        start = self.task.start(batch.resources)
        name = self.task.file_name(batch.name)
        return Launch(
            command=(*start.words, *program),
            environment=dict(start.environment),
            number=batch.launch,
            records=self._records / f"{self.task.file_name(batch.driver)}.jsonl",
            log=self._logs / f"{name}.log",
            cases_file=self._logs / f"{name}.cases.json",
            lock=self._lock,
            margin_s=self._options.margin_s,
        )


class _Follower:
    """Tells the reporter what happens, with the time left."""

    def __init__(self, reporter: Reporter, batches: tuple[Batch, ...]) -> None:
        self.to_come = Counter(case.id for batch in batches for case in batch.cases)
        self._reporter = reporter
        self._estimate = Estimate()
        self._since = time.monotonic()

    def running(self, case: Case) -> None:
        self._reporter.running(case)

    def finished(self, record: Record) -> None:
        now = time.monotonic()
        if record.status is not Status.unavailable:
            self._estimate.learn(record, now - self._since)
        self._since = now
        self.to_come[record.case.id] -= 1
        self._reporter.finished(record, self._estimate.left(self.to_come))

    def note(self, text: str) -> None:
        self._reporter.note(text)


def _verdict(ended: Ended, in_hand: Case, launch: Launch) -> Blame | None:
    """Judge a launch that left cases without a record; UserError where it could not write."""
    if ended.how == "silent":
        seconds = in_hand.measure.timeout_seconds
        return Blame(Status.timeout, f"no record after {seconds:g} s, and none from the program")
    complaint = cannot_write(ended.code, ended.output)
    if complaint is not None:
        raise UserError(
            f"the program could not write its records: {complaint}",
            f"see {launch.log}; when it can be written again, run the same command: finished "
            "cases are kept",
        )
    return judge(ended.code, ended.output, [record.status for record in ended.recorded])


def _record(case: Case, launch: int, verdict: Blame, began: float, elapsed: float) -> Record:
    return Record(
        case=case,
        launch=launch,
        status=verdict.status,
        reason=verdict.reason,
        started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
        elapsed_s=max(elapsed, 0.0),
    )
