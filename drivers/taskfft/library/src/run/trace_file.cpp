#include "run/trace_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <locale>
#include <sstream>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

using Clock = Event::Clock;

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

const char* category_of(Part part) {
  constexpr std::array<const char*, kParts> names{"compute", "pack", "exchange", "unpack", "idle"};
  return names[static_cast<std::size_t>(part)];
}

/// The fields that events of every kind begin with.
void put_head(std::ostream& out, const char* phase, const Event& event, const char* category,
              int rank, int worker, Clock::time_point at, Clock::duration offset) {
  out << ",\n{\"ph\": \"" << phase << "\", \"pid\": " << rank << ", \"tid\": " << worker
      << ", \"name\": \"" << event.name << "\", \"cat\": \"" << category
      << "\", \"ts\": " << microseconds(at.time_since_epoch() + offset);
}

void put_arguments(std::ostream& out, const Event& event) {
  if (!event.task) return;
  const Task& task = *event.task;
  const bool stage = task.kind == TaskKind::transform;
  out << ", \"args\": {\"" << (stage ? "stage" : "exchange") << "\": " << task.place
      << ", \"group\": " << task.group << ", \"chunk\": " << task.item
      << ", \"peer\": " << task.peer << ", \"stolen\": " << std::boolalpha << event.stolen << "}";
}

void put_event(std::ostream& out, const Event& event, const char* category, int rank, int worker,
               Clock::duration offset) {
  put_head(out, "X", event, category, rank, worker, event.begin, offset);
  out << ", \"dur\": " << microseconds(event.end - event.begin);
  put_arguments(out, event);
  out << "}";
}

/// Messages overlap each other, so each is a pair of asynchronous events with a number in common.
void put_message(std::ostream& out, const Event& event, Clock::duration offset, int rank,
                 std::size_t number) {
  for (const bool begins : {true, false}) {
    put_head(out, begins ? "b" : "e", event, "in flight", rank, 0, begins ? event.begin : event.end,
             offset);
    out << ", \"id2\": {\"local\": \"" << number << "\"}";
    if (begins) put_arguments(out, event);
    out << "}";
  }
}

std::string events_of_rank(const Recorder& recorder, Clock::duration offset, int rank) {
  std::ostringstream out;
  out.imbue(std::locale::classic());  // the application's may write 1,000 for a thousand
  out.setf(std::ios::fixed);
  out.precision(3);
  out << (rank == 0 ? "" : ",\n") << R"({"ph": "M", "name": "process_name", "pid": )" << rank
      << R"(, "args": {"name": "rank )" << rank << "\"}}";
  for (int worker = 0; worker < recorder.workers(); ++worker) {
    for (const Event& event : recorder.events(worker)) {
      put_event(out, event, category_of(event.part), rank, worker, offset);
    }
  }
  for (const Event& event : recorder.executions()) put_event(out, event, "run", rank, 0, offset);
  std::size_t number = 0;
  for (const Event& event : recorder.messages()) put_message(out, event, offset, rank, ++number);
  return std::move(out).str();
}

// Tags of what ranks tell each other of the file. Texts have the tag 0.
constexpr int kStays = 1;  // for its part in it
constexpr int kGoes = 2;   // as an exception is on its way: nobody may wait for it

/// A message of nothing, for which no rank has to wait.
void tell(const Communicator& comm, int rank, int tag) {
  MPI_Request sent = MPI_REQUEST_NULL;
  check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, rank, tag, comm.get(), &sent), "telling of a trace");
  check_mpi(MPI_Request_free(&sent), "telling of a trace");
}

/// Of a rank that has told this one.
bool stays(const Communicator& comm, int rank) {
  MPI_Status status{};
  check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, rank, MPI_ANY_TAG, comm.get(), &status),
            "hearing of a trace");
  return status.MPI_TAG == kStays;
}

/// The first rank tells all others, and these the first one.
void tell_all(const Communicator& comm, int tag) {
  if (comm.rank() > 0) return tell(comm, 0, tag);
  for (int rank = 1; rank < comm.size(); ++rank) tell(comm, rank, tag);
}

/// Rank by rank, so that the first rank holds the text of one other rank at a time.
void write_all(std::ostream& out, const std::string& text, const Communicator& comm) {
  out << "{\"traceEvents\": [\n" << text;
  for (int rank = 1; rank < comm.size(); ++rank) {
    if (stays(comm, rank)) out << receive_text(comm, rank);
  }
  out << "\n]}\n";
}

/// What to add to this rank's steady clock to have the first rank's: half of the shortest of some
/// round trips lies between the question and the answer (Cristian, Distributed Computing 3, 1989).
/// Collective.
Clock::duration clock_offset(const Communicator& comm) {
  constexpr int rounds = 20, tag = 0;
  using Ticks = Clock::rep;
  const auto now = [] {
    return static_cast<std::int64_t>(Clock::now().time_since_epoch().count());
  };
  std::int64_t offset = 0, theirs = 0;
  for (int rank = 1; rank < comm.size(); ++rank) {
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
    for (int round = 0; round < rounds; ++round) {
      if (comm.rank() == 0) {
        check_mpi(MPI_Recv(&theirs, 1, MPI_INT64_T, rank, tag, comm.get(), MPI_STATUS_IGNORE),
                  "comparing clocks");
        theirs = now();
        check_mpi(MPI_Send(&theirs, 1, MPI_INT64_T, rank, tag, comm.get()), "comparing clocks");
      } else if (comm.rank() == rank) {
        const std::int64_t asked = now();
        check_mpi(MPI_Send(&asked, 1, MPI_INT64_T, 0, tag, comm.get()), "comparing clocks");
        check_mpi(MPI_Recv(&theirs, 1, MPI_INT64_T, 0, tag, comm.get(), MPI_STATUS_IGNORE),
                  "comparing clocks");
        const std::int64_t answered = now();
        if (answered - asked >= shortest) continue;
        shortest = answered - asked;
        offset = theirs - (asked + answered) / 2;
      }
    }
  }
  return Clock::duration(static_cast<Ticks>(offset));
}

/// The first rank writes the events of all ranks that stay for it. Collective.
void write_trace(const std::string& file, const Recorder& recorder, Clock::duration offset,
                 const Communicator& comm) {
  const std::string text = events_of_rank(recorder, offset, comm.rank());
  tell_all(comm, kStays);
  if (comm.rank() > 0) {
    if (stays(comm, 0)) send_text(comm, 0, text);
    return;
  }
  std::ofstream out(file);
  write_all(out, text, comm);
  out.flush();
  if (out) return;
  std::fprintf(stderr, "taskfft: the trace could not be written to %s: %s\n", file.c_str(),
               std::strerror(errno));
}

/// One variable names the files of all plans of a job, each written by the plan's first rank:
/// trace.json, trace-2.json, .. of the job's first rank, trace-rank3.json, trace-rank3-2.json, ..
/// of another one.
std::string numbered(const std::string& file) {
  static std::atomic<int> traces{0};
  const int number = ++traces;
  int rank = 0;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "asking for the rank");
  const std::filesystem::path path(file);
  std::string name = path.stem().string();
  if (rank > 0) name += "-rank" + std::to_string(rank);
  if (number > 1) name += "-" + std::to_string(number);
  return (path.parent_path() / (name + path.extension().string())).string();
}

}  // namespace

std::unique_ptr<TraceFile> TraceFile::create(const std::string& file, int workers,
                                             const Communicator& comm) {
  const char* variable = std::getenv("TASKFFT_TRACE");
  const bool from_variable = variable != nullptr && *variable != '\0';
  const std::string wanted = from_variable ? numbered(variable) : file;
  const bool first_wants = comm.rank() == 0 && !wanted.empty();
  if (maximum(comm, Index{first_wants ? 1 : 0}) == 0) return nullptr;
  return std::make_unique<TraceFile>(wanted, workers, Communicator::duplicate(comm.get()));
}

TraceFile::TraceFile(std::string file, int workers, Communicator comm)
    : file_(std::move(file)),
      comm_(std::move(comm)),
      offset_(clock_offset(comm_)),
      recorder_(workers),
      exceptions_(std::uncaught_exceptions()) {}

TraceFile::~TraceFile() {
  if (!mpi_runs()) return;
  try {
    if (std::uncaught_exceptions() > exceptions_) {
      tell_all(comm_, kGoes);
      comm_.keep();  // with what others tell this rank
    } else {
      write_trace(file_, recorder_, offset_, comm_);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "taskfft: no trace was written: %s\n", error.what());
  }
}

}  // namespace taskfft
