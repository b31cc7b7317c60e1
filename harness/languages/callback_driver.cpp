#include "languages/callback_driver.hpp"

#include <fmt/core.h>

#include <fftbench/affinity.hpp>
#include <fftbench/error.hpp>
#include <fftbench/profile.hpp>
#include <fftbench/registry.hpp>
#include <utility>

#include "languages/translation.hpp"
#include "run/program.hpp"

namespace fftbench {
namespace {

using nlohmann::json;

/// The answer to a question, in the form that `read` makes of it.
template <class Read>
auto asked(const char* question, const json& details, Read&& read) {
  const json answer = Program::instance().answer_to(question, details);
  try {
    return read(answer);
  } catch (const std::exception& error) {
    throw Error(fmt::format("the driver's {} is not understood: {}", question, error.what()));
  }
}

/// Addresses travel as integers.
void* pointer_of(const json& address) {
  return reinterpret_cast<void*>(address.get<std::uintptr_t>());
}

json address_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

class CallbackPlan final : public Plan {
 public:
  CallbackPlan(const Request& request, MPI_Comm comm, int number)
      : request_(request), number_(number) {
    json details = to_json(request);
    details["plan"] = number;
    details["comm"] = MPI_Comm_c2f(comm);
    asked("plan", details, [this](const json& answer) {
      read(answer);
      return 0;
    });
  }
  ~CallbackPlan() override {
    try {
      Program::instance().answer_to("end", {{"plan", number_}});
    } catch (const Error&) {  // nothing is lost: the plan is not used any more
    }
  }

  Layout input() const override { return input_; }
  Layout output() const override { return output_; }
  std::optional<Buffers> own_buffers() override { return own_; }

  void commit(const Buffers& buffers) override {
    Program::instance().answer_to("commit", {{"plan", number_},
                                             {"input", address_of(buffers.input)},
                                             {"output", address_of(buffers.output)}});
  }

  void forward() override { Program::instance().make(number_, true); }
  void backward() override { Program::instance().make(number_, false); }
  double forward_scale() const override { return forward_scale_; }
  double round_trip_scale() const override { return round_trip_scale_; }

  Effective effective() const override {
    return asked("effective", {{"plan", number_}},
                 [this](const json& answer) { return effective_of(answer, request_); });
  }

 private:
  void read(const json& answer) {
    input_ = layout_of(answer.at("input"));
    output_ = layout_of(answer.at("output"));
    forward_scale_ = answer.value("forward_scale", 1.0);
    round_trip_scale_ = answer.at("round_trip_scale");
    if (answer.value("starts_threads", false)) all_cpus_.emplace();
    if (!answer.contains("buffers")) return;
    const json& own = answer["buffers"];
    own_ = Buffers{pointer_of(own.at("input")), pointer_of(own.at("output"))};
  }

  Request request_;
  int number_;
  Layout input_, output_;
  double forward_scale_ = 1.0, round_trip_scale_ = 1.0;
  std::optional<Buffers> own_;
  std::optional<AllCpus> all_cpus_;
};

}  // namespace

Program& Program::instance() {
  static Program program;
  return program;
}

json Program::answer_to(const char* question, const json& details) {
  answer.clear();
  failure.clear();
  if (ask(question, details.dump().c_str()) != 0) {
    throw Error(failure.empty() ? fmt::format("the driver does not tell its {}", question)
                                : failure);
  }
  try {
    return json::parse(answer);
  } catch (const json::exception& error) {
    throw Error(fmt::format("the driver's {} is no JSON: {}", question, error.what()));
  }
}

void Program::make(int plan, bool forward) {
  if (transform(plan, forward ? 1 : 0) == 0) return;
  throw Error(std::exchange(failure, {}));
}

CallbackDriver::CallbackDriver()
    : description_(asked("description", json::object(), description_of)) {}

Support CallbackDriver::supports(const Request& request, int ranks) const {
  json details = to_json(request);
  details["ranks"] = ranks;
  return asked("support", details, [](const json& answer) {
    return answer.is_null() ? Support::yes() : Support::no(answer.get<std::string>());
  });
}

std::unique_ptr<Plan> CallbackDriver::plan(const Request& request, MPI_Comm comm) {
  return std::make_unique<CallbackPlan>(request, comm, ++plans_);
}

}  // namespace fftbench

using namespace fftbench;

void fftbench_answer(const char* json) {
  Program::instance().answer = json;
}

void fftbench_fail(const char* why) {
  Program::instance().failure = why;
}

int fftbench_expose(const char* library) {
  try {
    profile::look_in(library);
  } catch (const Error&) {
    return 1;
  }
  return 0;
}

int fftbench_main(int argc, char** argv, fftbench_ask ask, fftbench_transform transform) {
  Program::instance().ask = ask;
  Program::instance().transform = transform;
  try {
    Registry::instance().add(
        []() -> std::unique_ptr<Driver> { return std::make_unique<CallbackDriver>(); });
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
  return run_program(argc, argv);
}
