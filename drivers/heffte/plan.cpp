/// heFFTe's plans, one class for all of its one-dimensional transforms.

#include "plan.hpp"

#include <complex>
#include <string>
#include <type_traits>
#include <vector>

#include "route.hpp"

namespace fftbench::heffte_driver {
namespace {

/// heFFTe's work array. Its FFTs happen behind the room for messages, and with FFTW they need that
/// place aligned as an allocation of FFTW would be: so it starts a cache line.
template <class Number>
class Workspace {
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
std::optional<double>* phase_of(const std::string& event, Phases& phases) {
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
Problem of_three_axes(Problem problem) {
  while (problem.shape.size() < 3) problem.shape.push_back(1);
  return problem;
}

/// `Point` and `Wave` are the elements of input and spectrum.
template <class Backend, class Point, class Wave>
class HefftePlan final : public Plan {
  static constexpr bool r2c = !std::is_same_v<Point, Wave>;
  using Library = std::conditional_t<r2c, heffte::fft3d_r2c<Backend>, heffte::fft3d<Backend>>;

 public:
  HefftePlan(const Request& request, MPI_Comm comm)
      : request_(request),
        comm_(comm),
        rank_(heffte::mpi::comm_rank(comm)),
        route_(request, heffte::mpi::comm_size(comm), rank_) {}

  Layout input() const override { return shared<Point>(inbox(), outbox().count() * sizeof(Wave)); }
  Layout output() const override { return shared<Wave>(outbox(), inbox().count() * sizeof(Point)); }

  void commit(const Buffers& buffers) override {
    input_ = static_cast<Point*>(buffers.input);
    output_ = static_cast<Wave*>(buffers.output);
    if constexpr (r2c) {
      library_ = std::make_unique<Library>(inbox(), outbox(), 0, comm_, route_.options());
    } else {
      library_ = std::make_unique<Library>(inbox(), outbox(), comm_, route_.options());
    }
    work_ = {library_->size_workspace(), library_->size_comm_buffers()};
  }

  void forward() override { library_->forward(input_, output_, work_.data(), heffte::scale::none); }
  void backward() override {
    library_->backward(output_, input_, work_.data(), heffte::scale::none);
  }

  /// A third axis of one point is transformed too, and every dct and dst doubles it.
  double forward_scale() const override {
    return real_to_real(kind()) && request_.problem.shape.size() < 3 ? 2.0 : 1.0;
  }

  /// The stock transforms go back by way of a periodic sequence twice as long as the logical one.
  double round_trip_scale() const override {
    const Extents logical = of_three_axes(request_.problem).logical_shape();
    const bool twice_as_long = real_to_real(kind()) && !uses_fftw(request_);
    return static_cast<double>(logical.volume()) * (twice_as_long ? 8.0 : 1.0);
  }

  Effective effective() const override {
    Effective effective{route_.grid(), request_.threads, request_.settings.all()};
    effective.settings["stages"] = route_.stages();
    effective.settings["planner"] = std::string(uses_fftw(request_) ? "estimate" : "none");
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

  /// The layout of a box, in place with room for the other end's bytes.
  template <class Number>
  Layout shared(const heffte::box3d<>& box, std::size_t other_bytes) const {
    Layout result = layout(box, request_.problem.shape.size());
    if (request_.problem.placement == Placement::in_place) {
      const auto other = (other_bytes + sizeof(Number) - 1) / sizeof(Number);
      result.size = std::max(result.size, static_cast<Index>(other));
    }
    return result;
  }

  Request request_;
  MPI_Comm comm_;
  int rank_;
  Route route_;
  Workspace<Wave> work_;
  std::unique_ptr<Library> library_;
  Point* input_ = nullptr;
  Wave* output_ = nullptr;
};

/// heFFTe's tag for each transform with its own FFT library or with FFTW.
template <class Real, class Fourier, class Cosine1, class Cosine2, class Sine2>
std::unique_ptr<Plan> plan_with(const Request& request, MPI_Comm comm) {
  using Complex = std::complex<Real>;
  switch (request.problem.transform) {
    case Transform::c2c:
      return std::make_unique<HefftePlan<Fourier, Complex, Complex>>(request, comm);
    case Transform::r2c:
      return std::make_unique<HefftePlan<Fourier, Real, Complex>>(request, comm);
    case Transform::dct1:
      return std::make_unique<HefftePlan<Cosine1, Real, Real>>(request, comm);
    case Transform::dct2:
      return std::make_unique<HefftePlan<Cosine2, Real, Real>>(request, comm);
    case Transform::dst2:
      return std::make_unique<HefftePlan<Sine2, Real, Real>>(request, comm);
    default:  // of what transformable() lets through, only FFTW has this one
      return std::make_unique<HefftePlan<heffte::backend::fftw_sin1, Real, Real>>(request, comm);
  }
}

template <class Real>
std::unique_ptr<Plan> plan_in(const Request& request, MPI_Comm comm) {
  using namespace heffte::backend;
  if (uses_fftw(request)) {
    return plan_with<Real, fftw, fftw_cos1, fftw_cos, fftw_sin>(request, comm);
  }
  return plan_with<Real, stock, stock_cos1, stock_cos, stock_sin>(request, comm);
}

}  // namespace

bool uses_fftw(const Request& request) {
  return request.settings.text("backend") == "fftw";
}

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.precision == Precision::single_) return plan_in<float>(request, comm);
  return plan_in<double>(request, comm);
}

}  // namespace fftbench::heffte_driver
