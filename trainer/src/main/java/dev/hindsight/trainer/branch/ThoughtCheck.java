package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.branch.Repetition.Place;
import dev.hindsight.trainer.branch.Repetition.Thoughts;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Holds what a policy thinks now against what it thought when it was recorded, bit for bit. One
/// owner thread.
final class ThoughtCheck {
  private final PolicyOutput output;
  private final Optional<Channel> logits;
  private final Optional<Channel> value;
  private final float[] stored;
  private Optional<Place> first = Optional.empty();
  private double furthest;
  private boolean compared;

  /// @param output where the policy writes
  ThoughtCheck(Rollout rollout, PolicyOutput output) {
    this.output = output;
    logits = column(rollout, "logits", output.logits.length);
    value = column(rollout, "value", output.value.length);
    stored = new float[Math.max(output.logits.length, output.value.length)];
  }

  private static Optional<Channel> column(Rollout rollout, String name, int length) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == length);
  }

  void compare(int tick) {
    logits.ifPresent(channel -> compare(channel, tick, output.logits, output.width));
    value.ifPresent(channel -> compare(channel, tick, output.value, 1));
  }

  private void compare(Channel channel, int tick, float[] here, int width) {
    compared = true;
    channel.read(tick, 0, stored, here.length);
    for (int i = 0; i < here.length; i++) {
      if (Float.floatToIntBits(stored[i]) != Float.floatToIntBits(here[i])) {
        if (first.isEmpty()) {
          first = Optional.of(new Place(tick, i / width));
        }
        furthest = Math.max(furthest, Math.abs((double) here[i] - stored[i]));
      }
    }
  }

  Repetition repetition(int ticks) {
    return new Repetition(ticks, compared ? Thoughts.COMPARED : Thoughts.NONE, first, furthest);
  }
}
