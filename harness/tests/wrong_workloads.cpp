/// Right transforms with a workload in a way of its own that is wrong.

#include <algorithm>
#include <cmath>
#include <fftbench/navier_stokes.hpp>
#include <fftbench/workload.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "liars.hpp"

namespace fftbench {
namespace {

/// Solves as it should, with the spectrum multiplied by `factor`.
class Solves : public NaivePlan {
 public:
  Solves(const Request& request, MPI_Comm comm) : NaivePlan(request, comm) {
    if (multiplies_by_formula(problem().workload)) multiplier_.emplace(problem());
  }
  std::function<void()> solver() override {
    return [this] { solve(); };
  }

 protected:
  virtual void solve() {
    solving_ = true;
    forward();
    solving_ = false;
    backward();
  }

  const Multiplier& multiplier() const { return *multiplier_; }

  virtual std::complex<double> factor(const Extents& wave_number) {
    std::complex<double> factor;
    multiplier().fill(wave_number, 0, {&factor, 1});
    return factor;
  }

  Whole transformed(Whole field) override {
    Whole spectrum = NaivePlan::transformed(std::move(field));
    if (!solving_) return spectrum;
    for_each_element(of_whole(problem().spectrum_shape()),
                     [&](const Extents& wave_number, Index offset) {
                       auto& value = spectrum[static_cast<std::size_t>(offset)];
                       value *= factor(wave_number);
                     });
    return spectrum;
  }

 private:
  std::optional<Multiplier> multiplier_;  ///< none where no formula gives factors
  bool solving_ = false;
};

class SkipsPointwise : public Solves {
 public:
  using Solves::Solves;

 protected:
  std::complex<double> factor(const Extents&) override { return 1.0; }
};

/// Takes waves that run backwards along axis 0 for such that run forwards.
class WrongSign : public Solves {
 public:
  using Solves::Solves;

 protected:
  std::complex<double> factor(const Extents& wave_number) override {
    const double forwards = static_cast<double>(wave_number[0]);
    std::complex<double> combined = multiplier().inverse_of_sum() ? 0.0 : 1.0;
    for (std::size_t axis = 0; axis < multiplier().axes(); ++axis) {
      const std::complex<double> along = multiplier().along(axis, wave_number[axis]);
      if (multiplier().inverse_of_sum()) {
        combined += axis == 0 ? -forwards * forwards : along;
      } else {
        combined *= axis == 0 ? std::conj(along) : along;
      }
    }
    if (!multiplier().inverse_of_sum()) return combined;
    return combined == 0.0 ? 0.0 : 1.0 / combined;
  }
};

/// The mean of a solution, which is 0, is something else.
class WrongMean : public Solves {
 public:
  using Solves::Solves;

 protected:
  std::complex<double> factor(const Extents& wave_number) override {
    const bool constant = wave_number == Extents::filled(wave_number.size(), 0);
    return constant ? 1.0 : Solves::factor(wave_number);
  }
};

/// Takes all of space for a periodic box of the doubled extents, of points that are one apart.
class PeriodicGreensFunction : public Solves {
 public:
  using Solves::Solves;

 protected:
  std::complex<double> factor(const Extents& wave_number) override {
    const Extents& shape = problem().shape;
    double square = 0.0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const double number = wave_number_along(axis, wave_number[axis]);
      square += number * number;
    }
    return square == 0.0 ? 0.0 : -1.0 / square;
  }

 private:
  double wave_number_along(std::size_t axis, Index k) const {
    const Index points = problem().shape[axis];
    return 2.0 * M_PI * fftbench::wave_number(Transform::c2c, points, k) /
           static_cast<double>(points);
  }
};

/// The answer is nothing at all.
class Zero : public Solves {
 public:
  using Solves::Solves;

 protected:
  std::complex<double> factor(const Extents&) override { return 0.0; }
};

/// Right, but would have a part of the arrays checked, and no transform.
class PadsElsewhere : public Solves {
 public:
  using Solves::Solves;
  bool pads() const override { return true; }
};

/// Right in the first checks, and then fails on one rank when its part is done: the
/// others go on to the way back, where all ranks take part.
class ThrowsInTheWorkload : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    NaivePlan::forward();
    if (++forwards_ > 5 && last_rank()) throw std::runtime_error("out of luck");
  }

 private:
  int forwards_ = 0;
};

/// Right as long as it goes no more than so many times in a row forward, or backward: then it gives
/// what it has given last.
template <int forwards, int backwards>
class InARow : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    run_ = std::max(run_, 0) + 1;
    NaivePlan::forward();
  }
  void backward() override {
    run_ = std::min(run_, 0) - 1;
    NaivePlan::backward();
  }

 protected:
  Whole transformed(Whole from) override {
    if (run_ <= forwards) spectrum_ = NaivePlan::transformed(std::move(from));
    return spectrum_;
  }
  Whole restored(Whole from) override {
    if (run_ >= -backwards) restored_ = NaivePlan::restored(std::move(from));
    return restored_;
  }

 private:
  int run_ = 0;  ///< of transforms in one direction; below 0 backward
  Whole spectrum_, restored_;
};

/// Right in the waves of the flow that the first checks know, the shortest that are kept; of the
/// others there is nothing from the third transform forward in a row on.
class LosesLongWaves : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    ++run_;
    NaivePlan::forward();
  }
  void backward() override {
    run_ = 0;
    NaivePlan::backward();
  }

 protected:
  Whole transformed(Whole from) override {
    Whole spectrum = NaivePlan::transformed(std::move(from));
    if (run_ <= 2) return spectrum;
    const NavierStokes flow(problem());
    for_each_element(of_whole(problem().spectrum_shape()), [&](const Extents& k, Index offset) {
      bool shortest = true, mean = true;
      for (std::size_t axis = 0; axis < k.size(); ++axis) {
        const double number = wave_number(problem().kind(axis), problem().shape[axis], k[axis]);
        shortest = shortest && std::abs(number) == static_cast<double>(flow.kept[axis]);
        mean = mean && number == 0.0;
      }
      if (!shortest && !mean) spectrum[static_cast<std::size_t>(offset)] = 0.0;
    });
    return spectrum;
  }

 private:
  int run_ = 0;  ///< of transforms forward
};

/// Gives what it has solved first again, from the repetitions on or from the first check on.
template <int right>
class StaleSolution : public Solves {
 public:
  using Solves::Solves;

 protected:
  void solve() override {
    if (solved_ < right) Solves::solve();
    if (solved_++ == right - 1) kept_ = input_array();
    if (solved_ > right) put_input_array(kept_);
  }

 private:
  std::vector<char> input_array() const {
    const auto* begin = static_cast<const char*>(buffers().input);
    return {begin, begin + bytes()};
  }
  void put_input_array(const std::vector<char>& from) const {
    std::copy(from.begin(), from.end(), static_cast<char*>(buffers().input));
  }
  std::ptrdiff_t bytes() const {
    return input().size * static_cast<std::ptrdiff_t>(problem().input_element_bytes());
  }

  int solved_ = 0;
  std::vector<char> kept_;
};

/// Keeps the first solution of the repetitions, and gives it again, scaled as the first number of
/// the data is.
class ScaledSolution : public Solves {
 public:
  using Solves::Solves;

 protected:
  void solve() override {
    const std::span<double> array = numbers();
    const double first = array.empty() ? 0.0 : array[0];
    if (!kept_.empty()) {
      for (std::size_t i = 0; i < array.size(); ++i) array[i] = kept_[i] * (first / first_);
      return;
    }
    Solves::solve();
    if (++solved_ == 1) return;  // a check
    kept_.assign(array.begin(), array.end());
    first_ = first;
  }

 private:
  /// The input array of double precision.
  std::span<double> numbers() const {
    const auto elements = static_cast<std::size_t>(input().size);
    return {static_cast<double*>(buffers().input),
            elements * problem().input_element_bytes() / sizeof(double)};
  }

  int solved_ = 0;
  double first_ = 0.0;
  std::vector<double> kept_;
};

}  // namespace

Liars wrong_workloads() {
  return {
      {"solves right", make<Solves>},
      {"no pointwise part", make<SkipsPointwise>},
      {"wrong sign", make<WrongSign>},
      {"wrong mean", make<WrongMean>},
      {"periodic Green's function", make<PeriodicGreensFunction>},
      {"zero solution", make<Zero>},
      {"stale solution", make<StaleSolution<2>>},
      {"scaled solution", make<ScaledSolution>},
      {"pads elsewhere", make<PadsElsewhere>},
      {"throws in the workload", make<ThrowsInTheWorkload>},
      {"forward again and again", make<InARow<2, 99>>},
      {"backward again", make<InARow<99, 1>>},
      {"loses long waves", make<LosesLongWaves>},
  };
}

}  // namespace fftbench
