#pragma once
/*
 * A driver in any language that can call C and be called by it: Python, Julia, Rust, Fortran, ...
 *
 * The program loads libfftbench, which is the measuring core of every driver, and calls
 * fftbench_main with two functions. From then on the core asks, and the program answers: the core
 * starts MPI, times, checks the answers and writes the records. README.md lists the questions.
 *
 * MPI's functions and FFTW's execute functions are in this library, too, in front of the real ones,
 * which it calls: so it must be loaded for all (RTLD_GLOBAL), and before any library that calls
 * MPI.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a question, both in JSON: calls fftbench_answer once and returns 0, or calls
 * fftbench_fail and returns anything else. Questions come from one thread, those about a plan on
 * every rank. */
typedef int (*fftbench_ask)(const char* question, const char* details);

/* Makes one transform of a plan: forward from input to output if `forward` is not 0, else back.
 * Returns 0, or calls fftbench_fail and returns anything else. */
typedef int (*fftbench_transform)(int plan, int forward);

/* What a driver's program does, given its arguments (argv[0] is its name): --describe, or cases
 * into records. Returns the exit code. To be called once. */
int fftbench_main(int argc, char** argv, fftbench_ask ask, fftbench_transform transform);

/* The answer to the question that is being asked. The text is copied. */
void fftbench_answer(const char* json);

/* Why the question has no answer, or the transform was not made. The text is copied. */
void fftbench_fail(const char* why);

/* Names the file of a loaded FFTW that is visible to its user alone, as languages load libraries:
 * by this the functions here, which count the calls, find the real ones. Returns 0 if it is loaded.
 */
int fftbench_expose(const char* library);

#ifdef __cplusplus
}
#endif
