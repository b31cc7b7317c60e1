/// The program fftbench-lies: drivers that get it wrong in every way the harness must notice, and
/// an honest one. test_lies.py, test_wrong_workloads.py and test_faults.py ask for each of them.

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fftbench/registry.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "liars.hpp"

namespace {

using namespace fftbench;

/// Whether a library of this program was asked for a plan, and whether FFTW's planner was made
/// before that, by a call of the harness.
bool asked_to_plan = false, planner_made_early = false;

}  // namespace

/// Stands for an MPI library without threads, where the environment asks for one.
extern "C" int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  if (std::getenv("FFTBENCH_LIES_NO_THREADS") != nullptr) *provided = MPI_THREAD_SINGLE;
  return code;
}

/// Stands for FFTW's, which makes the planner if there is none.
extern "C" void fftw_forget_wisdom();
extern "C" void fftw_forget_wisdom() {
  if (!asked_to_plan) planner_made_early = true;
}

namespace {

constexpr std::array faults{"throws", "throws a number", "exits", "crashes", "hangs"};

/// Fails in the way `lie` says, at the step `step`, on the ranks `who`.
class Faulty : public NaivePlan {
 public:
  Faulty(const Request& request, MPI_Comm comm) : NaivePlan(request, comm) { reach("construct"); }
  ~Faulty() override { reach("destruct"); }
  Layout input() const override {
    reach("layouts");
    return NaivePlan::input();
  }
  void commit(const Buffers& buffers) override {
    reach("commit");
    NaivePlan::commit(buffers);
  }
  void forward() override {
    reach("forward");
    NaivePlan::forward();
    reach("after forward");
  }

 private:
  void reach(const std::string& step) const {
    const Settings& settings = request().settings;
    if (settings.text("step") != step) return;
    if (settings.text("who") == "last" && !last_rank()) return;
    const std::string& lie = settings.text("lie");
    if (lie == "throws") throw std::runtime_error("out of luck");
    if (lie == "throws a number") throw 42;
    if (lie == "exits") std::exit(0);
    if (lie == "crashes") std::raise(SIGSEGV);
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
};

/// Complains where it outlives MPI, as the contract of Driver forbids, and where FFTW's planner was
/// made before it could set up threads.
class Honest : public Driver {
 public:
  ~Honest() override {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (!ran_ || finalized == 0) return;
    std::fputs("error: a driver that ran was destroyed after MPI\n", stderr);
    std::abort();
  }
  Description description() const override { return naive_description("honest"); }
  Support supports(const Request&, int) const override { return Support::yes(); }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    begin();
    return std::make_unique<NaivePlan>(request, comm);
  }

 protected:
  void begin() {
    if (planner_made_early) throw std::runtime_error("FFTW's planner is there before its threads");
    ran_ = asked_to_plan = true;
  }

 private:
  bool ran_ = false;
};

class Liar : public Honest {
 public:
  Description description() const override {
    Description description = naive_description("liar");
    description.unranked = "it lies";
    description.threaded = true;
    Option lie{"lie", "what it gets wrong", {"unsupported"}};
    for (const auto& [name, make] : liars()) lie.values.emplace_back(name);
    for (const char* fault : faults) lie.values.emplace_back(fault);
    description.options = {
        lie,
        {"step",
         "where a fault strikes",
         {"forward", "after forward", "construct", "layouts", "commit", "destruct"}},
        {"who", "the ranks it strikes", {"last", "all"}}};
    return description;
  }
  Support supports(const Request& request, int) const override {
    if (request.settings.text("lie") != "unsupported") return Support::yes();
    return Support::no("only on Sundays");
  }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    begin();
    const auto liar = liars().find(request.settings.text("lie"));
    if (liar == liars().end()) return std::make_unique<Faulty>(request, comm);
    return liar->second(request, comm);
  }
};

/// Transforms nothing, and would get out of the check as a baseline.
class Pretender : public Honest {
 public:
  Description description() const override {
    Description description = naive_description("pretender");
    description.role = Role::baseline;
    return description;
  }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    begin();
    return liars().at("identity")(request, comm);
  }
};

/// Right, but with more memory than it needs.
class Hoarder : public Honest {
 public:
  static constexpr std::size_t hoard = 50'000'000;  // bytes

  Description description() const override { return naive_description("hoarder"); }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    class Hoarding : public NaivePlan {
     public:
      using NaivePlan::NaivePlan;

     private:
      std::vector<char> hoard_ = std::vector<char>(hoard, 1);
    };
    begin();
    return std::make_unique<Hoarding>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Honest)
FFTBENCH_REGISTER_DRIVER(Liar)
FFTBENCH_REGISTER_DRIVER(Pretender)
FFTBENCH_REGISTER_DRIVER(Hoarder)
