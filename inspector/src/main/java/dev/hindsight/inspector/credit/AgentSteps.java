package dev.hindsight.inspector.credit;

import dev.hindsight.trainer.credit.Steps;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// What one agent lived through in a recording, as credit is worked out from it. Immutable once
/// read.
///
/// @param agent whose it is
/// @param ticks T
/// @param steps `[T]`; values are NaN where the policy had none
/// @param trial `[T]` trial of its episode a tick belongs to, from 0
record AgentSteps(int agent, int ticks, Steps steps, int[] trial) {
  private static final int CHECK_EVERY = 4096;

  /// Reads a recording once. What it has no column for did not happen.
  static AgentSteps read(Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    int ticks = agent >= 0 && agent < agents ? rollout.ticks() : 0;
    Steps steps = new Steps(ticks);
    int[] trial = new int[ticks];
    Optional<Channel> value = column(rollout, "value", agents);
    Optional<Channel> reward = column(rollout, "reward", agents);
    Optional<Channel> terminal = column(rollout, "terminal", agents);
    Optional<Channel> truncation = column(rollout, "truncation", agents);
    Optional<Channel> removed = column(rollout, "removed", agents);
    Optional<Channel> numbers = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    for (int t = 0; t < ticks; t++) {
      if (t % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
        progress.report(t, ticks, "ticks");
      }
      steps.value[t] = value.isPresent() ? (float) value.get().value(t, agent) : Float.NaN;
      steps.reward[t] = reward.isPresent() ? (float) reward.get().value(t, agent) : 0;
      steps.terminal[t] = flag(terminal, t, agent);
      steps.truncation[t] = flag(truncation, t, agent);
      steps.removed[t] = flag(removed, t, agent);
      trial[t] = numbers.isPresent() ? (int) numbers.get().value(t, 0) : 0;
    }
    return new AgentSteps(agent, ticks, steps, trial);
  }

  private static byte flag(Optional<Channel> channel, int tick, int agent) {
    return (byte) (channel.isPresent() && channel.get().value(tick, agent) != 0 ? 1 : 0);
  }

  private static Optional<Channel> column(Rollout rollout, String name, int agents) {
    return rollout.channel(name).filter(c -> c.spec().perAgent() && c.rowLength() == agents);
  }
}
