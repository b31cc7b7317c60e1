#include "boxes/reshape.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "boxes/box_messages.hpp"
#include "exchange/mpi_handles.hpp"
#include "lines/pass.hpp"

namespace taskfft {
namespace {

Segment segment_of(Buffer buffer, Element element, const LocalArray& part, int field) {
  return {buffer,
          element,
          field * part.field_stride,
          {part.box[0].lo, part.box[1].lo, part.box[2].lo},
          part.stride,
          {}};
}

/// Of axes with more than one element, the one whose elements lie closest.
int fastest_axis(const Box& box, const Triple& stride) {
  int fastest = 2;
  for (int axis = 0; axis < 3; ++axis) {
    if (box[axis].size() == 1) continue;
    if (box[fastest].size() == 1 || stride[axis] < stride[fastest]) fastest = axis;
  }
  return fastest;
}

/// Lines side by side at both ends move as they are; else what is contiguous at one end becomes so
/// at the other in tiles.
WorkItem copy_of(const Box& box, Segment in, Segment out) {
  const int from = fastest_axis(box, in.stride), to = fastest_axis(box, out.stride);
  const int axis = from == to ? (to + 2) % 3 : from;
  in.line = out.line = box[axis];
  LinePass pass{LineTransform::copy, axis, to,   3 - axis - to, {box[axis]},
                {box[axis]},         0,    {in}, {out}};
  return {box, {std::move(pass)}};
}

/// MPI counts by int: longer messages go in pieces of so many reals.
constexpr Index kPiece = Index{1} << 30;

/// What a rank copies in one direction.
template <class Real>
struct Copies {
  using Passes = std::vector<PreparedPass<Real>>;
  Passes packing, own, unpacking;
};

template <class Real>
class ReshapeOf final : public Reshape {
 public:
  ReshapeOf(const Division& callers, const Division& plans, Element element, int fields,
            const Communicator& comm, Alarm& alarm)
      : caller_(box_side(callers, Holder::caller, plans, comm.rank(), fields)),
        plan_(box_side(plans, Holder::plan, callers, comm.rank(), fields)),
        element_(element),
        fields_(fields),
        comm_(comm),
        alarm_(alarm) {
    constexpr std::size_t alarms = 1;
    requests_.reserve(pieces(caller_) + pieces(plan_) + alarms);
    completed_.resize(requests_.capacity());
  }

  std::size_t message_bytes() const override {
    return reals(std::max(caller_.size, plan_.size)) * sizeof(Real);
  }
  void use(const BoxMemory& memory) override {
    sent_ = reinterpret_cast<Real*>(memory.sent.get());
    received_ = reinterpret_cast<Real*>(memory.received.get());
  }
  void bind(std::span<void* const> callers, std::span<void* const> plans) override {
    if (bound_ && std::ranges::equal(callers_, callers) && std::ranges::equal(plans_, plans)) {
      return;
    }
    bound_ = false;
    callers_.assign(callers.begin(), callers.end());
    plans_.assign(plans.begin(), plans.end());
    to_plan_ = copies(caller_, callers, plan_, plans);
    to_caller_ = copies(plan_, plans, caller_, callers);
    bound_ = true;
  }
  void to_plan() override { move(caller_, plan_, to_plan_); }
  void to_caller() override { move(plan_, caller_, to_caller_); }

 private:
  std::size_t reals(Index elements) const {
    return static_cast<std::size_t>(elements * reals_in(element_));
  }
  Index reals_of(const BoxMessage& message) const { return message.size * reals_in(element_); }
  std::size_t pieces(const BoxSide& side) const {
    Index all = 0;
    for (const BoxMessage& message : side.messages) all += (reals_of(message) - 1) / kPiece + 1;
    return static_cast<std::size_t>(all);
  }

  Copies<Real> copies(const BoxSide& from, std::span<void* const> sources, const BoxSide& to,
                      std::span<void* const> targets) {
    BufferPointers buffers;
    buffers[Buffer::send_even] = sent_;
    buffers[Buffer::receive_even] = received_;
    Copies<Real> copies;
    for (int f = 0; f < fields_; ++f) {
      const auto source = [&](std::size_t array) {
        buffers[Buffer::from] = sources[array];
        return segment_of(Buffer::from, element_, from.arrays[array], f);
      };
      const auto target = [&](std::size_t array) {
        buffers[Buffer::to] = targets[array];
        return segment_of(Buffer::to, element_, to.arrays[array], f);
      };
      for (const BoxPart& part : from.parts) {
        const Segment packed = packed_segment(part, Buffer::send_even, f);
        add(copies.packing, copy_of(part.box, source(part.array), packed), buffers);
      }
      for (const BoxPart& part : to.parts) {
        const Segment packed = packed_segment(part, Buffer::receive_even, f);
        add(copies.unpacking, copy_of(part.box, packed, target(part.array)), buffers);
      }
      for (std::size_t k = 0; k < from.own.size(); ++k) {
        const BoxPart &leaves = from.own[k], &enters = to.own[k];
        add(copies.own, copy_of(leaves.box, source(leaves.array), target(enters.array)), buffers);
      }
    }
    return copies;
  }

  void add(typename Copies<Real>::Passes& passes, const WorkItem& item,
           const BufferPointers& buffers) {
    WorkspaceSize size = size_;
    size.include(workspace_of<Real>(item));
    if (size.bytes() > size_.bytes()) {
      workspace_ = Workspace(size);
      size_ = size;
    }
    passes.emplace_back(item.passes.front(), item.box, 1, buffers, workspace_,
                        LineKernel::automatic, kernels_);
  }

  /// A part's place in a buffer, as an array.
  Segment packed_segment(const BoxPart& part, Buffer buffer, int field) const {
    const LocalArray array{part.box, dense_strides(part.box, {0, 1, 2}), part.box.volume()};
    Segment segment = segment_of(buffer, element_, array, field);
    segment.offset += part.offset;
    return segment;
  }

  void move(const BoxSide& from, const BoxSide& to, const Copies<Real>& copies) {
    try {
      start_all(to, received_, false);
      run(copies.packing);
      start_all(from, sent_, true);
      run(copies.own);
      wait();
      run(copies.unpacking);
    } catch (...) {
      cancel();
      throw;
    }
  }

  /// Starts all messages of a side.
  void start_all(const BoxSide& side, Real* buffer, bool sent) {
    const MPI_Datatype type = datatype(Element::real, sizeof(Real));
    for (const BoxMessage& message : side.messages) {
      Real* const first = buffer + reals(message.offset);
      const Index count = reals_of(message);
      for (Index done = 0; done < count; done += kPiece) {
        const auto piece = static_cast<int>(std::min(kPiece, count - done));
        requests_.push_back(
            start({first + done, piece, type, message.peer, kFirstTag, comm_.get(), sent}));
      }
    }
  }

  void run(const typename Copies<Real>::Passes& passes) {
    for (const PreparedPass<Real>& pass : passes) {
      for (Index plane = 0; plane < pass.planes(); ++plane)
        pass.run(plane, Stores::cached, workspace_);
    }
  }

  /// For all messages, or until another rank has failed.
  void wait() {
    for (auto open = static_cast<int>(requests_.size()); open > 0;) {
      requests_.push_back(*alarm_.request());
      int found = 0;
      const int code = MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &found,
                                    completed_.data(), MPI_STATUSES_IGNORE);
      *alarm_.request() = requests_.back();
      requests_.pop_back();
      check_mpi(code, "waiting for the parts of boxes");
      const auto end = completed_.begin() + found;
      const auto alarm = static_cast<int>(requests_.size());
      if (std::find(completed_.begin(), end, alarm) != end) throw failed_elsewhere();
      open -= found;
    }
    requests_.clear();
  }

  /// What an exception left in flight.
  void cancel() {
    for (MPI_Request& request : requests_) {
      if (request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&request);
      MPI_Request_free(&request);
    }
    requests_.clear();
  }

  BoxSide caller_, plan_;
  Element element_;
  int fields_;
  const Communicator& comm_;
  Alarm& alarm_;
  Kernels<Real> kernels_{Effort::estimate};
  Real *sent_ = nullptr, *received_ = nullptr;
  WorkspaceSize size_;  ///< of the workspace
  Workspace workspace_;
  bool bound_ = false;
  std::vector<void*> callers_, plans_;  ///< the arrays that it is bound to
  Copies<Real> to_plan_, to_caller_;
  std::vector<MPI_Request> requests_;
  std::vector<int> completed_;  ///< for MPI_Waitsome
};

}  // namespace

std::unique_ptr<Reshape> make_reshape(const Division& callers, const Division& plans,
                                      Element element, const Problem& problem,
                                      const Communicator& comm, Alarm& alarm) {
  const int fields = problem.fields;
  if (problem.precision == Precision::float64) {
    return std::make_unique<ReshapeOf<double>>(callers, plans, element, fields, comm, alarm);
  }
  return std::make_unique<ReshapeOf<float>>(callers, plans, element, fields, comm, alarm);
}

}  // namespace taskfft
