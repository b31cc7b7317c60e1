/// One VkFFT application for both directions of a transform.

#include "plan.hpp"

#include <array>
#include <fftbench/error.hpp>
#include <string>
#include <vector>

#include "common/whole_array.hpp"
#include "device.hpp"

namespace fftbench::vkfft_driver {
namespace {

void check(VkFFTResult result, const char* call) {
  if (result == VKFFT_SUCCESS) return;
  throw Error(std::string(call) + ": VkFFT error " + std::to_string(result) +
              " (VkFFTResult in its header)");
}

std::uint64_t unsigned_of(Index number) {
  return static_cast<std::uint64_t>(number);
}

template <class Configuration>
concept Sines = requires(Configuration configuration) {
  configuration.performDST;
};

/// Sets the kind by the number of its type, 1 to 4.
template <class Configuration>
void set_real_kind(Configuration& configuration, Transform transform) {
  const int index = static_cast<int>(transform) - static_cast<int>(Transform::dct1);
  const auto type = static_cast<std::uint64_t>(1 + index % 4);
  if (index < 4) configuration.performDCT = type;
  if constexpr (Sines<Configuration>) {
    if (index >= 4) configuration.performDST = type;
  }
}

/// The axes to transform, the fastest first as VkFFT counts them. Those of one point are left out,
/// which some versions refuse; real rows are always the first.
std::vector<std::size_t> axes(const Problem& problem) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = problem.shape.size(); axis-- > 0;) {
    if (problem.shape[axis] > 1) axes.push_back(axis);
  }
  return axes;
}

/// VkFFT's strides start at the second axis: each is the room of a whole axis before.
template <std::size_t N>
void set_strides(std::uint64_t (&strides)[N], const Problem& problem, const Layout& layout) {
  std::size_t next = 0;
  for (const std::size_t axis : axes(problem)) {
    strides[next++] = unsigned_of(layout.stride[axis] * layout.box.extent(axis));
  }
}

class VkfftPlan final : public Plan {
 public:
  explicit VkfftPlan(const Request& request) : request_(request) {}
  ~VkfftPlan() override {
    if (planned_) deleteVkFFT(&library_);
  }

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    arrays_ = {static_cast<Device::Array>(buffers.input),
               static_cast<Device::Array>(buffers.output)};
    device_ = std::make_unique<Device>(arrays_[0]);
    bytes_ = {unsigned_of(input().size) * problem().input_element_bytes(),
              unsigned_of(output().size) * problem().output_element_bytes()};
    check(initializeVkFFT(&library_, configuration()), "initializeVkFFT");
    planned_ = true;  // where it fails, VkFFT has cleared away itself
  }

  void forward() override { transform(-1); }
  void backward() override { transform(1); }

  double round_trip_scale() const override {
    return static_cast<double>(problem().logical_shape().volume());
  }

  Effective effective() const override {
    Effective effective{{1, 1}, 1, request_.settings.all()};
    const bool table = library_.configuration.useLUT == 1;
    effective.settings["twiddles"] = std::string(table ? "table" : "computed");
    effective.settings["coalesced_bytes"] = std::to_string(library_.configuration.coalescedMemory);
    return effective;
  }

 private:
  const Problem& problem() const { return request_.problem; }

  /// VkFFT transforms in `buffer`, the spectrum. Out of place it reads the field from the input
  /// buffer, and writes it back to there.
  VkFFTConfiguration configuration() {
    VkFFTConfiguration made = {};
    for (const std::size_t axis : axes(problem())) {
      made.size[made.FFTdim++] = unsigned_of(problem().shape[axis]);
    }
    made.doublePrecision = problem().precision == Precision::double_;
    made.performR2C = problem().transform == Transform::r2c;
    if (real_to_real(problem().transform)) set_real_kind(made, problem().transform);
    made.buffer = &arrays_[1];
    made.bufferSize = &bytes_[1];
    set_strides(made.bufferStride, problem(), output());
    if (problem().placement == Placement::out_of_place) {
      made.isInputFormatted = 1;
      made.inverseReturnToInputBuffer = 1;
      made.inputBuffer = &arrays_[0];
      made.inputBufferSize = &bytes_[0];
      set_strides(made.inputBufferStride, problem(), input());
    }
    choose(made);
    device_->enter(made);
    return made;
  }

  /// The case's settings; "auto" leaves VkFFT's own choice.
  void choose(VkFFTConfiguration& made) const {
    made.useLUT = request_.settings.text("twiddles") == "table";
    const std::string& bytes = request_.settings.text("coalesced_bytes");
    if (bytes != "auto") made.coalescedMemory = std::stoull(bytes);
  }

  void transform(int sign) {
    VkFFTLaunchParams launch = {};
    device_->enter(launch);
    check(VkFFTAppend(&library_, sign, &launch), "VkFFTAppend");
    device_->finish();
  }

  Request request_;
  std::unique_ptr<Device> device_;
  std::array<Device::Array, 2> arrays_{};  ///< VkFFT keeps pointers to these
  std::array<std::uint64_t, 2> bytes_{};
  VkFFTApplication library_ = {};
  bool planned_ = false;
};

}  // namespace

const char* program() {
  return Device::name;
}
Memory memory() {
  return Device::memory;
}
int version() {
  return VkFFTGetVersion();
}
bool has_sines() {
  return Sines<VkFFTConfiguration>;
}

std::unique_ptr<Plan> make_plan(const Request& request) {
  return std::make_unique<VkfftPlan>(request);
}

}  // namespace fftbench::vkfft_driver
