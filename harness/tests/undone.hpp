#pragma once
/// Lies that the way back undoes.

#include <utility>

#include "naive_plan.hpp"

namespace fftbench {

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

}  // namespace fftbench
