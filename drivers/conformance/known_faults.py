"""Answers that libraries get wrong, and that their drivers therefore refuse.

Each has a line in the driver's README. `test_known_faults.py` shows that they are still there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fftbench.core.contracts.case import Setting
from fftbench.core.contracts.problem import Placement, Precision, Transform
from fftbench.core.contracts.record import Status

UNREPORTED = "not reported"


@dataclass(frozen=True)
class Fault:
    """A case on which a library is at fault."""

    driver: str
    shape: tuple[int, ...]
    status: Status
    """How the case ends where the driver is told to run it."""
    readme: str
    """The words by which the driver's README speaks of it."""
    reference: str = UNREPORTED
    """Where its authors were told."""
    transform: Transform = Transform.c2c
    precision: Precision = Precision.double
    placement: Placement = Placement.out_of_place
    fields: int = 1
    ranks: int = 1
    settings: Mapping[str, Setting] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As test ids show it."""
        shape = "x".join(map(str, self.shape))
        kinds = (self.transform, self.precision, self.placement)
        words = [self.driver, shape, *(kind.value for kind in kinds)]
        words += [f"{self.fields}_fields"] if self.fields > 1 else []
        settings = [f"{name}={value}" for name, value in self.settings.items()]
        return "-".join([*words, f"{self.ranks}_ranks", *settings])


FAULTS = (
    Fault(
        "mpi4py_fft",
        (8, 6, 1),
        Status.failed,
        "r2c of one or two points along the last axis",
        transform=Transform.r2c,
    ),
    Fault(
        "fftw_mpi",
        (8, 1, 6),
        Status.wrong,
        "c2c with `order=transposed` where axis 0 or 1 has one point",
    ),
    Fault(
        "fftw_mpi",
        (98, 1),
        Status.wrong,
        "c2c where only axis 0 has more than one point, on more than one rank",
        reference="https://github.com/FFTW/fftw3/issues/20",
        ranks=2,
        settings={"order": "natural"},
    ),
    Fault("fftw_mpi", (1, 1, 1), Status.failed, "c2c of a single point: the planner finds no plan"),
    Fault(
        "fftw_mpi",
        (8, 1, 1),
        Status.failed,
        "r2c of several fields whose last axis has one point",
        transform=Transform.r2c,
        fields=3,
        ranks=2,
    ),
    Fault(
        "fftw_mpi",
        (1, 8, 6),
        Status.wrong,
        "`r2r` with `order=natural` where axis 0 has one point",
        transform=Transform.dct2,
        ranks=2,
        settings={"order": "natural"},
    ),
    Fault(
        "heffte",
        (127, 4, 4),
        Status.wrong,
        "`backend=stock` for rows of more than 56 points",
        precision=Precision.single,
        settings={"backend": "stock"},
    ),
    Fault(
        "heffte",
        (1000, 4, 4),
        Status.wrong,
        "1000 points miss the tolerance",
        precision=Precision.single,
        settings={"backend": "stock"},
    ),
    Fault(
        "heffte",
        (21, 1, 1),
        Status.wrong,
        "for an axis of n points it has 4n in dct2 and dst2",
        transform=Transform.dct2,
        precision=Precision.single,
        settings={"backend": "stock"},
    ),
    Fault(
        "heffte",
        (8, 6, 6),
        Status.wrong,
        "r2c in place where nothing moves",
        transform=Transform.r2c,
        placement=Placement.in_place,
        settings={"backend": "stock", "reorder": False},
    ),
    Fault(
        "heffte",
        (8, 6, 1),
        Status.failed,
        "r2c with FFTW and a last axis of one point",
        transform=Transform.r2c,
    ),
    Fault(
        "p3dfft",
        (8, 6, 5),
        Status.wrong,
        "r2c with an odd last axis",
        transform=Transform.r2c,
    ),
    Fault("p3dfft", (8, 6, 1), Status.failed, "with one point it crashes", transform=Transform.r2c),
    Fault(
        "flups_isr",
        (24, 16, 12),
        Status.wrong,
        "rows of an odd number of reals",
        transform=Transform.dct2,
        placement=Placement.in_place,
    ),
    Fault(
        "flups_a2a",
        (64, 2, 3),
        Status.failed,
        "divides by zero where a rank would have no points",
        transform=Transform.r2c,
        placement=Placement.in_place,
        ranks=3,
    ),
)
