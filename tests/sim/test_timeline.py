"""Who is told of play, pause and stop, and in which order."""

from __future__ import annotations

import gc
import weakref

import pytest

from pippin.sim import Timeline, TimelineEvent


class Listener:
    def __init__(self, log: list):
        self.log = log

    def hear(self, event: TimelineEvent) -> None:
        self.log.append(event)


def test_subscribers_hear_their_event_only():
    timeline, heard = Timeline(), []
    timeline.subscribe(TimelineEvent.PLAY, heard.append)
    for event in TimelineEvent:
        timeline.fire(event)
    assert heard == [TimelineEvent.PLAY]


def test_lower_orders_come_first_and_equal_ones_as_they_subscribed():
    timeline, heard = Timeline(), []
    for name, order in [("late", 10), ("first", -1), ("a", 0), ("b", 0)]:
        timeline.subscribe(TimelineEvent.PLAY, lambda _, name=name: heard.append(name), order=order)
    timeline.fire(TimelineEvent.PLAY)
    assert heard == ["first", "a", "b", "late"]


def test_unsubscribed_callbacks_are_silent():
    timeline, heard = Timeline(), []
    subscription = timeline.subscribe(TimelineEvent.STOP, heard.append)
    subscription.unsubscribe()
    subscription.unsubscribe()
    timeline.fire(TimelineEvent.STOP)
    assert heard == []


@pytest.mark.slow
def test_a_subscription_does_not_keep_an_object_alive():
    timeline, heard = Timeline(), []
    kept, dropped = Listener(heard), Listener(heard)
    timeline.subscribe(TimelineEvent.PLAY, kept.hear)
    timeline.subscribe(TimelineEvent.PLAY, dropped.hear)
    gone = weakref.ref(dropped)
    del dropped
    gc.collect()
    assert gone() is None
    timeline.fire(TimelineEvent.PLAY)
    assert heard == [TimelineEvent.PLAY]


@pytest.mark.slow
def test_a_function_needs_no_other_owner():
    timeline, heard = Timeline(), []
    timeline.subscribe(TimelineEvent.PLAY, lambda event: heard.append(event))
    gc.collect()
    timeline.fire(TimelineEvent.PLAY)
    assert heard == [TimelineEvent.PLAY]


def test_a_callback_may_unsubscribe_itself():
    timeline, heard = Timeline(), []

    def once(event: TimelineEvent) -> None:
        heard.append(event)
        subscription.unsubscribe()

    subscription = timeline.subscribe(TimelineEvent.PLAY, once)
    timeline.fire(TimelineEvent.PLAY)
    timeline.fire(TimelineEvent.PLAY)
    assert heard == [TimelineEvent.PLAY]


def test_fire_lets_an_exception_out_and_fire_all_gives_the_first_after_all_were_called():
    timeline, heard = Timeline(), []

    def fail(text: str):
        def callback(_: TimelineEvent) -> None:
            heard.append(text)
            raise RuntimeError(text)

        return callback

    timeline.subscribe(TimelineEvent.STOP, fail("one"))
    timeline.subscribe(TimelineEvent.STOP, fail("two"))
    with pytest.raises(RuntimeError, match="one"):
        timeline.fire(TimelineEvent.STOP)
    assert heard == ["one"]
    assert str(timeline.fire_all(TimelineEvent.STOP)) == "one"
    assert heard == ["one", "one", "two"]
