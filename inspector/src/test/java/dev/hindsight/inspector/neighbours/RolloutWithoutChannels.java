package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;

/// A recording without the channels whose names have a prefix.
record RolloutWithoutChannels(Rollout real, String prefix) implements ForwardingRollout {
  @Override
  public Optional<Channel> channel(String name) {
    return name.startsWith(prefix) ? Optional.empty() : real.channel(name);
  }

  @Override
  public List<Channel> channels() {
    return real.channels().stream()
        .filter(channel -> !channel.spec().name().startsWith(prefix))
        .toList();
  }
}
