#ifndef TASKFFT_TASKFFT_H
#define TASKFFT_TASKFFT_H
/* taskfft for C: the same plans as in taskfft/plan.hpp, which has their conventions (scaling,
 * signs, which arrays are read and written, threads, what is collective). MPI must outlive every
 * plan. */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct taskfft_plan taskfft_plan;

/* Where this rank's part of the global array lies: element (i[0], i[1], ..) with lo[a] <= i[a] <
 * hi[a] at the sum of (i[a] - lo[a]) * stride[a]. Offsets, strides and sizes count elements:
 * complex numbers, or real ones at an end that is real. Entries beyond `dims` are 0, 1 and 0. */
typedef struct taskfft_layout {
  int dims;
  int64_t lo[3];
  int64_t hi[3];
  int64_t stride[3];
  int64_t size;         /* elements to allocate, of all fields, padding included */
  int64_t field_stride; /* from an element to the same one of the next field */
} taskfft_layout;

/* What every function below returns that tells no text. */
enum {
  TASKFFT_OK = 0,
  TASKFFT_ARGUMENT = 1, /* something asked for that cannot be done */
  TASKFFT_MPI = 2,      /* an MPI call failed */
  TASKFFT_RESOURCE = 3, /* not enough memory, or FFTW could not plan */
  TASKFFT_FAILURE = 4   /* anything else */
};

/* What went wrong in the calling thread's last call that did not return TASKFFT_OK. */
const char* taskfft_message(void);

/* "0.3.0" */
const char* taskfft_version(void);

/* Makes a plan; collective over comm. `extents`: `dims` (1 to 3) numbers, the slowest axis first.
 * `settings`: name=value, separated by blanks, so that no value has any; NULL or "" for c2c in
 * double precision, out of place. Of the problem: transform=c2c|r2c|dct1..dst4,
 * precision=double|single, placement=out_of_place|in_place, kinds=dct2,dst2,r2c (a kind for each
 * axis, r2c for any one of them), fields=3, kept=11x16x14 (waves of each axis that a truncated
 * spectrum has: problem.hpp). And every option of taskfft/options.hpp by the name it has in the
 * list there: exchange=p2p order=natural grid=4x2x1 threads=2. On failure *plan is NULL. */
int taskfft_create(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                   MPI_Comm comm);
/* The same with a communicator of Fortran, as mpi4py and MPI_Comm_c2f give it. */
int taskfft_create_f(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                     MPI_Fint comm);

/* The same on the ranks of another plan, and in its work memory where that suffices: make the plan
 * that needs most first. One of them runs at a time. */
int taskfft_create_sharing(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, const taskfft_plan* lender);

/* The same between boxes of the caller's choice: what this rank has of the array, and what it wants
 * of the spectrum, any number of boxes each, empty or not, in memory of any axis order and with
 * gaps, as around a box with ghost layers: taskfft/box_plan.hpp. `inputs` and `outputs` of them,
 * and in place as many of both, those in the same place of the lists in one array; a list of none
 * may be NULL. Each box has `dims`, `lo` and `hi`, and what is open is 0: all of `stride` for C
 * order without gaps, `field_stride` for fields one after the other, and `size` for what box and
 * fields span. All ranks' boxes together are the array, each element in one of them. Every function
 * below takes such a plan, too. */
int taskfft_create_boxes(taskfft_plan** plan, int dims, const int64_t* extents,
                         const char* settings, int inputs, const taskfft_layout* input, int outputs,
                         const taskfft_layout* output, MPI_Comm comm);
int taskfft_create_boxes_f(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, int inputs, const taskfft_layout* input,
                           int outputs, const taskfft_layout* output, MPI_Fint comm);

/* The same on the ranks of another plan of either kind, and in its work memory where that suffices,
 * and in that of its exchanges between boxes. Plans between boxes lend memory to this call alone.
 */
int taskfft_create_boxes_sharing(taskfft_plan** plan, int dims, const int64_t* extents,
                                 const char* settings, int inputs, const taskfft_layout* input,
                                 int outputs, const taskfft_layout* output,
                                 const taskfft_plan* lender);

/* Before and after the forward transform. */
int taskfft_input(const taskfft_plan* plan, taskfft_layout* layout);
int taskfft_output(const taskfft_plan* plan, taskfft_layout* layout);

/* What backward after forward multiplies by, unless scaling=... undoes it; and the wave numbers of
 * this rank's part of an axis of the output, as many as hi[axis] - lo[axis]: see
 * taskfft/spectrum.hpp. */
int taskfft_round_trip_factor(const taskfft_plan* plan, double* factor);
int taskfft_wave_numbers(const taskfft_plan* plan, int axis, double* numbers);

/* What a plan really does: the value of a setting, as taskfft_create reads it, with all filled in
 * that was left open (kernel and stores by commit), or of "decomposition" (slab, pencil or brick)
 * or "work_bytes" (what this rank's plan has allocated); and, numbered from 0, a sentence for every
 * request that is not followed to the letter. NULL where there is no such setting or note. Texts
 * live as long as the plan. */
const char* taskfft_setting(const taskfft_plan* plan, const char* name);
const char* taskfft_note(const taskfft_plan* plan, int note);

/* Binds the arrays; collective. May overwrite them the first time. In place both are equal. */
int taskfft_commit(taskfft_plan* plan, void* in, void* out);

/* Transforms the arrays that were committed; collective. */
int taskfft_forward(taskfft_plan* plan);
int taskfft_backward(taskfft_plan* plan);

/* Points of the spectrum that lie side by side in memory and differ in one global index: elements
 * of the spectrum's array, but backward, in a round trip and between boxes. */
typedef struct taskfft_run {
  void* data; /* the first one's element */
  int64_t points;
  int64_t first[3]; /* global indices of the first one, 0 beyond `dims` */
  int dims;
  int axis;  /* along which they lie */
  int field; /* of several, from 0 */
} taskfft_run;

/* Called with each run of this rank's spectrum once its points are final, or backward before they
 * are transformed, in any order and, with several threads, some at the same time; what it writes to
 * the points stays, or is what is transformed. It returns 0:
 * anything else is a failure of the transform, which is the end of the plan. */
typedef int (*taskfft_visitor)(const taskfft_run* run, void* user);

/* taskfft_forward, in which `visit` is shown each point of the spectrum once, while it is in the
 * cache, together with `user`: products with the spectrum cost no trip through memory of their own.
 * NULL is shown nothing. And the same with taskfft_backward behind it: in one, where
 * round_trips=true asks for it, which saves one more trip; the spectrum's array then holds nothing
 * of use. */
int taskfft_forward_visiting(taskfft_plan* plan, taskfft_visitor visit, void* user);
int taskfft_round_trip(taskfft_plan* plan, taskfft_visitor visit, void* user);
/* taskfft_backward likewise: what `visit` writes is transformed, and out of place the spectrum's
 * array keeps what it holds, so that derivatives of one spectrum cost a transform each. All ranks
 * call it. */
int taskfft_backward_visiting(taskfft_plan* plan, taskfft_visitor visit, void* user);

/* Transforms other arrays than those that were committed, with the same layouts; collective. Each
 * reads the first and writes the second; in place both are equal. */
int taskfft_forward_on(taskfft_plan* plan, const void* field, void* spectrum);
int taskfft_backward_on(taskfft_plan* plan, const void* spectrum, void* field);

/* In place of any taskfft_create, on a rank that has nothing to ask for while the others make that
 * call: all of them return TASKFFT_ARGUMENT, and these words are the message. `lender` is that of
 * the calls that have one, or NULL for a call with this communicator. */
int taskfft_refuse_create_f(const taskfft_plan* lender, MPI_Fint comm, const char* words);
/* In place of taskfft_commit, or of a transform of other arrays, on a rank that has none to pass
 * while the others make that call: all of them return TASKFFT_ARGUMENT, and these words are the
 * message. For bindings of other languages, with checks of their own. */
int taskfft_refuse(taskfft_plan* plan, const char* words);

/* The same where this rank may have another number of boxes than one at either end: of a box of
 * them, from 0, or of the only one, and with lists of arrays, one for each box in their order; a
 * list of none may be NULL. Other plans have one box at either end. */
enum { TASKFFT_ONLY_BOX = -1 };
int taskfft_input_box(const taskfft_plan* plan, int box, taskfft_layout* layout);
int taskfft_output_box(const taskfft_plan* plan, int box, taskfft_layout* layout);
int taskfft_wave_numbers_of_box(const taskfft_plan* plan, int box, int axis, double* numbers);
int taskfft_commit_boxes(taskfft_plan* plan, void* const* in, void* const* out);
int taskfft_forward_boxes(taskfft_plan* plan, const void* const* field, void* const* spectrum);
int taskfft_backward_boxes(taskfft_plan* plan, const void* const* spectrum, void* const* field);

/* Ends a plan, which may be NULL; collective. */
void taskfft_destroy(taskfft_plan* plan);

#ifdef __cplusplus
}
#endif
#endif
