#include "settings.hpp"

namespace taskfft_settings {
namespace {

using fftbench::Setting;
using fftbench::Settings;
using taskfft::named;

const std::string kAuto = "auto";
const std::string kNone = "none";
const std::string kAll = "all";

template <class Enum>
Setting setting(Enum value) {
  return std::string(taskfft::name(value));
}

/// No limit is 0 in the options.
Setting setting(int value) {
  return value == 0 ? Setting(kAll) : Setting(std::int64_t{value});
}
int number(const Setting& setting) {
  return setting == Setting(kAll) ? 0 : static_cast<int>(std::get<std::int64_t>(setting));
}

/// Puts settings into options, unless they are auto. What a preset has set, they may only repeat.
class Chooser {
 public:
  explicit Chooser(const Settings& settings)
      : settings_(settings), preset_(settings.text("preset")) {}

  template <class Enum>
  void choose(Enum& knob, const std::string& option) const {
    if (open(option)) return;
    set(knob, named<Enum>(settings_.text(option)), option, [](Enum value) { return name(value); });
  }
  void choose(bool& knob, const std::string& option) const {
    if (open(option)) return;
    set(knob, settings_.flag(option), option, [](bool value) { return value ? "true" : "false"; });
  }
  void choose(int& knob, const std::string& option) const {
    if (open(option)) return;
    set(knob, number(settings_.all().at(option)), option,
        [](int value) { return fftbench::text(setting(value)); });
  }

 private:
  bool open(const std::string& option) const {
    return settings_.all().at(option) == Setting(kAuto);
  }

  template <class Value, class Text>
  void set(Value& knob, Value wanted, const std::string& option, Text text) const {
    if (preset_ != kNone && wanted != knob) {
      throw taskfft::ArgumentError("preset " + preset_ + " has " + option + "=" +
                                   std::string(text(knob)) + ": leave " + option +
                                   " at auto, or choose the settings one by one");
    }
    knob = wanted;
  }

  const Settings& settings_;
  std::string preset_;
};

/// A setting for every preset; none first.
std::vector<Setting> presets() {
  std::vector<Setting> names{kNone};
  for (const std::string_view each : taskfft::preset_names()) names.emplace_back(std::string(each));
  return names;
}

}  // namespace

std::vector<fftbench::Option> options() {
  return {
      {"preset",
       "how the codes of three papers do it, as the README says; what it fixes can be left at auto",
       presets()},
      {"planner", "how long FFTW searches for a plan", {"measure", "estimate", "patient"}},
      {"kernel",
       "who transforms the lines: FFTW, our own on a vector of lines, or the faster, timed",
       {"auto", "fftw", "lanes"}},
      {"stores",
       "whether results go through the cache or around it; auto times both",
       {"auto", "cached", "streaming"}},
      {"exchange",
       "shared: ranks of a node read each other's blocks in place, p2p between nodes; p2p: a "
       "message per peer, sent as soon as it is packed; persistent: the same, prepared once; "
       "alltoallv, ialltoallv: one collective call, blocking or not; alltoallw: with datatypes; "
       "auto: shared, or what tuning finds",
       {"auto", "shared", "p2p", "persistent", "alltoallv", "ialltoallv", "alltoallw"}},
      {"order",
       "axes of the spectrum: transposed saves the exchanges that restore the input's order",
       {"transposed", "natural"}},
      {"work_memory",
       "full: buffers as large as the array; small: exchanges go piece by piece, in a small part "
       "of "
       "that, and the spectrum's last axis stays the fastest",
       {"full", "small"}},
      {"packing",
       "fused: packing and unpacking are part of the transforms; separate: copies of their own; "
       "datatypes: MPI packs what leaves; auto: fused, or what the exchange needs",
       {"auto", "fused", "separate", "datatypes"}},
      {"message_groups",
       "messages per peer and exchange: more let blocks leave before a stage ends",
       {"auto", std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
        std::int64_t{16}, std::int64_t{32}, std::int64_t{64}}},
      {"sends_in_flight",
       "messages to one peer that may be under way at once; auto: 1",
       {"auto", std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, "all"}},
      {"scheduler",
       "graph: a task runs once its own input is there, on any thread; fork_join: stage by "
       "stage; static: on threads fixed beforehand; serial: one thread; auto: graph",
       {"auto", "graph", "fork_join", "static", "serial"}},
      {"stealing",
       "graph and fork_join: threads without work take another's where that costs less than "
       "waiting; auto: they do",
       {"auto", true, false}},
      {"executor",
       "whose threads run the tasks: taskfft's own or, to compare with, oneTBB's (which always "
       "steal) or OpenMP's (one parallel loop after the other)",
       {"own", "tbb", "openmp"}},
      {"tuning",
       "measure: choose what is auto, and the grid where the case has none, by timing plans",
       {"off", "measure"}}};
}

taskfft::Options options_of(const fftbench::Request& request) {
  const Settings& s = request.settings;
  const Chooser chooser(s);
  taskfft::Options o;
  if (s.text("preset") != kNone) o = taskfft::preset(s.text("preset"));
  for (std::size_t k = 0; k < request.grid.size(); ++k) {
    o.grid[k] = static_cast<int>(request.grid[k]);
  }
  o.threads = request.threads;
  o.effort = named<taskfft::Effort>(s.text("planner"));
  o.order = named<taskfft::Order>(s.text("order"));
  o.work_memory = named<taskfft::WorkMemory>(s.text("work_memory"));
  o.executor = named<taskfft::ExecutorKind>(s.text("executor"));
  o.tuning = named<taskfft::Tuning>(s.text("tuning"));
  chooser.choose(o.kernel, "kernel");
  chooser.choose(o.stores, "stores");
  chooser.choose(o.exchange, "exchange");
  chooser.choose(o.packing, "packing");
  chooser.choose(o.message_groups, "message_groups");
  chooser.choose(o.sends_in_flight, "sends_in_flight");
  chooser.choose(o.scheduler, "scheduler");
  chooser.choose(o.stealing, "stealing");
  return o;
}

std::map<std::string, Setting> effective(const Settings& asked, const taskfft::Options& options) {
  std::map<std::string, Setting> settings = asked.all();
  settings["kernel"] = setting(options.kernel);
  settings["stores"] = setting(options.stores);
  settings["exchange"] = setting(options.exchange);
  settings["work_memory"] = setting(options.work_memory);
  settings["packing"] = setting(options.packing);
  settings["message_groups"] = setting(options.message_groups);
  settings["sends_in_flight"] = setting(options.sends_in_flight);
  settings["scheduler"] = setting(options.scheduler);
  settings["stealing"] = options.stealing;
  return settings;
}

}  // namespace taskfft_settings
