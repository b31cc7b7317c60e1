/// Wrong from the first transform on.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "liars.hpp"
#include "undone.hpp"

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

/// A transform of other kinds, with the inverse that belongs to it, so that only the round trip is
/// right.
class OtherKinds : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  double round_trip_scale() const override {
    return static_cast<double>(other().logical_shape().volume());
  }

 protected:
  Whole transformed(Whole field) override { return naive_transform(other(), std::move(field)); }
  Whole restored(Whole spectrum) override { return naive_inverse(other(), std::move(spectrum)); }

 private:
  virtual Problem other() const = 0;
};

template <Transform kind>
class OtherKind : public OtherKinds {
 public:
  using OtherKinds::OtherKinds;

 private:
  Problem other() const override {
    Problem changed = problem();
    changed.transform = kind;
    return changed;
  }
};

/// Axis 0 by the kind of axis 1, and the other way round.
class SwappedKinds : public OtherKinds {
 public:
  using OtherKinds::OtherKinds;

 private:
  Problem other() const override {
    Problem changed = problem();
    std::swap(changed.kinds.at(0), changed.kinds.at(1));
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

/// Gives the first field's spectrum as that of all, and the field as it was.
class FirstFieldOnly : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  Whole transformed(Whole field) override {
    fields_.resize(static_cast<std::size_t>(problem().fields));
    fields_[static_cast<std::size_t>(this->field())] = field;
    return NaivePlan::transformed(fields_.front());
  }
  Whole restored(Whole) override {
    Whole field = fields_[static_cast<std::size_t>(this->field())];
    for (auto& value : field) value *= round_trip_scale();
    return field;
  }

 private:
  std::vector<Whole> fields_;
};

/// Gives the last two fields' spectra in each other's place, and takes them from there.
class SwappedFields : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;

 protected:
  int place_of_spectrum(int field) const override {
    const int last = problem().fields - 1;
    return field < last - 1 ? field : 2 * last - 1 - field;
  }
};

/// Forgets to say how far apart the fields are.
class FieldsInOnePlace : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  Layout input() const override {
    Layout layout = NaivePlan::input();
    layout.field_stride = 0;
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

}  // namespace

Liars wrong_at_once() {
  return {
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
      {"writes behind", make<Trespasser<true>>},
      {"writes before", make<Trespasser<false>>},
      {"overlapping boxes", make<OverlappingBoxes>},
      {"small buffer", make<SmallBuffer>},
      {"slow on one rank", make<SlowOnOneRank>},
      {"first field only", make<FirstFieldOnly>},
      {"swapped kinds", make<SwappedKinds>},
      {"swapped fields", make<SwappedFields>},
      {"fields in one place", make<FieldsInOnePlace>},
  };
}

}  // namespace fftbench
