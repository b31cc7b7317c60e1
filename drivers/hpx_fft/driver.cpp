/// HPX-FFT: real transforms in two dimensions, forward, as tasks of HPX on one rank.

#include <fmt/format.h>

#include <fftbench/registry.hpp>
#include <hpx/version.hpp>

#include "common/counts.hpp"
#include "common/fftw/api.hpp"
#include "common/whole_array.hpp"
#include "runtime.hpp"
#include "variants.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::hpx_fft;

template <class Variant>
class HpxPlan final : public Plan {
  using F = fftw::Api<double>;

 public:
  explicit HpxPlan(const Request& request) : request_(request), runtime_(request.threads) {}
  ~HpxPlan() override { delete[] arrays_of(variant_).transposed.values_; }

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    data_ = static_cast<double*>(buffers.input);
    variant_.initialize(array(), request_.settings.text("planner"));
    const std::array n{static_cast<int>(request_.problem.shape[0]),
                       static_cast<int>(request_.problem.shape[1])};
    auto* spectrum = static_cast<F::Complex*>(buffers.output);
    backward_.reset(F::plan_many_c2r(2, n.data(), 1, spectrum, nullptr, 1, 0, data_, nullptr, 1, 0,
                                     FFTW_ESTIMATE));
  }

  void forward() override {
    runtime_.run([this] {
      arrays_of(variant_).values = array();
      transform(variant_);
    });
  }
  /// By one of HPX's threads: no more compute than it has.
  void backward() override {
    runtime_.run_on_large_stack([this] { F::execute(backward_.get()); });
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    return {{1, 1},
            runtime_.threads(),
            request_.settings.all(),
            {{"backward_elsewhere",
              "HPX-FFT transforms forward only; the way back is FFTW's on one thread"}},
            {},
            {.fft = false}};  // what HPX's threads do is not seen
  }

 private:
  /// The rows with their padding, as HPX-FFT holds an array; it owns nothing.
  Array array() const {
    Array rows;
    rows.values_ = data_;
    rows.n_row_ = static_cast<std::size_t>(request_.problem.shape[0]);
    rows.n_col_ = 2 * static_cast<std::size_t>(request_.problem.spectrum_shape()[1]);
    rows.size_ = rows.n_row_ * rows.n_col_;
    return rows;
  }

  Request request_;
  Runtime runtime_;
  double* data_ = nullptr;
  Variant variant_{};                  ///< its end is the end of all plans of FFTW's,
  fftw::UniquePlan<double> backward_;  ///< so this one ends before
};

class HpxFft final : public Driver {
 public:
  Description description() const override {
    return {.name = "hpx_fft",
            .library = "HPX-FFT",
            .version = fmt::format("unversioned, source {}, HPX {}", FFTBENCH_HPX_FFT_IDENTITY,
                                   hpx::full_version_as_string()),
            .dims = {2},
            .transforms = {Transform::r2c},
            .precisions = {Precision::double_},
            .placements = {Placement::in_place},
            .decompositions = {},
            .threaded = true,
            .options = {{"variant",
                         "how rows become tasks: parallel loops, or futures with fewer barriers "
                         "from sync to naive",
                         {"loop", "sync", "opt", "naive"}},
                        {"planner", "FFTW's planner: how much it tries", {"estimate", "measure"}}},
            .unranked = "it has no way back of its own",
            .variables = {"HPX_"}};
  }

  Support supports(const Request& request, int) const override {
    const Extents& n = request.problem.shape;
    if (n[1] % 2 != 0) return Support::no("HPX-FFT takes the last axis for even");
    return axes_in_int(n, "HPX-FFT");
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm) override {
    const std::string& variant = request.settings.text("variant");
    if (variant == "loop") return std::make_unique<HpxPlan<Loop>>(request);
    if (variant == "sync") return std::make_unique<HpxPlan<Sync>>(request);
    if (variant == "opt") return std::make_unique<HpxPlan<Opt>>(request);
    return std::make_unique<HpxPlan<Naive>>(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(HpxFft)
