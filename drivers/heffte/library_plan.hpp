#pragma once
/// heFFTe's plans, one class for all of its one-dimensional transforms.

#include <complex>
#include <fftbench/driver.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "route.hpp"

namespace fftbench::heffte_driver {

/// heFFTe's work array on a device, where any allocation is aligned well enough.
template <class Container>
class Workspace {
 public:
  Workspace() = default;
  Workspace(std::size_t size, std::size_t) : memory_(size) {}

  auto* data() { return memory_.data(); }

 private:
  Container memory_;
};

/// On the host. heFFTe's FFTs happen behind the room for messages, and with FFTW they need that
/// place aligned as an allocation of FFTW would be: so it starts a cache line.
template <class Number>
class Workspace<std::vector<Number>> {
 public:
  Workspace() = default;
  Workspace(std::size_t size, std::size_t room) : memory_(size + line / sizeof(Number)) {
    void* place = memory_.data() + room;
    std::size_t left = (memory_.size() - room) * sizeof(Number);
    data_ = static_cast<Number*>(std::align(line, sizeof(Number), place, left)) - room;
  }

  Number* data() const { return data_; }

 private:
  static constexpr std::size_t line = 64;
  std::vector<Number> memory_;
  Number* data_ = nullptr;
};

#ifdef Heffte_ENABLE_TRACING
/// The phase that an event of heFFTe's belongs to, by the first word of its name; null for those
/// that contain others, and for copies.
inline std::optional<double>* phase_of(const std::string& event, Phases& phases) {
  const std::string word = event.substr(0, event.find(' '));
  if (word == "fft-1d") return &phases.fft;
  if (word == "scale") return &phases.scale;
  if (word == "packing" || event == "self packing") return &phases.pack;
  if (word == "unpacking" || event == "self unpacking") return &phases.unpack;
  for (const char* exchange : {"all2all", "all2allv", "irecv", "isend", "send", "waitany"}) {
    if (word == exchange) return &phases.exchange;
  }
  return nullptr;
}
#endif

/// The problem as heFFTe sees it, always of three axes.
inline Problem of_three_axes(Problem problem) {
  while (problem.shape.size() < 3) problem.shape.push_back(1);
  return problem;
}

/// What depends on who does the one-dimensional transforms, and where.
struct Traits {
  /// heFFTe's own real to real transforms go back by way of a periodic sequence twice as long as
  /// the logical one.
  bool twice_as_long = false;
  bool messages_on_device = false;           ///< MPI gets pointers into a device's memory
  std::map<std::string, Setting> told = {};  ///< effective settings besides the common ones
  std::vector<LineKernel> kernels = {};      ///< heFFTe's own
};

/// `Point` and `Wave` are the elements of input and spectrum.
template <class Backend, class Point, class Wave>
class HefftePlan final : public Plan {
  static constexpr bool r2c = !std::is_same_v<Point, Wave>;
  using Library = std::conditional_t<r2c, heffte::fft3d_r2c<Backend>, heffte::fft3d<Backend>>;

 public:
  HefftePlan(const Request& request, MPI_Comm comm, Traits traits)
      : request_(request),
        traits_(std::move(traits)),
        comm_(comm),
        rank_(heffte::mpi::comm_rank(comm)),
        route_(request, heffte::mpi::comm_size(comm), rank_) {}

  Layout input() const override { return shared<Point>(inbox(), outbox().count() * sizeof(Wave)); }
  Layout output() const override { return shared<Wave>(outbox(), inbox().count() * sizeof(Point)); }

  void commit(const Buffers& buffers) override {
    input_ = static_cast<Point*>(buffers.input);
    output_ = static_cast<Wave*>(buffers.output);
    heffte::plan_options options = route_.options();
    options.use_gpu_aware = traits_.messages_on_device;
    if constexpr (r2c) {
      library_ = std::make_unique<Library>(inbox(), outbox(), 0, comm_, options);
    } else {
      library_ = std::make_unique<Library>(inbox(), outbox(), comm_, options);
    }
    const auto fields = static_cast<std::size_t>(request_.problem.fields);
    work_ = {fields * library_->size_workspace(), fields * library_->size_comm_buffers()};
  }

  void forward() override {
    library_->forward(request_.problem.fields, input_, output_, work_.data(), heffte::scale::none);
  }
  void backward() override {
    library_->backward(request_.problem.fields, output_, input_, work_.data(), heffte::scale::none);
  }

  /// A third axis of one point is transformed too, and every dct and dst doubles it.
  double forward_scale() const override {
    return real_to_real(kind()) && request_.problem.shape.size() < 3 ? 2.0 : 1.0;
  }

  double round_trip_scale() const override {
    const Extents logical = of_three_axes(request_.problem).logical_shape();
    const bool longer = real_to_real(kind()) && traits_.twice_as_long;
    return static_cast<double>(logical.volume()) * (longer ? 8.0 : 1.0);
  }

  Effective effective() const override {
    Effective effective{route_.grid(), request_.threads, request_.settings.all()};
    effective.settings["stages"] = route_.stages();
    for (const auto& [name, value] : traits_.told) effective.settings[name] = value;
    effective.kernels = traits_.kernels;
    return effective;
  }

#ifdef Heffte_ENABLE_TRACING
  /// heFFTe notes events all the time; those since the last call are summed up and forgotten.
  std::optional<Phases> phases() override {
    Phases phases{0.0, 0.0, 0.0, 0.0, 0.0};
    for (const heffte::event& event : heffte::event_log) {
      std::optional<double>* const phase = phase_of(event.name, phases);
      if (phase != nullptr) **phase += event.duration;
    }
    heffte::event_log.clear();
    return phases;
  }
#endif

 private:
  Transform kind() const {
    return request_.problem.transform;
  }
  heffte::box3d<> inbox() const {
    return route_.boxes().in[static_cast<std::size_t>(rank_)];
  }
  heffte::box3d<> outbox() const {
    return route_.boxes().out[static_cast<std::size_t>(rank_)];
  }

  /// The layout of a box for every field, in place with room for the other end's bytes.
  template <class Number>
  Layout shared(const heffte::box3d<>& box, std::size_t other_bytes) const {
    const int fields = request_.problem.fields;
    Layout result = layout(box, request_.problem.shape.size()).repeated(fields);
    if (request_.problem.placement == Placement::in_place) {
      const auto bytes = static_cast<std::size_t>(fields) * other_bytes;
      const auto other = (bytes + sizeof(Number) - 1) / sizeof(Number);
      result.size = std::max(result.size, static_cast<Index>(other));
    }
    return result;
  }

  Request request_;
  Traits traits_;
  MPI_Comm comm_;
  int rank_;
  Route route_;
  Workspace<typename heffte::backend::buffer_traits<Backend>::template container<Wave>> work_;
  std::unique_ptr<Library> library_;
  Point* input_ = nullptr;
  Wave* output_ = nullptr;
};

}  // namespace fftbench::heffte_driver
