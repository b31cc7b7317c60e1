#include "run/trace.hpp"

#include <gtest/gtest.h>

namespace taskfft {
namespace {

using std::chrono::milliseconds;

Event event_at(Event event, int begin, int end) {
  event.begin = Event::Clock::time_point(milliseconds(begin));
  event.end = Event::Clock::time_point(milliseconds(end));
  return event;
}

TEST(Recorder, sums_by_part_and_joins_what_is_one_wait) {
  Recorder recorder(2);
  const Task transform{TaskKind::transform, 0, 0, 0, 0};
  const Task unpack{TaskKind::unpack, 0, 0, 0, 0};
  recorder.add(1, event_at(Event::of(transform), 0, 4));
  recorder.add(1, event_at(Event::of(transform), 4, 6));
  recorder.add(1, event_at(Event::of(unpack), 6, 7));
  recorder.add(1, event_at(Event::idle(), 10, 11));
  recorder.add(1, event_at(Event::idle(), 11, 13));
  const WorkerTimes times = recorder.times().at(1);
  EXPECT_DOUBLE_EQ(times.compute, 0.006);
  EXPECT_DOUBLE_EQ(times.unpack, 0.001);
  EXPECT_DOUBLE_EQ(times.idle, 0.003);
  EXPECT_DOUBLE_EQ(recorder.times().at(0).compute, 0);
  EXPECT_EQ(recorder.events(1).size(), 4U);
}

TEST(Recorder, messages_are_in_no_sum) {
  Recorder recorder(1);
  recorder.add_message(event_at(Event::of({TaskKind::send, 0, 0, 1, 0}), 0, 4));
  EXPECT_DOUBLE_EQ(recorder.times().at(0).exchange, 0);
  ASSERT_EQ(recorder.messages().size(), 1U);
  recorder.clear();
  EXPECT_TRUE(recorder.messages().empty());
}

TEST(Recorder, keeps_the_latest_events_and_all_sums) {
  Recorder recorder(1);
  constexpr int count = 100000;
  const Task transform{TaskKind::transform, 0, 0, 0, 0};
  for (int k = 0; k < count; ++k) recorder.add(0, event_at(Event::of(transform), k, k + 1));
  const std::vector<Event> events = recorder.events(0);
  EXPECT_LT(events.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(events.back().end, Event::Clock::time_point(milliseconds(count)));
  for (std::size_t k = 1; k < events.size(); ++k) {
    EXPECT_EQ(events[k].begin, events[k - 1].end);
  }
  EXPECT_NEAR(recorder.times()[0].compute, 1e-3 * count, 1e-6);
}

}  // namespace
}  // namespace taskfft
