/// Intel MKL's cluster FFT: slabs of axis 0, one exchange, threads within a rank.

#include <fmt/core.h>
#include <mkl_cdft.h>

#include <algorithm>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <memory>

#include "common/mkl/itself.hpp"
#include "common/openmp.hpp"

namespace {

using namespace fftbench;

void expect(MKL_LONG status, const char* what) {
  if (status == DFTI_NO_ERROR) return;
  throw Error(fmt::format("MKL's cluster FFT could not {}: {}", what, DftiErrorMessage(status)));
}

struct Free {
  void operator()(_DFTI_DESCRIPTOR_DM* descriptor) const { DftiFreeDescriptorDM(&descriptor); }
};
using Descriptor = std::unique_ptr<_DFTI_DESCRIPTOR_DM, Free>;

Descriptor create(const Problem& problem, MPI_Comm comm) {
  const std::vector<MKL_LONG> lengths(problem.shape.begin(), problem.shape.end());
  DFTI_DESCRIPTOR_DM_HANDLE made = nullptr;
  expect(DftiCreateDescriptorDM(comm, &made,
                                problem.precision == Precision::single_ ? DFTI_SINGLE : DFTI_DOUBLE,
                                problem.transform == Transform::c2c ? DFTI_COMPLEX : DFTI_REAL,
                                static_cast<MKL_LONG>(lengths.size()), lengths.data()),
         "create a descriptor");
  return Descriptor(made);
}

class CdftPlan final : public Plan {
 public:
  CdftPlan(const Request& request, MPI_Comm comm)
      : request_(request), comm_(comm), descriptor_(create(request.problem, comm)) {
    set(DFTI_PLACEMENT, in_place() ? DFTI_INPLACE : DFTI_NOT_INPLACE);
    if (transposed()) set(DFTI_TRANSPOSE, DFTI_ALLOW);
    allocated_ = get(CDFT_LOCAL_SIZE);
    input_ = slab(0, CDFT_LOCAL_X_START, CDFT_LOCAL_NX, request.problem.shape);
    output_ =
        transposed()
            ? slab(1, CDFT_LOCAL_OUT_X_START, CDFT_LOCAL_OUT_NX, request.problem.spectrum_shape())
            : slab(0, CDFT_LOCAL_X_START, CDFT_LOCAL_NX, request.problem.spectrum_shape());
  }

  Layout input() const override {
    if (request_.problem.transform == Transform::c2c) {
      return sized(Layout::row_major(input_), allocated_);
    }
    // Real rows are padded out of place, too.
    return sized(Layout::padded_rows(input_, 2 * request_.problem.spectrum_shape().back()),
                 2 * allocated_);
  }

  Layout output() const override {
    if (!transposed()) return sized(Layout::row_major(output_), allocated_);
    return sized(request_.problem.shape.size() == 2 ? Layout::ordered(output_, {1, 0})
                                                    : Layout::ordered(output_, {1, 2, 0}),
                 allocated_);
  }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    set_openmp_threads(request_.threads);
    mkl_set_dynamic(0);
    mkl_set_num_threads(request_.threads);
    expect(DftiCommitDescriptorDM(descriptor_.get()), "commit a descriptor");
  }

  void forward() override { compute(DftiComputeForwardDM, buffers_.input, buffers_.output); }
  void backward() override { compute(DftiComputeBackwardDM, buffers_.output, buffers_.input); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    return {.grid = {ranks_of(comm_), 1},
            .threads = mkl_get_max_threads(),
            .settings = request_.settings.all(),
            .kernels = mkl_kernels()};
  }

 private:
  bool in_place() const { return request_.problem.placement == Placement::in_place; }
  bool transposed() const { return request_.settings.text("order") == "transposed"; }

  void set(int parameter, DFTI_CONFIG_VALUE value) {
    expect(DftiSetValueDM(descriptor_.get(), parameter, value), "set up a descriptor");
  }

  Index get(int parameter) const {
    MKL_LONG value = 0;
    expect(DftiGetValueDM(descriptor_.get(), parameter, &value), "tell how it divides the array");
    return value;
  }

  /// This rank's part of an array that is divided along one axis.
  Box slab(std::size_t axis, int start, int count, const Extents& shape) const {
    Box box{Extents::filled(shape.size(), 0), shape};
    box.lo[axis] = get(start);
    box.hi[axis] = box.lo[axis] + get(count);
    return box;
  }

  static Layout sized(Layout layout, Index size) {
    layout.size = std::max(layout.size, size);
    return layout;
  }

  template <class Call>
  void compute(Call call, void* from, void* to) {
    expect(in_place() ? call(descriptor_.get(), from) : call(descriptor_.get(), from, to),
           "transform");
  }

  Request request_;
  MPI_Comm comm_;
  Descriptor descriptor_;
  Index allocated_ = 0;
  Box input_, output_;
  Buffers buffers_;
};

class Cdft final : public Driver {
 public:
  Description description() const override {
    return {.name = "mkl_cdft",
            .library = "Intel MKL, cluster FFT",
            .version = mkl_version(),
            .dims = {2, 3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab"},
            .threaded = true,
            .options = {{"order",
                         "axes of the spectrum: transposed saves the second exchange",
                         {"transposed", "natural"}}},
            .variables = {"MKL_"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Index fewest = std::min(request.problem.shape[0], request.problem.spectrum_shape()[1]);
    if (ranks <= fewest) return Support::yes();
    return Support::no(
        fmt::format("MKL's cluster FFT wants planes of axis 0 and of axis 1 for every rank: there "
                    "are {} for {} ranks",
                    fewest, ranks));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<CdftPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Cdft)
