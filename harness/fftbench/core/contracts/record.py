"""The record contract (program -> analysis): one line of JSON per case and launch."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass

from fftbench.core.contracts.case import Case, Setting
from fftbench.core.contracts.environment import Environment
from fftbench.core.contracts.model import CLOSED, Count, Model, Seconds
from fftbench.core.contracts.profile import Profile

RECORD_SCHEMA: Literal["fftbench/record/3"] = "fftbench/record/3"


class Status(str, Enum):
    """How a case ended. Every requested case ends in exactly one of these."""

    ok = "ok"
    wrong = "wrong"
    """The answer fails the check: kept, never plotted as a time."""
    baseline = "baseline"
    """Timed, but no answer: work that libraries are compared with. Never ranked."""
    bound = "bound"
    """Timed, but no answer: what no library can do in less time. Never ranked."""
    unsupported = "unsupported"
    """The driver said why before anything ran."""
    unavailable = "unavailable"
    """The driver is not built."""
    failed = "failed"
    timeout = "timeout"

    @property
    def finished(self) -> bool:
        """Whether the driver had its say: measuring again would tell nothing new."""
        return self.timed or self in (Status.wrong, Status.unsupported)

    @property
    def apart(self) -> bool:
        """Whether it stands beside the libraries' records: never counted as right, never ranked."""
        return self in (Status.baseline, Status.bound)

    @property
    def timed(self) -> bool:
        """Whether its times count: those of a right answer, of a baseline, or of a bound."""
        return self is Status.ok or self.apart


class Library(Model):
    """The library measured, as it tells."""

    name: str
    version: str


class Kernel(Model):
    """Code that transforms lines, as it tells of itself."""

    name: str
    instruction_sets: tuple[str, ...]
    """Of vectors that it was compiled for, or that it has chosen when it ran, as FFTW names them
    (Environment.instruction_sets); empty where it uses no vectors."""
    told_by: str
    """Where that is written."""


class Effective(Model):
    """The settings really used, where the library had a say."""

    grid: tuple[int, ...] | None = None
    threads: int
    settings: dict[str, Setting]
    kernels: tuple[Kernel, ...] = ()
    """Those that tell what they were built for; none in records of earlier versions, where
    `environment.fftw` tells of FFTW."""


class ArrayLayout(Model):
    """How the library has an array lie in the memory of the ranks."""

    order: tuple[Count, ...] | None
    """The axes from slowest to fastest in memory; None where ranks differ."""
    pieces: tuple[Count, ...]
    """Into how many parts the ranks divide each axis."""
    interleaved: bool = False
    """Whether several fields' elements lie side by side, and not one field behind the other."""


class Layouts(Model):
    """Where a transform begins and ends: only cases alike in this do equal work."""

    input: ArrayLayout
    output: ArrayLayout
    same: bool
    """Whether the spectrum is ordered and distributed like the input: in the same order of axes,
    with the same indices on every rank (an axis that r2c halves counts where it is whole)."""
    input_survives: bool | None
    """Whether forward leaves the input as it was; None in place."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class PlanTimes:
    """Costs paid once; maximum over ranks, in seconds."""

    construct_s: Seconds
    """Until the library has told of its layouts and its own arrays."""
    commit_s: Seconds
    """From there until it has told its settings and scales, and how it solves a workload itself."""
    first_forward_s: Seconds
    first_backward_s: Seconds
    trials_s: Seconds | None = None
    """Spent by the library on timing settings before it chose: part of the first two.

    None where it does not tell.
    """
    trials: Count | None = None
    """How many settings it timed."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Samples:
    """One direction, one entry per timed repetition, in the order they ran; nothing is dropped."""

    max_s: tuple[Seconds, ...]
    """Slowest rank: the time of the repetition."""
    median_s: tuple[Seconds, ...]
    min_s: tuple[Seconds, ...]
    slowest_rank: tuple[Count, ...]
    warmup_s: tuple[Seconds, ...] = ()
    """Maximum over ranks of the warm-up repetitions, kept apart."""
    ranks_s: tuple[tuple[Seconds, ...], ...] | None = None
    """[repetition][rank], where the case asked for all samples."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Check:
    """Relative errors; None where the number is not finite or the check was not reached."""

    tolerance: float
    spectrum_l2: float | None = None
    """All elements of a known spectrum (plane waves and impulses) against the formula, before and
    after the repetitions."""
    spectrum_max: float | None = None
    parseval: float | None = None
    sampled: float | None = None
    """Random data: a handful of wave numbers against a direct sum."""
    round_trip_l2: float | None = None
    round_trip_max: float | None = None
    repetitions: float | None = None
    """A weighted sum over all elements, forward and backward: the worst of all repetitions."""
    repetitions_s: Seconds | None = None
    """What that took, beside the timed regions: all repetitions together, in seconds."""
    after_l2: float | None = None
    """Round trip still right after all timed repetitions, per repetition made."""
    workload_l2: float | None = None
    """All elements of a workload's results against the formula, before and after the repetitions,
    over how much more it errs by its nature than its data do."""
    workload_max: float | None = None
    error: float | None = None
    """The largest of them; None where any is not finite."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class MemoryUse:
    """Per rank, maximum over ranks, in MB (10^6 bytes)."""

    peak_mb: float | None = None
    """Peak resident memory during the case; None where the system can't reset the mark."""
    arrays_mb: float
    """The buffers of input and spectrum."""
    library_mb: float | None = None
    """What the library takes beside these: what it still holds after a transform in each direction,
    and what it took for them and gave back. Pages that ranks of a node share are split evenly among
    them. None where the system does not tell.

    Of the memory in which the arrays are. On a device: by how much its free memory, of all who use
    it, has become less, without the arrays and in equal parts for the ranks that share the device;
    kernels that the library loads are part of it, what it has for a while is not."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Energy:
    """Taken while the repetitions ran, with what is looked at between them, where rank 0 is.

    Counters move in steps, those of devices of up to 0.1 s: of less than a second a device's tell
    nothing.
    """

    seconds: Seconds
    """How long that was."""
    transforms_s: Seconds
    """How much of it rank 0 spent inside of transforms."""
    transforms: Count
    """In either direction, warm-up included."""
    device_j: float | None = None
    """Joules of rank 0's device, whoever used it; None on the host, or where it does not tell."""
    packages_j: float | None = None
    """Joules of all processors of the node; None where nobody may read them (RAPL)."""


class Warning(Model):
    """What a reader should know before trusting the numbers."""

    code: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    """What logic may test: debug_build, dirty_tree, oversubscribed, unbound (ranks may move between
    cores), shared_cores (ranks are bound to the same CPUs, or ranks or threads to hardware threads
    of the same cores), few_cpus (fewer than threads),
    shared_device (ranks have their arrays on the same device),
    idle_threads (fewer worked than the library tells of), narrow_kernel (what transforms lines was
    not built for the newest vectors of the processor; narrow_fftw in earlier records), refused (run
    although the driver refuses the case), wisdom (of another FFTW, or unreadable), skewed (uneven
    on purpose), backward_elsewhere (the way back is another library's), no_profile (calls of MPI
    and FFTW can't be seen), library (any other note of the library)."""
    text: str
    """For people."""


class Record(Model):
    """One case, measured once. A row explains itself without its file name."""

    schema_: Literal["fftbench/record/3"] = Field(RECORD_SCHEMA, alias="schema")
    case: Case
    launch: Count
    status: Status
    reason: str | None = None
    started: str
    """UTC, ISO 8601."""
    elapsed_s: Seconds
    library: Library | None = None
    effective: Effective | None = None
    layouts: Layouts | None = None
    planning: PlanTimes | None = None
    forward: Samples | None = None
    backward: Samples | None = None
    pointwise: Samples | None = None
    """Of a workload: between the transforms."""
    whole: Samples | None = None
    """Of a workload: from end to end. Forward, pointwise and backward are then parts of it, as each
    rank has them, and None where the library solves in a way of its own."""
    cycles: tuple[int, ...] | None = None
    """Of each repetition the cycle in which programs that take turns had one, in milliseconds of
    the Unix epoch: what has the same is fit to be compared. None where the program was alone."""
    core_to_core_s: tuple[Seconds, ...] | None = None
    """Of each repetition, how long a cache line took between two processors of rank 0's node when
    its turn began: between the first two ranks there, or between threads of a single rank. Of a
    virtual machine whose processors are moved it changes, and times with it. None where only one
    processor is used, and in records of earlier versions."""
    stopped_by: Literal["interval", "repetitions", "seconds"] | None = None
    check: Check | None = None
    profile: Profile | None = None
    memory: MemoryUse | None = None
    energy: Energy | None = None
    """None where nothing was timed, where nobody tells, or where programs took turns."""
    unranked: str | None = None
    """Why the driver is never ranked, by its own description; None for what is ranked, and in
    records from before descriptions told."""
    environment: Environment | None = None
    warnings: tuple[Warning, ...] = ()

    @model_validator(mode="after")
    def _pairs_its_repetitions(self) -> Record:
        """Refuse what can't be paired: a repetition is a transform in each direction."""
        lengths: dict[str, int] = {}
        if self.forward is not None and self.backward is not None:
            lengths = {"forward": len(self.forward.max_s), "backward": len(self.backward.max_s)}
        if self.whole is not None:
            whole = self.whole
            lengths = {"whole.max_s": len(whole.max_s), "whole.median_s": len(whole.median_s)}
        if len(set(lengths.values())) > 1:
            told = " and ".join(f"{number} of {name}" for name, number in lengths.items())
            raise ValueError(f"{told}: there must be as many repetitions of each")
        return self

    @property
    def key(self) -> tuple[str, int]:
        """Case id and launch: at most one record of a key counts."""
        return self.case.id, self.launch
