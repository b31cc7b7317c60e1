/// The smallest honest driver: the transform of a single point, which is a copy.

#include <complex>
#include <fftbench/registry.hpp>

namespace {

using namespace fftbench;

class CopyPlan : public Plan {
 public:
  explicit CopyPlan(int rank) : layout_(Layout::row_major({{rank == 0 ? 0 : 1}, {1}})) {}
  Layout input() const override { return layout_; }
  Layout output() const override { return layout_; }
  void commit(const Buffers& buffers) override { buffers_ = buffers; }
  void forward() override { copy(buffers_.input, buffers_.output); }
  void backward() override { copy(buffers_.output, buffers_.input); }
  double round_trip_scale() const override { return 1.0; }
  Effective effective() const override { return {}; }

 private:
  void copy(const void* from, void* to) const {
    using Complex = std::complex<double>;
    if (layout_.size > 0) *static_cast<Complex*>(to) = *static_cast<const Complex*>(from);
  }
  Layout layout_;
  Buffers buffers_;
};

class Copy : public Driver {
 public:
  Description description() const override {
    return {.name = "copy",
            .library = "none",
            .version = "0",
            .dims = {1},
            .transforms = {Transform::c2c},
            .precisions = {Precision::double_},
            .placements = {Placement::out_of_place},
            .decompositions = {"slab"}};
  }
  Support supports(const Request& request, int) const override {
    return request.problem.shape[0] == 1 ? Support::yes() : Support::no("more than one point");
  }
  std::unique_ptr<Plan> plan(const Request&, MPI_Comm comm) override {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return std::make_unique<CopyPlan>(rank);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Copy)
