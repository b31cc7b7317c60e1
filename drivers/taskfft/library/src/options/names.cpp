#include "taskfft/names.hpp"

#include <string>
#include <utility>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

template <class Enum>
using Word = std::pair<Enum, std::string_view>;

/// What kind of value it is, for messages; and its words.
template <class Enum>
struct Names;

template <>
struct Names<Transform> {
  static constexpr std::string_view kind = "transform";
  static constexpr Word<Transform> words[] = {{Transform::c2c, "c2c"},   {Transform::r2c, "r2c"},
                                              {Transform::dct1, "dct1"}, {Transform::dct2, "dct2"},
                                              {Transform::dct3, "dct3"}, {Transform::dct4, "dct4"},
                                              {Transform::dst1, "dst1"}, {Transform::dst2, "dst2"},
                                              {Transform::dst3, "dst3"}, {Transform::dst4, "dst4"}};
};

template <>
struct Names<Precision> {
  static constexpr std::string_view kind = "precision";
  static constexpr Word<Precision> words[] = {{Precision::float64, "double"},
                                              {Precision::float32, "single"}};
};

template <>
struct Names<Placement> {
  static constexpr std::string_view kind = "placement";
  static constexpr Word<Placement> words[] = {{Placement::out_of_place, "out_of_place"},
                                              {Placement::in_place, "in_place"}};
};

template <>
struct Names<Exchange> {
  static constexpr std::string_view kind = "exchange";
  static constexpr Word<Exchange> words[] = {{Exchange::automatic, "auto"},
                                             {Exchange::shared, "shared"},
                                             {Exchange::p2p, "p2p"},
                                             {Exchange::persistent, "persistent"},
                                             {Exchange::alltoallv, "alltoallv"},
                                             {Exchange::ialltoallv, "ialltoallv"},
                                             {Exchange::alltoallw, "alltoallw"}};
};

template <>
struct Names<Order> {
  static constexpr std::string_view kind = "order";
  static constexpr Word<Order> words[] = {{Order::transposed, "transposed"},
                                          {Order::natural, "natural"}};
};

template <>
struct Names<WorkMemory> {
  static constexpr std::string_view kind = "work_memory";
  static constexpr Word<WorkMemory> words[] = {{WorkMemory::full, "full"},
                                               {WorkMemory::small, "small"}};
};

template <>
struct Names<Packing> {
  static constexpr std::string_view kind = "packing";
  static constexpr Word<Packing> words[] = {{Packing::automatic, "auto"},
                                            {Packing::fused, "fused"},
                                            {Packing::separate, "separate"},
                                            {Packing::datatypes, "datatypes"}};
};

template <>
struct Names<LineKernel> {
  static constexpr std::string_view kind = "kernel";
  static constexpr Word<LineKernel> words[] = {
      {LineKernel::automatic, "auto"}, {LineKernel::fftw, "fftw"}, {LineKernel::lanes, "lanes"}};
};

template <>
struct Names<Stores> {
  static constexpr std::string_view kind = "stores";
  static constexpr Word<Stores> words[] = {
      {Stores::automatic, "auto"}, {Stores::cached, "cached"}, {Stores::streaming, "streaming"}};
};

template <>
struct Names<Scheduler> {
  static constexpr std::string_view kind = "scheduler";
  static constexpr Word<Scheduler> words[] = {{Scheduler::graph, "graph"},
                                              {Scheduler::fork_join, "fork_join"},
                                              {Scheduler::static_, "static"},
                                              {Scheduler::serial, "serial"}};
};

template <>
struct Names<ExecutorKind> {
  static constexpr std::string_view kind = "executor";
  static constexpr Word<ExecutorKind> words[] = {
      {ExecutorKind::own, "own"}, {ExecutorKind::tbb, "tbb"}, {ExecutorKind::openmp, "openmp"}};
};

template <>
struct Names<Effort> {
  static constexpr std::string_view kind = "planner";
  static constexpr Word<Effort> words[] = {
      {Effort::estimate, "estimate"}, {Effort::measure, "measure"}, {Effort::patient, "patient"}};
};

template <>
struct Names<Tuning> {
  static constexpr std::string_view kind = "tuning";
  static constexpr Word<Tuning> words[] = {{Tuning::off, "off"}, {Tuning::measure, "measure"}};
};

}  // namespace

template <class Enum>
std::string_view name(Enum value) {
  for (const auto& [known, word] : Names<Enum>::words) {
    if (known == value) return word;
  }
  throw ArgumentError(std::string(Names<Enum>::kind) + " " +
                      std::to_string(static_cast<int>(value)) + " is none of the enumerators");
}

template <class Enum>
Enum named(std::string_view word) {
  std::string words;
  for (const auto& [value, known] : Names<Enum>::words) {
    if (known == word) return value;
    words.append(words.empty() ? "" : ", ").append(known);
  }
  throw ArgumentError(std::string(Names<Enum>::kind) + " can't be '" + std::string(word) +
                      "': it takes " + words);
}

#define TASKFFT_NAMES(Enum)                   \
  template std::string_view name<Enum>(Enum); \
  template Enum named<Enum>(std::string_view)
TASKFFT_NAMES(Transform);
TASKFFT_NAMES(Precision);
TASKFFT_NAMES(Placement);
TASKFFT_NAMES(Exchange);
TASKFFT_NAMES(Order);
TASKFFT_NAMES(WorkMemory);
TASKFFT_NAMES(Packing);
TASKFFT_NAMES(LineKernel);
TASKFFT_NAMES(Stores);
TASKFFT_NAMES(Scheduler);
TASKFFT_NAMES(ExecutorKind);
TASKFFT_NAMES(Effort);
TASKFFT_NAMES(Tuning);
#undef TASKFFT_NAMES

}  // namespace taskfft
