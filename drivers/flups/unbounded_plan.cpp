#include "unbounded_plan.hpp"

#include <fftbench/error.hpp>
#include <fftbench/unbounded.hpp>

#include "setup.hpp"

namespace fftbench {

namespace {

/// FLUPS doubles each unbounded axis when it comes to it, after the periodic ones: in all of space
/// the first transform is of a quarter of the rows that the last one is of, and the second of a
/// half. It wants the sources in pencils of its caller's, and makes three exchanges.
class UnboundedPlan final : public Plan {
 public:
  UnboundedPlan(const Request& request, MPI_Comm comm)
      : request_(request), grid_(process_grid(request, ranks_of(comm))) {
    const Extents shape = source_shape(request.problem);
    const std::size_t axes = unbounded_axes(request.problem.workload);
    physical_ = make_topology(shape, grid_, request.threads, comm);
    const auto ends = [&](int d) {
      const Ends bounded = ends_of(request.problem.kind(axis_of(d)));
      if (axis_of(d) >= axes) return bounded;
      const bool has_first_end = real_to_real(request.problem.kind(axis_of(d)));
      return Ends{{has_first_end ? bounded.conditions[0] : UNB, UNB}};
    };
    solver_ = make_solver(physical_.get(), {ends(0), ends(1), ends(2)}, {1.0, 1.0, 1.0});
    flups_set_greenType(solver_.get(), axes == 3 ? HEJ_0 : CHAT_2);  // unbounded.hpp has both
    flups_setup(solver_.get(), false);
    sources_ = part_of(physical_.get(), shape, {}).layout;
  }

  bool pads() const override { return true; }
  Layout input() const override { return sources_; }
  Layout output() const override { return sources_; }
  void commit(const Buffers& buffers) override { data_ = static_cast<double*>(buffers.input); }

  std::function<void()> solver() override {
    return [this] { flups_solve(solver_.get(), data_, data_, STD); };
  }
  void forward() override { throw Error("FLUPS solves unbounded problems as a whole only"); }
  void backward() override { forward(); }
  double round_trip_scale() const override { return 1.0; }
  Effective effective() const override { return told_of(request_, grid_); }

 private:
  Request request_;
  Extents grid_;
  UniqueTopology physical_;
  UniqueSolver solver_;
  Layout sources_;
  double* data_ = nullptr;
};

}  // namespace

std::unique_ptr<Plan> make_unbounded_plan(const Request& request, MPI_Comm comm) {
  return std::make_unique<UnboundedPlan>(request, comm);
}

}  // namespace fftbench
