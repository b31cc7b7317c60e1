"""The Python package against numpy.fft, on any number of ranks; a plain program under mpirun."""

import numpy as np
import taskfft
from mpi4py import MPI

COMM = MPI.COMM_WORLD
EXTENTS = (12, 10, 14)


def whole(extents, dtype, seed=1):
    """The same global field on all ranks."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(extents)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(extents)
    return values.astype(dtype)


def check_against_numpy(transform, **settings):
    with taskfft.Plan(EXTENTS, COMM, transform=transform, scaling="backward", **settings) as plan:
        field, spectrum = plan.arrays()
        values = whole(EXTENTS, field.dtype)
        expected = np.fft.rfftn(values) if transform == "r2c" else np.fft.fftn(values)
        tolerance = 2e-5 if settings.get("precision") == "single" else 1e-12
        field[:] = values[plan.input.slices]
        plan.forward(field, spectrum)
        off = np.abs(spectrum - expected[plan.output.slices]).max(initial=0)
        assert off < tolerance * np.abs(expected).max(), (transform, settings, off)
        plan.backward(spectrum, field)
        off = np.abs(field - values[plan.input.slices]).max(initial=0)
        assert off < tolerance * 10, (transform, settings, off)


def test_spectra_are_numpys():
    for transform in ("c2c", "r2c"):
        for placement in ("out_of_place", "in_place"):
            for order in ("transposed", "natural"):
                check_against_numpy(transform, placement=placement, order=order)
        check_against_numpy(transform, precision="single")


def test_fields_are_the_first_index():
    with taskfft.Plan(EXTENTS, COMM, fields=3) as plan:
        field, spectrum = plan.arrays()
        values = [whole(EXTENTS, complex, seed) for seed in range(3)]
        for k in range(3):
            field[k] = values[k][plan.input.slices]
        plan.forward(field, spectrum)
        for k in range(3):
            assert np.allclose(spectrum[k], np.fft.fftn(values[k])[plan.output.slices])


def test_real_kinds_and_shared_memory():
    with (
        taskfft.Plan(EXTENTS, COMM) as large,
        taskfft.Plan((6, 7), memory_of=large, kinds=("dct2", "dst4")) as plan,
    ):
        field, spectrum = plan.arrays()
        assert field.dtype == spectrum.dtype == np.float64
        field[:] = whole((6, 7), float)[plan.input.slices]
        before = field.copy()
        plan.forward(field, spectrum)
        plan.backward(spectrum, field)
        assert plan.round_trip_factor == 2 * 6 * 2 * 7
        assert np.allclose(field, before * plan.round_trip_factor)


def refusal(action):
    try:
        action()
    except taskfft.ArgumentError as error:
        return str(error)
    raise AssertionError("this was not refused")


def test_what_does_not_fit_is_refused():
    assert "'pigeon' is not one of" in refusal(lambda: taskfft.Plan((4, 4), exchange="pigeon"))
    with taskfft.Plan(EXTENTS, COMM, transform="r2c") as plan:
        field, spectrum = plan.arrays()
        assert "float32" in refusal(lambda: plan.forward(field.astype(np.float32), spectrum))
        assert "the plan has" in refusal(lambda: plan.forward(field[1:], spectrum))
        # Of the shape alone; transposed, spectra lie otherwise.
        if spectrum.size > 1 and not spectrum.flags.c_contiguous:
            plain = np.zeros(spectrum.shape, complex)
            assert "strides" in refusal(lambda: plan.backward(plain, field))


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            COMM.Barrier()
            if COMM.rank == 0:
                print(f"{name}: well")
