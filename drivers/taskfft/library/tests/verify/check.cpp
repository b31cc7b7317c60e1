#include "check.hpp"

#include <algorithm>
#include <concepts>
#include <span>

#include "../random_boxes.hpp"
#include "direct.hpp"

namespace taskfft::verify {
namespace {

using namespace testing_support;

/// An array of all fields with numbers before and behind it that must stay.
template <class Real>
class Guarded {
 public:
  Guarded(Index elements, Index reals_each, int shift)
      : reals_(static_cast<std::size_t>(elements * reals_each)),
        first_(kGuard + static_cast<std::size_t>(shift)),
        memory_(first_ + reals_ + kGuard, kMark) {}

  Real* data() { return memory_.data() + first_; }
  /// Numbers to be overwritten, or left alone in the gaps.
  void spoil(std::uint64_t seed) {
    for (std::size_t k = 0; k < reals_; ++k) data()[k] = static_cast<Real>(noise(seed + k));
  }
  bool guards_stand() const {
    const auto mark = [](Real number) { return number == kMark; };
    const auto begin = memory_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(first_ + reals_);
    return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(first_), mark) &&
           std::all_of(end, memory_.end(), mark);
  }
  bool operator==(const Guarded& other) const { return memory_ == other.memory_; }

 private:
  static constexpr std::size_t kGuard = 64;
  static constexpr Real kMark = 12345;
  std::size_t reals_, first_;
  std::vector<Real> memory_;
};

/// The boxes of an end; a plan of its own division has one.
std::span<const Layout> boxes_of(const Layout& layout) {
  return {&layout, 1};
}
std::span<const Layout> boxes_of(const std::vector<Layout>& boxes) {
  return boxes;
}

/// One end of a plan: its boxes, and whether its elements are real.
struct End {
  std::span<const Layout> boxes;
  Index unit;  ///< reals in an element
};

/// An array for each box.
template <class Real>
class Arrays {
 public:
  Arrays() = default;
  /// `other`: the other end, if it has these arrays, too.
  Arrays(const End& end, const End* other, int shift) {
    for (std::size_t k = 0; k < end.boxes.size(); ++k) {
      Index reals = end.boxes[k].size * end.unit;
      if (other) reals = std::max(reals, other->boxes[k].size * other->unit);
      arrays_.emplace_back(reals, 1, shift);
    }
  }
  std::vector<void*> addresses() {
    std::vector<void*> all;
    for (Guarded<Real>& array : arrays_) all.push_back(array.data());
    return all;
  }
  void spoil(std::uint64_t seed) {
    for (Guarded<Real>& array : arrays_) array.spoil(seed += 1000);
  }
  bool guards_stand() const {
    return std::all_of(arrays_.begin(), arrays_.end(),
                       [](const Guarded<Real>& array) { return array.guards_stand(); });
  }
  bool operator==(const Arrays&) const = default;

  /// Calls function(first real of an element, its global index) for all elements of a field.
  template <class Function>
  void for_all(const End& end, const Problem& problem, int field, Function function) {
    for (std::size_t k = 0; k < end.boxes.size(); ++k) {
      const Layout& box = end.boxes[k];
      Real* const first = arrays_[k].data() + field * box.field_stride * end.unit;
      for_each_element(box, problem.extents, [&](std::size_t local, std::size_t global) {
        function(first + local * static_cast<std::size_t>(end.unit), global);
      });
    }
  }

 private:
  std::vector<Guarded<Real>> arrays_;
};

template <class Real>
void fill(Arrays<Real>& arrays, const End& end, const Problem& problem, int field,
          const std::vector<Complex>& values) {
  arrays.for_all(end, problem, field, [&](Real* at, std::size_t global) {
    at[0] = static_cast<Real>(values[global].real());
    if (end.unit == 2) at[1] = static_cast<Real>(values[global].imag());
  });
}

/// The largest deviation from scale * values over the largest magnitude of that.
template <class Real>
double deviation(Arrays<Real>& arrays, const End& end, const Problem& problem, int field,
                 const std::vector<Complex>& values, double scale) {
  double largest = std::numeric_limits<double>::min(), worst = 0;
  for (const Complex& value : values) largest = std::max(largest, std::abs(value) * scale);
  arrays.for_all(end, problem, field, [&](const Real* at, std::size_t global) {
    const Complex found{at[0], end.unit == 2 ? at[1] : 0};
    const double off = std::abs(found - scale * values[global]);
    keep_worst(worst, off);
  });
  return worst / largest;
}

/// The factors of both directions.
std::array<double, 2> factors_of(const Trial& trial) {
  const double whole = round_trip_scale(trial.problem);
  switch (trial.options.scaling) {
    case Scaling::forward:
      return {1 / whole, whole};
    case Scaling::backward:
      return {1, 1};
    case Scaling::symmetric:
      return {1 / std::sqrt(whole), std::sqrt(whole)};
    case Scaling::none:
      break;
  }
  return {1, whole};
}

template <class Real, class AnyPlan>
class Check {
 public:
  Check(const Trial& trial, AnyPlan& plan)
      : trial_(trial),
        problem_(trial.problem),
        plan_(plan),
        input_{boxes_of(plan.input()), reals_in(input_element(problem_))},
        output_{boxes_of(plan.output()), reals_in(output_element(problem_))},
        in_(input_, in_place() ? &output_ : nullptr, trial.shift) {
    if (!in_place()) out_ = Arrays<Real>(output_, nullptr, trial.shift);
  }

  std::string run() {
    commit();
    for (int f = 0; f < problem_.fields; ++f) {
      fields_.push_back(global_field(problem_, trial_.seed * 4 + static_cast<std::uint64_t>(f)));
      const std::vector<Complex> whole = direct_forward(problem_, fields_.back());
      spectra_.push_back(kept_part(problem_, whole, true));
      returned_.push_back(problem_.kept.empty() ? fields_.back() : smooth(whole));
    }
    const auto [forward, backward] = factors_of(trial_);
    std::string words = direction(true, forward);
    // From what the sums gave, so that backward does not lean on forward.
    if (words.empty()) words = direction(false, backward);
    if (words.empty() && (!in_.guards_stand() || !out_.guards_stand())) {
      words = "wrote beyond an array";
    }
    return words;
  }

 private:
  bool in_place() const { return problem_.placement == Placement::in_place; }
  Arrays<Real>& out() { return in_place() ? in_ : out_; }

  void commit() {
    in_.spoil(1);
    out_.spoil(2);
    if (!trial_.other) return commit_to(in_, out());
    Arrays<Real> first(in_), second(out());
    commit_to(first, in_place() ? first : second);
  }
  void commit_to(Arrays<Real>& in, Arrays<Real>& out) {
    if constexpr (std::same_as<AnyPlan, Plan>) {
      plan_.commit(in.addresses()[0], out.addresses()[0]);
    } else {
      plan_.commit(in.addresses(), out.addresses());
    }
  }

  void transform(bool forward) {
    if (!trial_.other) return forward ? plan_.forward() : plan_.backward();
    const std::vector<void*> in = in_.addresses(), out = this->out().addresses();
    if constexpr (std::same_as<AnyPlan, Plan>) {
      const void *const field = in[0], *const spectrum = out[0];
      forward ? plan_.forward(field, out[0]) : plan_.backward(spectrum, in[0]);
    } else {
      forward ? plan_.forward(in, out) : plan_.backward(out, in);
    }
  }

  /// What is wrong with one direction, which is run twice.
  std::string direction(bool forward, double factor) {
    const std::string named = forward ? "forward" : "backward";
    const End& from = forward ? input_ : output_;
    const End& to = forward ? output_ : input_;
    Arrays<Real>& source = forward ? in_ : out();
    Arrays<Real>& target = forward ? out() : in_;
    std::vector<Arrays<Real>> results;
    for (int repetition = 0; repetition < 2; ++repetition) {
      target.spoil(3);
      source.spoil(4);
      for (int f = 0; f < problem_.fields; ++f) {
        fill(source, from, problem_, f, (forward ? fields_ : spectra_)[index(f)]);
      }
      const Arrays<Real> before(source);
      transform(forward);
      if (!in_place() && !(source == before)) return named + " changed what it read";
      results.push_back(target);
    }
    double worst = 0;
    for (int f = 0; f < problem_.fields; ++f) {
      const auto& expected = (forward ? spectra_ : returned_)[index(f)];
      const double off = deviation(results[0], to, problem_, f, expected, factor);
      keep_worst(worst, off);
    }
    if (!(worst <= tolerance()))
      return named + " is off by " + std::to_string(worst / eps()) + " eps";
    return results[0] == results[1] ? "" : named + " has other bits the second time";
  }

  /// What backward makes of the kept part of a spectrum, over round_trip_scale().
  std::vector<Complex> smooth(const std::vector<Complex>& whole) const {
    std::vector<Complex> field =
        backward_by(direct_forward, problem_, kept_part(problem_, whole, false));
    for (Complex& value : field) value /= round_trip_scale(problem_);
    return field;
  }

  static std::size_t index(int field) { return static_cast<std::size_t>(field); }
  static double eps() { return std::numeric_limits<Real>::epsilon(); }
  /// What rounding may cost: epsilon times the depth of the transform, times a margin.
  double tolerance() const {
    return 8 * eps() * (2 + std::log2(static_cast<double>(product(problem_.extents))));
  }

  const Trial& trial_;
  const Problem& problem_;
  AnyPlan& plan_;
  End input_, output_;
  Arrays<Real> in_, out_;  ///< in place the first ones alone
  std::vector<std::vector<Complex>> fields_, spectra_, returned_;
};

template <class AnyPlan>
std::string checked(const Trial& trial, AnyPlan& plan) {
  if (trial.problem.precision == Precision::float64) {
    return Check<double, AnyPlan>(trial, plan).run();
  }
  return Check<float, AnyPlan>(trial, plan).run();
}

std::string wrong_between_boxes(const Trial& trial, MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  Boxes mine = random_boxes_of(trial.problem, trial.seed, trial.ranks, rank);
  if (trial.own_input || trial.own_output) {
    const Plan plan(trial.problem, trial.options, comm);
    if (trial.own_input) mine.input = {plan.input()};
    if (trial.own_output) mine.output = {plan.output()};
    if (trial.problem.placement == Placement::in_place) even_out(mine);
  }
  BoxPlan plan(trial.problem, trial.options, mine, comm);
  return checked(trial, plan);
}

}  // namespace

std::string wrong(const Trial& trial, MPI_Comm comm, std::unique_ptr<Plan>& before) {
  try {
    if (trial.boxes) return wrong_between_boxes(trial, comm);
    before = trial.shares && before ? std::make_unique<Plan>(trial.problem, trial.options, *before)
                                    : std::make_unique<Plan>(trial.problem, trial.options, comm);
    return checked(trial, *before);
  } catch (const std::exception& error) {
    return std::string("threw: ") + error.what();
  }
}

}  // namespace taskfft::verify
