/* Transforms a 32x48x40 real array forward and back and prints the largest deviation.
 *   mpirun -n 4 taskfft_example_c */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <taskfft/taskfft.h>

static void expect(int code) {
  if (code == TASKFFT_OK) return;
  fprintf(stderr, "taskfft: %s\n", taskfft_message());
  MPI_Abort(MPI_COMM_WORLD, code);
}

/* A value that tells every element from its neighbours. */
static double value(int64_t i, int64_t j, int64_t k) {
  return (double)i + 0.1 * (double)j - 0.01 * (double)k;
}

static double largest_deviation(const double* field, const taskfft_layout* at, double scale) {
  double largest = 0;
  for (int64_t i = at->lo[0]; i < at->hi[0]; ++i) {
    for (int64_t j = at->lo[1]; j < at->hi[1]; ++j) {
      for (int64_t k = at->lo[2]; k < at->hi[2]; ++k) {
        const int64_t offset = (i - at->lo[0]) * at->stride[0] + (j - at->lo[1]) * at->stride[1] +
                               (k - at->lo[2]) * at->stride[2];
        const double deviation = fabs(field[offset] / scale - value(i, j, k));
        if (isnan(deviation)) return INFINITY; /* fmax() and MPI_MAX lose it */
        largest = fmax(largest, deviation);
      }
    }
  }
  return largest;
}

static void fill(double* field, const taskfft_layout* at) {
  for (int64_t i = at->lo[0]; i < at->hi[0]; ++i) {
    for (int64_t j = at->lo[1]; j < at->hi[1]; ++j) {
      for (int64_t k = at->lo[2]; k < at->hi[2]; ++k) {
        field[(i - at->lo[0]) * at->stride[0] + (j - at->lo[1]) * at->stride[1] +
              (k - at->lo[2]) * at->stride[2]] = value(i, j, k);
      }
    }
  }
}

int main(int argc, char** argv) {
  const int64_t extents[] = {32, 48, 40};
  taskfft_plan* plan = NULL;
  taskfft_layout in, out;
  MPI_Init(&argc, &argv);
  expect(taskfft_create(&plan, 3, extents, "transform=r2c order=natural", MPI_COMM_WORLD));
  expect(taskfft_input(plan, &in));
  expect(taskfft_output(plan, &out));
  double* field = malloc((size_t)in.size * sizeof(double));
  double* spectrum = malloc((size_t)out.size * 2 * sizeof(double)); /* complex numbers */
  expect(taskfft_commit(plan, field, spectrum)); /* may overwrite: fill after it */
  fill(field, &in);
  expect(taskfft_forward(plan));
  expect(taskfft_backward(plan));
  double deviation = largest_deviation(field, &in, 32.0 * 48.0 * 40.0);
  MPI_Allreduce(MPI_IN_PLACE, &deviation, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("largest deviation after a round trip: %.1e\n", deviation);
  taskfft_destroy(plan);
  free(spectrum);
  free(field);
  MPI_Finalize();
  return deviation < 1e-12 ? 0 : 1;
}
