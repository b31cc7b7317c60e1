/// Libraries that take the sources of an unbounded problem alone: a right one, and some that are
/// not.

#include <cmath>
#include <fftbench/unbounded.hpp>
#include <utility>

#include "liars.hpp"

namespace fftbench {
namespace {

/// Transforms nothing, and adds up all pairs of points.
class Pads : public NaivePlan {
 public:
  Pads(const Request& request, MPI_Comm comm) : NaivePlan(of_sources(request), comm) {}
  bool pads() const override { return true; }
  std::function<void()> solver() override {
    return [this] {
      forward();
      backward();
    };
  }
  double round_trip_scale() const override { return 1.0; }

 protected:
  Whole transformed(Whole sources) override { return sources; }

  Whole restored(Whole sources) override {
    const Layout layout = of_whole(problem().shape);
    Whole potential(sources.size());
    for_each_element(layout, [&](const Extents& from, Index source) {
      for_each_element(layout, [&](const Extents& to, Index place) {
        potential[static_cast<std::size_t>(place)] +=
            sources[static_cast<std::size_t>(source)] * pair(squared_distance(from, to));
      });
    });
    return potential;
  }

  virtual double pair(Index squared_distance) const { return greens_function(squared_distance); }

 private:
  /// Both arrays are of the input's elements: of a kind that leaves real ones real.
  static Request of_sources(Request request) {
    Problem& problem = request.problem;
    problem.shape = source_shape(problem);
    if (problem.halved()) problem.transform = Transform::dct2;
    return request;
  }
};

/// Keeps the waves that are shorter than two points: of second order.
class PointCharges : public Pads {
 public:
  using Pads::Pads;

 protected:
  double pair(Index squared_distance) const override {
    if (squared_distance == 0) return Pads::pair(0);
    return -1.0 / (4.0 * M_PI * std::sqrt(static_cast<double>(squared_distance)));
  }
};

/// Right in what comes before the repetitions, and then the same again.
class StalePotential : public Pads {
 public:
  using Pads::Pads;

 protected:
  Whole restored(Whole sources) override {
    if (solved_++ < 2) potential_ = Pads::restored(std::move(sources));
    return potential_;
  }

 private:
  int solved_ = 0;
  Whole potential_;
};

/// Would leave what it does not do to the harness.
class PadsWithoutSolver : public Pads {
 public:
  using Pads::Pads;
  std::function<void()> solver() override { return {}; }
};

}  // namespace

Liars wrong_unbounded() {
  return {{"pads right", make<Pads>},
          {"point charges", make<PointCharges>},
          {"stale potential", make<StalePotential>},
          {"pads without a solver", make<PadsWithoutSolver>}};
}

}  // namespace fftbench
