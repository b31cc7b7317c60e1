/// The interface for C: what a plan really does.

#include "bindings/plan_of_c.hpp"
#include "bindings/settings.hpp"

namespace taskfft {
namespace {

/// What a function finds in what the plan does, which the plan keeps; null where that throws.
template <class Function>
const char* text_in(const taskfft_plan* plan, Function function) {
  const char* text = nullptr;
  with_plan(plan, [&](const auto& made) {
    text = plan->texts.insert(function(made.effective())).first->c_str();
  });
  return text;
}

}  // namespace
}  // namespace taskfft

using taskfft::Effective;

const char* taskfft_setting(const taskfft_plan* plan, const char* name) {
  return taskfft::text_in(plan, [&](const Effective& effective) {
    taskfft::require(name, "name");
    return taskfft::setting_of(name, plan->problem, effective);
  });
}

const char* taskfft_note(const taskfft_plan* plan, int note) {
  return taskfft::text_in(plan, [&](const Effective& effective) {
    const auto& notes = effective.notes;
    if (note >= 0 && static_cast<std::size_t>(note) < notes.size()) {
      return notes[static_cast<std::size_t>(note)];
    }
    throw taskfft::ArgumentError("there is no such note: the plan has " +
                                 std::to_string(notes.size()));
  });
}
