package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.rollout.Channel;

/// Events as the environment wrote them down.
///
/// @param channel `event`
record RecordedHappenings(Channel channel) implements Happenings {
  @Override
  public void read(int tick, Place place, int[] events) {
    channel.read(tick, 0, events, events.length);
  }

  @Override
  public boolean tellsGoals() {
    return true;
  }

  @Override
  public boolean tellsContacts() {
    return true;
  }

  @Override
  public boolean exact() {
    return true;
  }
}
