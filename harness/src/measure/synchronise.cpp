#include "measure/synchronise.hpp"

#include <limits>
#include <vector>

#include "measure/stopping.hpp"

namespace fftbench {
namespace {

constexpr int tag = 71;
constexpr int exchanges = 10;

/// Answers pings with the time of rank 0's clock.
void serve(MPI_Comm comm, int client, Clock& clock, double offset) {
  for (int exchange = 0; exchange < exchanges; ++exchange) {
    MPI_Recv(nullptr, 0, MPI_DOUBLE, client, tag, comm, MPI_STATUS_IGNORE);
    const double time = clock.now() + offset;
    MPI_Send(&time, 1, MPI_DOUBLE, client, tag, comm);
  }
}

/// The server's time belongs to the middle of the shortest round trip (Cristian's method).
double ask(MPI_Comm comm, int server, Clock& clock) {
  double shortest = std::numeric_limits<double>::max();
  double offset = 0.0;
  for (int exchange = 0; exchange < exchanges; ++exchange) {
    double served = 0.0;
    const double sent = clock.now();
    MPI_Send(nullptr, 0, MPI_DOUBLE, server, tag, comm);
    MPI_Recv(&served, 1, MPI_DOUBLE, server, tag, comm, MPI_STATUS_IGNORE);
    const double received = clock.now();
    if (received - sent < shortest) {
      shortest = received - sent;
      offset = served - 0.5 * (sent + received);
    }
  }
  return offset;
}

}  // namespace

double clock_offset(MPI_Comm comm, Clock& clock) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int distance = 1;
  while (distance < size) distance *= 2;
  double offset = 0.0;
  for (distance /= 2; distance > 0; distance /= 2) {
    const int place = rank % (2 * distance);
    if (place == 0 && rank + distance < size) serve(comm, rank + distance, clock, offset);
    if (place == distance) offset = ask(comm, rank - distance, clock);
  }
  return offset;
}

double start_skew(MPI_Comm comm, Clock& clock) {
  constexpr int attempts = 21;
  const double offset = clock_offset(comm, clock);
  std::vector<double> skews;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    synchronise(comm);
    const double left = clock.now() + offset;
    double first = left, last = left;
    MPI_Allreduce(&left, &first, 1, MPI_DOUBLE, MPI_MIN, comm);
    MPI_Allreduce(&left, &last, 1, MPI_DOUBLE, MPI_MAX, comm);
    skews.push_back(last - first);
  }
  return median(skews);
}

}  // namespace fftbench
