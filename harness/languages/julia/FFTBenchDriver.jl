"""
A driver of fftbench in Julia: `run(answer, transform)` with two functions.

`answer(question, details)` returns what is to be told in JSON, and `transform(plan, forward)` makes one
transform; either may throw. The measuring core is libfftbench, the same that drivers in C++ are
linked with (harness/languages/README.md). To be included before any package that uses MPI.
"""
module FFTBenchDriver

import JSON
using Libdl

const core = dlopen(ENV["FFTBENCH_LIBRARY"], RTLD_LAZY | RTLD_GLOBAL)
const functions = Ref{Any}((nothing, nothing))

fail(error) = ccall(dlsym(core, :fftbench_fail), Cvoid, (Cstring,), sprint(showerror, error))

function ask(question::Cstring, details::Cstring)::Cint
    try
        answer = functions[][1](unsafe_string(question), JSON.parse(unsafe_string(details)))
        ccall(dlsym(core, :fftbench_answer), Cvoid, (Cstring,), JSON.json(answer))
        return 0
    catch error
        fail(error)
        return 1
    end
end

function make(plan::Cint, forward::Cint)::Cint
    try
        functions[][2](Int(plan), forward != 0)
        return 0
    catch error
        fail(error)
        return 1
    end
end

"Does what a driver's program does, and exits."
function run(answer, transform)
    functions[] = (answer, transform)
    arguments = [PROGRAM_FILE, ARGS...]
    code = ccall(
        dlsym(core, :fftbench_main), Cint, (Cint, Ptr{Ptr{UInt8}}, Ptr{Cvoid}, Ptr{Cvoid}),
        length(arguments), arguments,
        @cfunction(ask, Cint, (Cstring, Cstring)), @cfunction(make, Cint, (Cint, Cint)),
    )
    exit(code)
end

end
