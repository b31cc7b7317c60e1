"""The Python package against numpy.fft, on any number of ranks; a plain program under mpirun."""

from itertools import pairwise

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


def test_settings_may_be_numbers_of_numpys():
    with taskfft.Plan(
        np.array(EXTENTS),
        COMM,
        fields=np.int64(2),
        round_trips=np.bool_(True),
        kept=np.array([3, 3, 3]),
    ) as plan:
        assert plan.setting("fields") == "2"
        assert plan.setting("round_trips") == "true"
        assert plan.setting("kept") == "3x3x3"


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


def my_part(extents, axis):
    """This rank's slices of an array that is cut along one axis."""
    part = [slice(0, n) for n in extents]
    n = extents[axis]
    part[axis] = slice(n * COMM.rank // COMM.size, n * (COMM.rank + 1) // COMM.size)
    return tuple(part)


def box_of(part):
    """The same as a box without gaps."""
    return taskfft.Box(tuple(cut.start for cut in part), tuple(cut.stop for cut in part))


def test_any_axis_may_be_the_halved_one():
    """NumPy halves the last of the axes that it is given."""
    for halved in range(3):
        kinds = tuple("r2c" if axis == halved else "c2c" for axis in range(3))
        others = [axis for axis in range(3) if axis != halved]
        values = whole(EXTENTS, float)
        expected = np.fft.rfftn(values, axes=(*others, halved))
        boxes = (box_of(my_part(EXTENTS, 2)), box_of(my_part(expected.shape, 0)))
        for placement in ("out_of_place", "in_place"):
            for mine in (None, boxes):
                with taskfft.Plan(
                    EXTENTS, COMM, boxes=mine, kinds=kinds, placement=placement, scaling="backward"
                ) as plan:
                    field, spectrum = plan.arrays()
                    field[:] = values[plan.input.slices]
                    plan.forward(field, spectrum)
                    assert np.allclose(spectrum, expected[plan.output.slices])
                    plan.backward(spectrum, field)
                    assert np.allclose(field, values[plan.input.slices])


def test_boxes_are_views_of_any_arrays():
    waves = (12, 10, 8)
    before, after = my_part(EXTENTS, 2), my_part(waves, 1)
    values = [whole(EXTENTS, float, seed) for seed in range(2)]
    # Two fields that interleave in a larger array, and spectra in Fortran's order.
    shape = [part.stop - part.start + 2 for part in before]
    memory = np.full((*shape, 2), 7.0)
    field = np.moveaxis(memory[1:-1, 1:-1, 1:-1], -1, 0)
    local = [part.stop - part.start for part in after]
    spectrum = np.zeros((2, *local[::-1]), complex).transpose(0, 3, 2, 1)
    boxes = (
        taskfft.Box.of(field, [part.start for part in before], fields=2),
        taskfft.Box.of(spectrum, [part.start for part in after], fields=2),
    )
    with taskfft.Plan(
        EXTENTS, COMM, boxes=boxes, transform="r2c", fields=2, scaling="backward"
    ) as plan:
        for k in range(2):
            field[k] = values[k][before]
        plan.forward(field, spectrum)
        for k in range(2):
            assert np.allclose(spectrum[k], np.fft.rfftn(values[k])[after])
        field[:] = 0
        plan.backward(spectrum, field)
        for k in range(2):
            assert np.allclose(field[k], values[k][before])
        field[:] = 7
        assert (memory == 7).all()
        own_field, own_spectrum = plan.arrays()  # of the same boxes
        own_field[:] = np.stack([value[before] for value in values])
        plan.forward(own_field, own_spectrum)
        assert np.array_equal(own_spectrum, spectrum)


def test_plans_between_boxes_share_memory():
    box = box_of(my_part(EXTENTS, 2))
    settings = {"boxes": (box, box), "scaling": "backward"}
    values = whole(EXTENTS, complex)
    with (
        taskfft.Plan(EXTENTS, COMM) as plain,
        taskfft.Plan(EXTENTS, COMM, memory_of=plain, **settings) as first,
        taskfft.Plan(EXTENTS, COMM, memory_of=first, **settings) as second,
    ):
        assert int(second.setting("work_bytes")) < int(first.setting("work_bytes"))
        for plan in (first, second, first):
            field, spectrum = plan.arrays()
            field[:] = values[plan.input.slices]
            plan.forward(field, spectrum)
            assert np.allclose(spectrum, np.fft.fftn(values)[plan.output.slices])


def test_a_rank_may_have_many_boxes():
    """Every so many-th brick of an array, each an array of its own; the spectrum in one of them."""
    waves = (12, 10, 8)
    values = whole(EXTENTS, float)
    expected = np.fft.rfftn(values)
    planes, columns = (0, 3, 7, 12), (0, 4, 10)
    bricks = [
        (slice(*i), slice(*j), slice(0, 14)) for i in pairwise(planes) for j in pairwise(columns)
    ]
    mine = bricks[COMM.rank :: COMM.size]
    fields = [values[brick].copy() for brick in mine]
    has_spectrum = COMM.rank == COMM.size - 1
    spectra = [np.empty(waves, complex)] if has_spectrum else []
    boxes = (
        [
            taskfft.Box.of(field, [cut.start for cut in brick])
            for field, brick in zip(fields, mine, strict=True)
        ],
        [taskfft.Box.of(spectrum, (0, 0, 0)) for spectrum in spectra],
    )
    with taskfft.Plan(EXTENTS, COMM, boxes=boxes, transform="r2c", scaling="backward") as plan:
        assert [layout.slices for layout in plan.inputs] == mine
        plan.forward(fields, spectra)
        for spectrum in spectra:
            assert np.allclose(spectrum, expected)
            assert plan.wave_numbers(2).size == 8
        back = [np.zeros_like(field) for field in fields]
        plan.backward(spectra, back)
        for field, brick in zip(back, mine, strict=True):
            assert np.allclose(field, values[brick])
        assert "arrays, and this rank has" in refusal(lambda: plan.forward([*fields, 0], spectra))
        if len(mine) != 1:
            assert "ask for `inputs`" in refusal(lambda: plan.input)
        if not spectra:
            assert "ask for `outputs`" in refusal(lambda: plan.wave_numbers(2))


def check_that_every_point_is_shown(fields, **settings):
    with taskfft.Plan(EXTENTS, COMM, transform="r2c", fields=fields, **settings) as plan:
        field, spectrum = plan.arrays()
        field[:] = whole(EXTENTS, float)[plan.input.slices]
        shown = np.zeros((fields, *spectrum.shape[-3:]), int)

        def visit(run):
            place = (run.at(axis) - plan.output.lo[axis] for axis in range(3))
            shown[(run.field, *place)] += 1
            run.points[:] *= 2 + run.field

        plan.forward_visiting(field, spectrum, visit)
        assert (shown == 1).all()
        expected = np.fft.rfftn(whole(EXTENTS, float))[plan.output.slices]
        for k, visited in enumerate(spectrum if fields > 1 else [spectrum]):
            assert np.allclose(visited, (2 + k) * expected, rtol=1e-4, atol=1e-3)


def test_visitors_are_shown_every_point_of_a_spectrum():
    check_that_every_point_is_shown(1)
    check_that_every_point_is_shown(2, precision="single")
    if MPI.Query_thread() >= MPI.THREAD_FUNNELED:
        check_that_every_point_is_shown(2, threads=2)


def twice(run):
    run.points[:] *= 2


def test_round_trips_bring_back_what_a_visitor_makes_of_the_spectrum():
    box = box_of(my_part(EXTENTS, 1))
    for settings in ({}, {"round_trips": True}, {"boxes": (box, box)}):
        with taskfft.Plan(EXTENTS, COMM, scaling="backward", **settings) as plan:
            field, spectrum = plan.arrays()
            values = whole(EXTENTS, complex)[plan.input.slices]
            field[:] = values
            plan.round_trip(field, spectrum, twice)
            assert np.allclose(field, 2 * values)
            others = np.copy(field, order="K")
            plan.round_trip(others, spectrum, twice)
            assert np.allclose(others, 4 * values)
            assert np.allclose(field, 2 * values)


def test_derivatives_of_one_spectrum_are_made_on_its_way_back():
    box = box_of(my_part(EXTENTS, 1))
    values = whole(EXTENTS, complex)
    for settings in ({}, {"order": "natural"}, {"boxes": (box, box)}):
        with taskfft.Plan(EXTENTS, COMM, scaling="backward", **settings) as plan:
            field, spectrum = plan.arrays()
            field[:] = values[plan.input.slices]
            plan.forward(field, spectrum)
            kept = spectrum.copy()
            for axis in range(3):

                def times_wave(run, axis=axis):
                    run.points[:] *= 1j * run.at(axis)

                plan.backward_visiting(spectrum, field, times_wave)
                waves = 1j * np.arange(EXTENTS[axis])
                waves = waves.reshape([-1 if a == axis else 1 for a in range(3)])
                expected = np.fft.ifftn(waves * np.fft.fftn(values))
                assert np.allclose(field, expected[plan.input.slices])
                assert np.array_equal(spectrum, kept)


def test_what_a_visitor_raises_is_raised():
    def fail(run):
        raise KeyError(run.axis)

    fails = COMM.rank == COMM.size - 1
    plan = taskfft.Plan(EXTENTS, COMM)
    try:
        plan.forward_visiting(*plan.arrays(), fail if fails else twice)
    except KeyError:
        assert fails
    except taskfft.Error:  # or it was done before it was told
        assert not fails
    else:
        assert not fails
    plan.close()


def test_plans_tell_what_they_do():
    with taskfft.Plan(EXTENTS, COMM, order="natural", work_memory="small") as plan:
        assert plan.setting("order") == "natural"
        assert plan.setting("work_memory") == "full"
        assert plan.setting("decomposition") == "slab"
        assert len(plan.notes) == 1
        assert "full is used instead" in plan.notes[0]
        assert "no setting 'colour'" in refusal(lambda: plan.setting("colour"))


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


def read_only(array):
    view = array.view()
    view.flags.writeable = False
    return view


def test_what_is_read_only_is_read_and_never_written():
    words = "is read-only, and this call writes it"
    with taskfft.Plan(EXTENTS, COMM, scaling="backward") as plan:
        field, spectrum = plan.arrays()
        values = whole(EXTENTS, complex)[plan.input.slices]
        field[:] = values
        plan.forward(read_only(field), spectrum)
        kept = spectrum.copy()
        plan.forward_visiting(read_only(field), spectrum, lambda _: None)
        for wrong in (
            lambda: plan.forward(field, read_only(spectrum)),
            lambda: plan.forward_visiting(field, read_only(spectrum), twice),
            lambda: plan.round_trip(field, read_only(spectrum), twice),
            lambda: plan.round_trip(read_only(field), spectrum, twice),
            lambda: plan.backward(spectrum, read_only(field)),
            lambda: plan.backward_visiting(spectrum, read_only(field), twice),
        ):
            assert words in refusal(wrong)
        assert np.array_equal(field, values) and np.array_equal(spectrum, kept)
        plan.backward_visiting(read_only(spectrum), field, twice)
        assert np.allclose(field, 2 * values)
    with taskfft.Plan(EXTENTS, COMM, placement="in_place") as plan:
        field, spectrum = plan.arrays()
        assert words in refusal(lambda: plan.forward(read_only(field), spectrum))
        assert words in refusal(lambda: plan.backward(read_only(spectrum), field))


def check_that_all_refuse(plan):
    """Before the first commit and after one, what the last rank has wrong."""
    field, spectrum = plan.arrays()
    fails = COMM.rank == COMM.size - 1
    wrong = field.astype(np.complex64) if fails else field
    words = f"{'' if fails else f'rank {COMM.size - 1}: '}field is complex64"
    assert refusal(lambda: plan.forward(wrong, spectrum)).startswith(words)
    field[:] = 3
    plan.forward(field, spectrum)
    assert refusal(lambda: plan.backward(spectrum, wrong)).startswith(words)
    plan.backward(spectrum, field)
    assert np.allclose(field, 3)


def test_what_does_not_fit_on_one_rank_is_refused_on_all():
    with taskfft.Plan((4, 4), COMM, scaling="backward") as plan:
        check_that_all_refuse(plan)
    # All on the first rank: the arrays of the others have no elements.
    box = taskfft.Box((0, 0), (4, 4) if COMM.rank == 0 else (0, 0))
    with taskfft.Plan((4, 4), COMM, boxes=(box, box), scaling="backward") as plan:
        check_that_all_refuse(plan)


def test_what_is_no_array_on_one_rank_fails_on_all():
    fails = COMM.rank == COMM.size - 1
    with taskfft.Plan((4, 4), COMM) as plan:
        field, spectrum = plan.arrays()
        try:
            plan.forward([None] if fails else field, spectrum)
        except AttributeError:
            assert fails
        except taskfft.ArgumentError as error:
            assert not fails and "'NoneType' object" in str(error)
        else:
            raise AssertionError("this was not refused")


def test_boxes_that_do_not_fit_are_refused():
    part = taskfft.Box((0, 0), (4, 4))
    if COMM.size > 1:
        assert "overlap in" in refusal(lambda: taskfft.Plan((4, 4), COMM, boxes=(part, part)))
    beyond = taskfft.Box((0, 0), (4, 5))
    assert "is not within" in refusal(lambda: taskfft.Plan((4, 4), COMM, boxes=(beyond, part)))
    flat = taskfft.Box((0,), (4,))
    assert "2 axes" in refusal(lambda: taskfft.Plan((4, 4), COMM, boxes=(flat, part)))
    odd = taskfft.Box((0, 0), (4, 4), stride=(1,))
    assert "one to three axes" in refusal(lambda: taskfft.Plan((4, 4), COMM, boxes=(odd, part)))
    with taskfft.Plan((4, 4), COMM, boxes=(box_of(my_part((4, 4), 0)),) * 2) as between:
        assert "lends memory to such plans alone" in refusal(
            lambda: taskfft.Plan((4, 4), COMM, memory_of=between)
        )


def test_a_box_that_cannot_be_on_one_rank_is_refused_on_all():
    box = box_of(my_part((4, 4), 0))
    odd = taskfft.Box(box.lo, box.hi, stride=(1,))
    fails = COMM.rank == COMM.size - 1
    words = refusal(lambda: taskfft.Plan((4, 4), COMM, boxes=(odd if fails else box, box)))
    assert words.startswith("" if fails else f"rank {COMM.size - 1}: ")
    assert "one to three axes" in words


def test_numbers_beyond_64_bits_are_refused():
    for number in (2**63, 2**64 + 16, -(2**70)):
        box = taskfft.Box((0, 0), (number, 4))
        assert "64 bits" in refusal(lambda n=number: taskfft.Plan((n, 4), COMM))
        assert "64 bits" in refusal(lambda b=box: taskfft.Plan((4, 4), COMM, boxes=(b, b)))


def test_what_a_plan_cannot_be_asked_on_one_rank_fails_on_all():
    fails = COMM.rank == COMM.size - 1
    box = taskfft.Box((0, 0), (4, 4) if COMM.rank == 0 else (0, 0))
    with taskfft.Plan((4, 4), COMM) as lender:
        for wrong, right in (
            ({"grid": None}, {"grid": (COMM.size, 1)}),
            ({"extents": ("four", 4)}, {}),
            ({"boxes": (None, box)}, {"boxes": (box, box)}),
            ({"grid": None, "memory_of": lender}, {"memory_of": lender}),
        ):
            try:
                taskfft.Plan(**{"extents": (4, 4), "comm": COMM, **(wrong if fails else right)})
            except TypeError:
                assert fails
            except taskfft.ArgumentError as error:
                assert not fails and str(error).startswith(f"rank {COMM.size - 1}: ")
            else:
                raise AssertionError("this was not refused")


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            COMM.Barrier()
            if COMM.rank == 0:
                print(f"{name}: well")
