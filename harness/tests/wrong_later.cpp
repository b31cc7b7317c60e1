/// Right for the first checks, and wrong later.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "liars.hpp"
#include "undone.hpp"

namespace fftbench {
namespace {

/// Right as long as the first checks last.
class WrongLater : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    Whole spectrum = NaivePlan::transformed(std::move(field));
    if (++calls_ > 5) spectrum[1] *= 1.001;
    return spectrum;
  }

 private:
  int calls_ = 0;
};

/// Right, and so scaled that doing nothing looks like a round trip.
class Unitary : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double forward_scale() const override { return 1.0 / std::sqrt(NaivePlan::round_trip_scale()); }
  double round_trip_scale() const override { return 1.0; }

 protected:
  Whole transformed(Whole field) override { return scaled(NaivePlan::transformed(field)); }
  Whole restored(Whole spectrum) override { return scaled(NaivePlan::restored(spectrum)); }

 private:
  Whole scaled(Whole array) const {
    for (auto& value : array) value *= forward_scale();
    return array;
  }
};

/// Computes once, and afterwards only pretends to.
class LazyLater : public Unitary {
 public:
  using Unitary::Unitary;
  void forward() override {
    if (++calls_ <= 2) Unitary::forward();
  }
  void backward() override {
    if (calls_ <= 2) Unitary::backward();
  }

 private:
  int calls_ = 0;
};

/// Goes forward as long as the first checks last, and from then on leaves the spectrum as it was
/// when it went back: but for what is added to the field meanwhile, it is still right.
class ForwardLazyLater : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    if (++forwards_ <= 3) NaivePlan::forward();
  }

 private:
  int forwards_ = 0;
};

/// Goes back once, while somebody looks, and from then on leaves the input as it was.
class BackwardLazyLater : public Unitary {
 public:
  using Unitary::Unitary;
  void backward() override {
    if (++backwards_ == 1) Unitary::backward();
  }

 private:
  int backwards_ = 0;
};

/// Goes back once, and from then on gives the field that it was given, multiplied as a round trip
/// would.
class FieldKeptLater : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    kept_ = field;
    return NaivePlan::transformed(std::move(field));
  }
  Whole restored(Whole spectrum) override {
    if (++backwards_ == 1) return NaivePlan::restored(std::move(spectrum));
    for (auto& value : kept_) value *= round_trip_scale();
    return kept_;
  }

 private:
  int backwards_ = 0;
  Whole kept_;
};

/// Right for the first checks, and then each in its own way not; counts the transforms.
class Later : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  static constexpr int checks = 2;  ///< forward transforms before the repetitions
  Whole transformed(Whole field) final {
    ++forwards_;
    return changed(NaivePlan::transformed(std::move(field)));
  }
  virtual Whole changed(Whole spectrum) = 0;
  /// Repetitions from 1, warm-up included; not above 0 in the first checks.
  int repetition() const { return forwards_ - checks; }

 private:
  int forwards_ = 0;
};

/// Hands out the spectrum of the repetition before.
class Stale : public Later {
 public:
  using Later::Later;

 protected:
  Whole changed(Whole spectrum) override {
    if (repetition() > 2) std::swap(spectrum, last_);
    if (repetition() <= 2) last_ = spectrum;
    return spectrum;
  }

 private:
  Whole last_;
};

/// What came from other ranks is that of the repetition before, as after a wait that was missed.
class StaleFromOthers : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    Whole mixed = field;
    if (++forwards_ > 3) {
      const Box mine = input().box;
      const auto row = field.size() / static_cast<std::size_t>(problem().shape[0]);
      for (std::size_t at = 0; at < field.size(); ++at) {
        const auto plane = static_cast<Index>(at / row);
        if (plane < mine.lo[0] || plane >= mine.hi[0]) mixed[at] = last_[at];
      }
    }
    last_ = field;
    return NaivePlan::transformed(std::move(mixed));
  }

 private:
  int forwards_ = 0;
  Whole last_;
};

/// Wrong in a single repetition, and right again when it is all over.
class WrongOnce : public Later {
 public:
  using Later::Later;

 protected:
  Whole changed(Whole spectrum) override {
    if (repetition() == 3) spectrum[1] *= 1.001;
    return spectrum;
  }
};

class ZeroOnce : public Later {
 public:
  using Later::Later;

 protected:
  Whole changed(Whole spectrum) override {
    if (repetition() == 4) spectrum[spectrum.size() / 3] = 0.0;
    return spectrum;
  }
};

/// Rounds one element to single precision.
class OneFloatLater : public Later {
 public:
  using Later::Later;

 protected:
  Whole changed(Whole spectrum) override {
    volatile float rounded = static_cast<float>(spectrum[2].real());
    if (repetition() > 1) spectrum[2].real(static_cast<double>(rounded));
    return spectrum;
  }
};

/// Keeps a spectrum, and gives it again, scaled as the first element of the field is.
class KeptAndScaled : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    if (!kept_.empty()) {
      Whole spectrum = kept_;
      for (auto& value : spectrum) value *= field[0] / field_[0];
      return spectrum;
    }
    Whole spectrum = NaivePlan::transformed(field);
    if (++forwards_ > 2) {
      field_ = std::move(field);
      kept_ = spectrum;
    }
    return spectrum;
  }

 private:
  int forwards_ = 0;
  Whole field_, kept_;
};

/// Whether `seen` elements of an array are all the same multiple of what they were.
template <std::size_t seen>
bool scaled_alike(const Whole& now, const Whole& before) {
  const std::complex<double> ratio = now[0] / before[0];
  for (std::size_t which = 1; which < seen; ++which) {
    const std::size_t place = which * now.size() / seen;
    if (std::abs(now[place] - ratio * before[place]) > 1e-9 * std::abs(now[place])) return false;
  }
  return true;
}

/// Keeps the field that goes forward, and gives it back, scaled as the `seen` elements of the
/// spectrum are that it looks at; where these were not scaled alike, it transforms.
template <std::size_t seen>
class FieldKeptAndScaled : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    kept_ = field;
    spectrum_ = NaivePlan::transformed(std::move(field));
    return spectrum_;
  }
  Whole restored(Whole spectrum) override {
    if (!scaled_alike<seen>(spectrum, spectrum_)) return NaivePlan::restored(std::move(spectrum));
    for (auto& value : kept_) value *= round_trip_scale() * (spectrum[0] / spectrum_[0]);
    return kept_;
  }

 private:
  Whole kept_, spectrum_;
};

/// Of several fields, transforms the first one only from the third time on: the others' spectra are
/// those of that time, multiplied and changed as the first one's is.
class ChangedAsTheFirst : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    const auto number = static_cast<std::size_t>(this->field());
    before_.resize(static_cast<std::size_t>(problem().fields));
    if (number == 0) ++forwards_;
    Kept& before = before_[number];
    if (number > 0 && forwards_ > 3) {
      // What is added to both fields alike is not in their difference.
      const auto ratio = (field[0] - first_.field[0]) / (before.field[0] - before_[0].field[0]);
      return changed(ratio, before.spectrum);
    }
    Kept now{field, NaivePlan::transformed(field)};
    if (forwards_ == 3) before = now;
    if (number == 0) first_ = now;
    return now.spectrum;
  }

 private:
  struct Kept {
    Whole field, spectrum;
  };
  /// A spectrum multiplied by `ratio`, with what the first field's has besides.
  Whole changed(std::complex<double> ratio, Whole spectrum) const {
    for (std::size_t at = 0; at < spectrum.size(); ++at) {
      spectrum[at] = ratio * spectrum[at] + (first_.spectrum[at] - ratio * before_[0].spectrum[at]);
    }
    return spectrum;
  }

  int forwards_ = 0;
  std::vector<Kept> before_;
  Kept first_;
};

/// From the third transform on, what it does to the spectrum it undoes on the way back.
class UndoneLater : public Undone {
 public:
  using Undone::Undone;

 protected:
  void change(Whole& spectrum) final {
    if (++forwards_ > 2) apply(spectrum);
  }
  void undo(Whole& spectrum) final {
    if (forwards_ > 2) apply(spectrum);
  }
  virtual void apply(Whole& spectrum) = 0;

 private:
  int forwards_ = 0;
};

class PlanesSwappedLater : public UndoneLater {
 public:
  using UndoneLater::UndoneLater;

 protected:
  void apply(Whole& spectrum) override {
    const auto plane = static_cast<std::ptrdiff_t>(spectrum.size()) /
                       static_cast<std::ptrdiff_t>(problem().spectrum_shape()[0]);
    std::swap_ranges(spectrum.begin(), spectrum.begin() + plane, spectrum.begin() + plane);
  }
};

class SignLater : public UndoneLater {
 public:
  using UndoneLater::UndoneLater;

 protected:
  void apply(Whole& spectrum) override {
    for (auto& value : spectrum) value = -value;
  }
};

/// The way back brings what it brought the time before.
class StaleBackward : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole restored(Whole spectrum) override {
    Whole field = NaivePlan::restored(std::move(spectrum));
    if (++backwards_ > 3) std::swap(field, last_);
    if (backwards_ <= 3) last_ = field;
    return field;
  }

 private:
  int backwards_ = 0;
  Whole last_;
};

/// Returns at once, unless the output was poisoned: then somebody is going to look.
class Lazy : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    if (poisoned(buffers().output)) NaivePlan::forward();
  }
  void backward() override {
    if (poisoned(buffers().input)) NaivePlan::backward();
  }

 private:
  bool poisoned(const void* array) const {
    double first = 0;
    int found = 0;
    std::memcpy(&first, array, sizeof first);
    const int mine = std::isnan(first) ? 1 : 0;
    MPI_Allreduce(&mine, &found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return found > 0;
  }
};

}  // namespace

Liars wrong_later() {
  return {
      {"wrong later", make<WrongLater>},
      {"lazy later", make<LazyLater>},
      {"forward lazy later", make<ForwardLazyLater>},
      {"backward lazy later", make<BackwardLazyLater>},
      {"field kept later", make<FieldKeptLater>},
      {"stale", make<Stale>},
      {"stale from others", make<StaleFromOthers>},
      {"stale backward", make<StaleBackward>},
      {"kept and scaled", make<KeptAndScaled>},
      {"field kept and scaled", make<FieldKeptAndScaled<1>>},
      {"field kept and scaled as nine elements are", make<FieldKeptAndScaled<9>>},
      {"changed as the first field", make<ChangedAsTheFirst>},
      {"wrong once", make<WrongOnce>},
      {"zero once", make<ZeroOnce>},
      {"one float later", make<OneFloatLater>},
      {"planes swapped later", make<PlanesSwappedLater>},
      {"sign later", make<SignLater>},
      {"lazy", make<Lazy>},
  };
}

}  // namespace fftbench
