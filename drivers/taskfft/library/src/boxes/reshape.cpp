#include "boxes/reshape.hpp"

#include <algorithm>

#include "lines/pass.hpp"
#include "taskfft/aligned_buffer.hpp"

namespace taskfft {
namespace {

/// What this rank and a peer exchange, in C order, fields one after the other.
struct BoxMessage {
  int peer;
  Box box;
  Index offset;  ///< in elements of the buffer
};

struct BoxSide {
  LocalArray part;
  std::vector<BoxMessage> messages{};  ///< with other ranks
  Index size = 0;                      ///< elements of all of them
};

BoxSide box_side(const Division& here, const Division& there, int me, int fields) {
  BoxSide side{here.mine};
  const int ranks = static_cast<int>(there.all.size());
  for (int step = 1; step < ranks; ++step) {  // no rank is everybody's first
    const int peer = (me + step) % ranks;
    const Box common = intersect(here.mine.box, there.all[static_cast<std::size_t>(peer)]);
    if (common.volume() == 0) continue;
    side.messages.push_back({peer, common, side.size});
    side.size += common.volume() * fields;
  }
  return side;
}

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

template <class Real>
class ReshapeOf final : public Reshape {
 public:
  ReshapeOf(const Division& callers, const Division& plans, Element element, int fields,
            const Communicator& comm)
      : caller_(box_side(callers, plans, comm.rank(), fields)),
        plan_(box_side(plans, callers, comm.rank(), fields)),
        own_(intersect(callers.mine.box, plans.mine.box)),
        element_(element),
        fields_(fields),
        comm_(comm),
        sent_(reals(std::max(caller_.size, plan_.size))),
        received_(reals(std::max(caller_.size, plan_.size))) {}

  void to_plan(const void* callers, void* plans) override { move(caller_, callers, plan_, plans); }
  void to_caller(const void* plans, void* callers) override {
    move(plan_, plans, caller_, callers);
  }
  std::size_t bytes() const override {
    return 2 * reals(std::max(caller_.size, plan_.size)) * sizeof(Real);
  }

 private:
  std::size_t reals(Index elements) const {
    return static_cast<std::size_t>(elements * reals_in(element_));
  }

  void copy(const WorkItem& item, const BufferPointers& buffers) {
    Workspace workspace(workspace_of<Real>(item));
    const PreparedPass<Real> pass(item.passes.front(), item.box, 1, buffers, workspace, false,
                                  kernels_);
    for (Index plane = 0; plane < pass.planes(); ++plane) pass.run(plane, false, workspace);
  }

  /// A message's place in a buffer, as an array.
  Segment packed(const BoxMessage& message, Buffer buffer, int field) const {
    const LocalArray part{message.box, dense_strides(message.box, {0, 1, 2}), message.box.volume()};
    Segment segment = segment_of(buffer, element_, part, field);
    segment.offset += message.offset;
    return segment;
  }

  /// Starts all messages of a side, in pieces, as MPI counts by int.
  template <class Start>
  void start(const BoxSide& side, Real* buffer, Start call) {
    constexpr Index piece = Index{1} << 30;
    for (const BoxMessage& message : side.messages) {
      Real* const first = buffer + reals(message.offset);
      const auto count = static_cast<Index>(reals(message.box.volume() * fields_));
      for (Index done = 0; done < count; done += piece) {
        call(first + done, static_cast<int>(std::min(piece, count - done)), message.peer,
             &requests_.emplace_back(MPI_REQUEST_NULL));
      }
    }
  }

  void move(const BoxSide& from, const void* source, const BoxSide& to, void* target) {
    BufferPointers buffers;
    buffers[Buffer::from] = const_cast<void*>(source);
    buffers[Buffer::to] = target;
    buffers[Buffer::send_even] = sent_.get();
    buffers[Buffer::receive_even] = received_.get();
    const MPI_Datatype type = datatype(Element::real, sizeof(Real));
    requests_.clear();
    start(to, received_.get(), [&](Real* at, int count, int peer, MPI_Request* request) {
      check_mpi(MPI_Irecv(at, count, type, peer, 0, comm_.get(), request), "receiving of a box");
    });
    for (const BoxMessage& message : from.messages) {
      for (int f = 0; f < fields_; ++f) {
        copy(copy_of(message.box, segment_of(Buffer::from, element_, from.part, f),
                     packed(message, Buffer::send_even, f)),
             buffers);
      }
    }
    start(from, sent_.get(), [&](Real* at, int count, int peer, MPI_Request* request) {
      check_mpi(MPI_Isend(at, count, type, peer, 0, comm_.get(), request), "sending of a box");
    });
    copy_own(from, to, buffers);
    check_mpi(
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
        "waiting for the parts of a box");
    for (const BoxMessage& message : to.messages) {
      for (int f = 0; f < fields_; ++f) {
        copy(copy_of(message.box, packed(message, Buffer::receive_even, f),
                     segment_of(Buffer::to, element_, to.part, f)),
             buffers);
      }
    }
  }

  /// What stays on this rank.
  void copy_own(const BoxSide& from, const BoxSide& to, const BufferPointers& buffers) {
    if (own_.volume() == 0) return;
    for (int f = 0; f < fields_; ++f) {
      copy(copy_of(own_, segment_of(Buffer::from, element_, from.part, f),
                   segment_of(Buffer::to, element_, to.part, f)),
           buffers);
    }
  }

  BoxSide caller_, plan_;
  Box own_;
  Element element_;
  int fields_;
  const Communicator& comm_;
  Kernels<Real> kernels_{Effort::estimate};
  AlignedBuffer<Real> sent_, received_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::unique_ptr<Reshape> make_reshape(const Division& callers, const Division& plans,
                                      Element element, Precision precision, int fields,
                                      const Communicator& comm) {
  if (precision == Precision::float64) {
    return std::make_unique<ReshapeOf<double>>(callers, plans, element, fields, comm);
  }
  return std::make_unique<ReshapeOf<float>>(callers, plans, element, fields, comm);
}

}  // namespace taskfft
