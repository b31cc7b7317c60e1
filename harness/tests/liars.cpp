#include "liars.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <utility>

namespace fftbench {
namespace {

/// The identity, scaled as a unitary transform so that even Parseval's identity holds.
class Identity : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double forward_scale() const override { return 1.0 / std::sqrt(NaivePlan::round_trip_scale()); }
  double round_trip_scale() const override { return 1.0; }

 protected:
  Whole transformed(Whole field) override { return field; }
  Whole restored(Whole spectrum) override { return spectrum; }
};

/// Leaves the input as it was, which out of place looks like a normalised way back.
class NoBackward : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double round_trip_scale() const override { return 1.0; }
  void backward() override {}
};

/// Does what it does to the spectrum, and undoes it on the way back, so that the round trip is
/// right.
class Undone : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  virtual void change(Whole& spectrum) = 0;
  virtual void undo(Whole& spectrum) { change(spectrum); }
  Whole transformed(Whole field) override {
    Whole spectrum = NaivePlan::transformed(std::move(field));
    change(spectrum);
    return spectrum;
  }
  Whole restored(Whole spectrum) override {
    undo(spectrum);
    return NaivePlan::restored(std::move(spectrum));
  }
};

/// Exchanges axes 0 and 1, which must be of equal size.
class SwappedAxes : public Undone {
 public:
  using Undone::Undone;

 protected:
  void change(Whole& spectrum) override {
    const Extents shape = problem().spectrum_shape();
    const auto n = static_cast<std::size_t>(shape[0]);
    const std::size_t row = spectrum.size() / (n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto one = spectrum.begin() + static_cast<std::ptrdiff_t>((i * n + j) * row);
        const auto other = spectrum.begin() + static_cast<std::ptrdiff_t>((j * n + i) * row);
        std::swap_ranges(one, one + static_cast<std::ptrdiff_t>(row), other);
      }
    }
  }
};

class WrongScale : public Undone {
 public:
  using Undone::Undone;

 protected:
  void change(Whole& spectrum) override {
    for (auto& value : spectrum) value *= 0.5;
  }
  void undo(Whole& spectrum) override {
    for (auto& value : spectrum) value *= 2.0;
  }
};

/// The other sign of the exponent, in both directions.
class Conjugate : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    return conjugated(NaivePlan::transformed(conjugated(std::move(field))));
  }
  Whole restored(Whole spectrum) override {
    return conjugated(NaivePlan::restored(conjugated(std::move(spectrum))));
  }

 private:
  static Whole conjugated(Whole array) {
    for (auto& value : array) value = std::conj(value);
    return array;
  }
};

/// A dct or dst of another kind, with the inverse that belongs to it, so that only the round trip
/// is right.
template <Transform kind>
class OtherKind : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double round_trip_scale() const override {
    return static_cast<double>(other().logical_shape().volume());
  }

 protected:
  Whole transformed(Whole field) override { return naive_transform(other(), std::move(field)); }
  Whole restored(Whole spectrum) override { return naive_inverse(other(), std::move(spectrum)); }

 private:
  Problem other() const {
    Problem changed = problem();
    changed.transform = kind;
    return changed;
  }
};

/// Ranks 0 and 1 claim each other's part of the spectrum; equal parts, so that memory suffices.
class SwappedBlocks : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Layout output() const override {
    Layout layout = NaivePlan::output();
    if (rank() > 1) return layout;
    const std::size_t axis = layout.box.lo.size() - 1;
    const Index shift = layout.box.extent(axis) * (rank() == 0 ? 1 : -1);
    layout.box.lo[axis] += shift;
    layout.box.hi[axis] += shift;
    return layout;
  }
};

class OneElementOff : public Undone {
 public:
  using Undone::Undone;

 protected:
  void change(Whole& spectrum) override { spectrum[spectrum.size() / 2] *= 1.001; }
  void undo(Whole& spectrum) override { spectrum[spectrum.size() / 2] /= 1.001; }
};

class RowReadTwice : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    const auto row = static_cast<std::ptrdiff_t>(problem().shape.back());
    std::copy_n(field.begin() + row, row, field.begin());
    return NaivePlan::transformed(std::move(field));
  }
};

/// Forgets the highest wave number of the last axis.
class NoNyquist : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    Whole spectrum = NaivePlan::transformed(std::move(field));
    const auto row = static_cast<std::size_t>(problem().spectrum_shape().back());
    for (std::size_t last = row - 1; last < spectrum.size(); last += row) spectrum[last] = 0;
    return spectrum;
  }
};

/// Double precision claimed, single computed.
class FloatInside : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    const Whole spectrum = NaivePlan::transformed(std::move(field));
    // By way of memory: GCC 12 optimises a cast to float and back away.
    const std::vector<std::complex<float>> rounded(spectrum.begin(), spectrum.end());
    return {rounded.begin(), rounded.end()};
  }
};

class NanOnOneRank : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    NaivePlan::forward();
    if (last_rank()) add_to_output(0, std::numeric_limits<double>::quiet_NaN());
  }
};

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

/// Computes once, and afterwards only pretends to. It is unitary, so that doing nothing looks like
/// a round trip.
class LazyLater : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double forward_scale() const override { return 1.0 / std::sqrt(NaivePlan::round_trip_scale()); }
  double round_trip_scale() const override { return 1.0; }
  void forward() override {
    if (++calls_ <= 2) NaivePlan::forward();
  }
  void backward() override {
    if (calls_ <= 2) NaivePlan::backward();
  }

 protected:
  Whole transformed(Whole field) override { return scaled(NaivePlan::transformed(field)); }
  Whole restored(Whole spectrum) override { return scaled(NaivePlan::restored(spectrum)); }

 private:
  Whole scaled(Whole array) const {
    for (auto& value : array) value *= forward_scale();
    return array;
  }
  int calls_ = 0;
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

/// From the second transform on, what it does to the spectrum it undoes on the way back.
class UndoneLater : public Undone {
 public:
  using Undone::Undone;

 protected:
  void change(Whole& spectrum) final {
    if (++forwards_ > 1) apply(spectrum);
  }
  void undo(Whole& spectrum) final {
    if (forwards_ > 2) apply(spectrum);
  }
  virtual void apply(Whole& spectrum) = 0;
  bool in_repetitions() const { return forwards_ > 2; }

 private:
  int forwards_ = 0;
};

class PlanesSwappedLater : public UndoneLater {
 public:
  using UndoneLater::UndoneLater;

 protected:
  void apply(Whole& spectrum) override {
    if (!in_repetitions()) return;
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
    if (!in_repetitions()) return;
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

/// Writes a byte behind the output, or before the input.
template <bool behind>
class Trespasser : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    NaivePlan::forward();
    if (!last_rank()) return;
    if constexpr (behind) {
      const auto bytes = [](Index count, std::size_t each) {
        return static_cast<std::size_t>(count) * each;
      };
      std::size_t end = bytes(output().size, problem().output_element_bytes());
      if (problem().placement == Placement::in_place) {
        end = std::max(end, bytes(input().size, problem().input_element_bytes()));
      }
      static_cast<char*>(buffers().output)[end] = 1;
    } else {
      static_cast<char*>(buffers().input)[-1] = 1;
    }
  }
};

class OverlappingBoxes : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Layout output() const override {
    Layout layout = NaivePlan::output();
    layout.box.lo.back() = 0;
    layout.size *= ranks();
    return layout;
  }
};

class SmallBuffer : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Layout output() const override {
    Layout layout = NaivePlan::output();
    layout.size = std::max<Index>(layout.span() - 1, 0);
    return layout;
  }
};

/// Takes 40 ms longer on the last rank, after all that the others wait for.
class SlowOnOneRank : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  void forward() override {
    NaivePlan::forward();
    if (last_rank()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
};

template <class Liar>
std::unique_ptr<Plan> make(const Request& request, MPI_Comm comm) {
  return std::make_unique<Liar>(request, comm);
}

}  // namespace

const std::map<std::string, MakePlan>& liars() {
  static const std::map<std::string, MakePlan> all{
      {"identity", make<Identity>},
      {"no backward", make<NoBackward>},
      {"swapped axes", make<SwappedAxes>},
      {"wrong scale", make<WrongScale>},
      {"conjugate", make<Conjugate>},
      {"dct3 instead", make<OtherKind<Transform::dct3>>},
      {"dst1 instead", make<OtherKind<Transform::dst1>>},
      {"swapped blocks", make<SwappedBlocks>},
      {"one element off", make<OneElementOff>},
      {"row read twice", make<RowReadTwice>},
      {"no Nyquist", make<NoNyquist>},
      {"float inside", make<FloatInside>},
      {"NaN on one rank", make<NanOnOneRank>},
      {"wrong later", make<WrongLater>},
      {"lazy later", make<LazyLater>},
      {"stale", make<Stale>},
      {"stale from others", make<StaleFromOthers>},
      {"stale backward", make<StaleBackward>},
      {"wrong once", make<WrongOnce>},
      {"zero once", make<ZeroOnce>},
      {"one float later", make<OneFloatLater>},
      {"planes swapped later", make<PlanesSwappedLater>},
      {"sign later", make<SignLater>},
      {"lazy", make<Lazy>},
      {"writes behind", make<Trespasser<true>>},
      {"writes before", make<Trespasser<false>>},
      {"overlapping boxes", make<OverlappingBoxes>},
      {"small buffer", make<SmallBuffer>},
      {"slow on one rank", make<SlowOnOneRank>},
  };
  return all;
}

}  // namespace fftbench
