package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.branch.RepetitionReport.AgentTick;
import dev.hindsight.trainer.branch.RepetitionReport.PolicyRepetition;
import dev.hindsight.trainer.branch.RepetitionReport.PolicyStatus;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Holds what a policy says now against what it said when it was recorded, bit for bit and within
/// rounding. One owner thread.
final class PolicyOutputCheck {
  private final PolicyOutput output;
  private final Optional<Channel> logits;
  private final Optional<Channel> value;
  private final float[] stored;
  private Optional<AgentTick> first = Optional.empty();
  private Optional<AgentTick> beyond = Optional.empty();
  private double furthest;
  private boolean compared;

  /// @param output where the policy writes
  PolicyOutputCheck(Rollout rollout, PolicyOutput output) {
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
        AgentTick agentTick = new AgentTick(tick, i / width);
        double apart = Math.abs((double) here[i] - stored[i]);
        first = first.or(() -> Optional.of(agentTick));
        furthest = Math.max(furthest, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
        // Written so that a NaN is beyond.
        if (beyond.isEmpty()
            && !(apart <= RepetitionReport.TOLERANCE * largest(agentTick.agent(), width))) {
          beyond = Optional.of(agentTick);
        }
      }
    }
  }

  /// The largest number there is of an agent, at least 1.
  private double largest(int agent, int width) {
    double largest = 1;
    for (int i = agent * width; i < (agent + 1) * width; i++) {
      largest = Math.max(largest, Math.abs(stored[i]));
    }
    return largest;
  }

  PolicyRepetition result() {
    return new PolicyRepetition(
        compared ? PolicyStatus.COMPARED : PolicyStatus.NONE, first, beyond, furthest);
  }
}
