# PencilFFTs.jl: slabs and pencils in Julia. Never run by us: README.md.

include(joinpath(ENV["FFTBENCH_JULIA"], "FFTBenchDriver.jl"))

import FFTW, MPI
using LinearAlgebra: ldiv!, mul!
using PencilArrays: LogicalOrder, Transpositions, pencil, permutation, range_local
using PencilFFTs

const planners = Dict(
    "estimate" => FFTW.ESTIMATE, "measure" => FFTW.MEASURE, "patient" => FFTW.PATIENT
)
const kinds = Dict(
    "dct1" => FFTW.REDFT00, "dct2" => FFTW.REDFT10, "dct3" => FFTW.REDFT01,
    "dct4" => FFTW.REDFT11, "dst1" => FFTW.RODFT00, "dst2" => FFTW.RODFT10,
    "dst3" => FFTW.RODFT01, "dst4" => FFTW.RODFT11,
)

description() = Dict(
    "name" => "pencilffts",
    "library" => "PencilFFTs.jl",
    "version" => "$(pkgversion(PencilFFTs)), Julia $VERSION",
    "dims" => [2, 3],
    "transforms" => ["c2c", "r2c", sort!(collect(keys(kinds)))...],
    "precisions" => ["double", "single"],
    "placements" => ["out_of_place"],
    "decompositions" => ["slab", "pencil"],
    "threaded" => false,
    "variables" => ["JULIA_"],
    "options" => [
        Dict("name" => "planner", "values" => ["estimate", "measure", "patient"],
             "help" => "FFTW's planner: how much it tries before it chooses"),
        Dict("name" => "exchange", "values" => ["p2p", "alltoallv"],
             "help" => "messages from rank to rank, or one collective"),
        Dict("name" => "permute", "values" => [true, false],
             "help" => "have the axis to be transformed lie next in memory"),
    ],
)

"Ranks along Julia's last axes, which are the first of a case, in Julia's order."
function process_grid(details, ranks)
    dims = length(details["problem"]["shape"])
    grid = details["grid"]
    if grid === nothing
        grid = dims == 2 ? [ranks, 1] : reverse(MPI.Dims_create(ranks, (0, 0)))
    end
    return grid[2] == 1 || dims == 2 ? (Int(grid[1]),) : (Int(grid[2]), Int(grid[1]))
end

"Refuses what leaves a rank without elements at any stage; null where nothing does."
function support(details)
    points = reverse(Int.(details["problem"]["shape"]))
    spectrum = copy(points)
    details["problem"]["transform"] == "r2c" && (spectrum[1] = points[1] ÷ 2 + 1)
    parts = process_grid(details, details["ranks"])
    first_divided = length(points) - length(parts)
    for (index, ranks) in enumerate(parts), axis in (first_divided + index, first_divided + index - 1)
        min(points[axis], spectrum[axis]) >= ranks ||
            return "PencilFFTs needs elements on every rank: $ranks ranks divide $(spectrum[axis])"
    end
    return nothing
end

struct Planned{P,U,V}
    plan::P
    input::U
    output::V
    grid::Vector{Int}
end

const plans = Dict{Int,Planned}()

function plan(details)
    MPI.run_init_hooks()  # the core has started MPI, without MPI.jl
    problem, settings = details["problem"], details["settings"]
    name = problem["transform"]
    transform = name == "c2c" ? Transforms.FFT() :
                name == "r2c" ? Transforms.RFFT() : Transforms.R2R(kinds[name])
    real_type = problem["precision"] == "single" ? Float32 : Float64
    parts = process_grid(details, MPI.Comm_size(MPI.COMM_WORLD))
    method = settings["exchange"] == "p2p" ? Transpositions.PointToPoint() : Transpositions.Alltoallv()
    made = PencilFFTPlan(
        Tuple(reverse(Int.(problem["shape"]))), transform, parts, MPI.COMM_WORLD, real_type;
        fftw_flags = planners[settings["planner"]],
        permute_dims = Val(settings["permute"]), transpose_method = method,
    )
    grid = length(parts) == 1 ? [parts[1], 1] : [parts[2], parts[1]]
    planned = Planned(made, allocate_input(made), allocate_output(made), grid)
    plans[details["plan"]] = planned
    return Dict(
        "input" => layout(planned.input),
        "output" => layout(planned.output),
        "round_trip_scale" => 1.0,
        "buffers" => Dict("input" => address(planned.input), "output" => address(planned.output)),
    )
end

address(array) = UInt(pointer(parent(array)))

"The part of this rank; Julia counts from 1, and its first axis is the last of a case."
function layout(array)
    ranges = range_local(pencil(array), LogicalOrder())
    strides = zeros(Int, length(ranges))
    size = 1
    for axis in permutation(pencil(array)) * ntuple(identity, length(ranges))
        strides[axis] = size
        size *= length(ranges[axis])
    end
    return Dict(
        "lo" => reverse([first(range) - 1 for range in ranges]),
        "hi" => reverse([last(range) for range in ranges]),
        "stride" => reverse(strides),
        "size" => size,
    )
end

# Julia looks a library's functions up by itself, so calls of MPI and FFTW are not seen.
effective(planned) =
    Dict("grid" => planned.grid, "visible" => Dict("fft" => false, "exchange" => false))

function answer(question, details)
    question == "description" && return description()
    question == "support" && return support(details)
    question == "plan" && return plan(details)
    question == "effective" && return effective(plans[details["plan"]])
    question == "end" && delete!(plans, details["plan"])
    return nothing  # nothing is left to commit
end

function transform(number, forward)
    planned = plans[number]
    if forward
        mul!(planned.output, planned.plan, planned.input)
    else
        ldiv!(planned.input, planned.plan, planned.output)
    end
end

FFTBenchDriver.run(answer, transform)
