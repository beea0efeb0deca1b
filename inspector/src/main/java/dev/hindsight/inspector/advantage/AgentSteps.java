package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import java.util.stream.IntStream;

/// The steps of one agent in a recording from which advantages are calculated. Immutable.
///
/// @param agent its index
/// @param ticks T
/// @param steps `[T]`; values are NaN if the policy had none
/// @param trial `[T]` trial of the episode that a tick belongs to, from 0
/// @param progress `[T]` how far into its episode a tick is ([EpisodeProgress]); NaN if the
///   recording does not say
/// @param discounts `[T]` the agent's own discount factors, NaN where they are not known; empty if
///   it has none of its own
record AgentSteps(
    int agent, int ticks, AdvantageInputs steps, int[] trial, float[] progress, float[] discounts) {
  private static final int CHECK_EVERY = 4096;
  private static final float[] IN_COMMON = new float[0];

  /// The steps of an agent without discounts of its own.
  AgentSteps(int agent, int ticks, AdvantageInputs steps, int[] trial, float[] progress) {
    this(agent, ticks, steps, trial, progress, IN_COMMON);
  }

  /// Reads a recording once. A missing column means that the event never happened.
  static AgentSteps read(Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    int ticks = agent >= 0 && agent < agents ? rollout.ticks() : 0;
    AdvantageInputs advantageInputs = new AdvantageInputs(ticks);
    int[] trial = new int[ticks];
    float[] progressed = new float[ticks];
    Optional<AgentColumn> value = AgentColumn.of(rollout, "value");
    Optional<AgentColumn> reward = AgentColumn.of(rollout, "reward");
    Optional<AgentColumn> terminal = AgentColumn.of(rollout, "terminal");
    Optional<AgentColumn> truncation = AgentColumn.of(rollout, "truncation");
    Optional<AgentColumn> finalValue = AgentColumn.of(rollout, EpisodeEnds.FINAL_VALUE);
    EpisodeEnds ends = new EpisodeEnds(rollout);
    Limbo limbo = new Limbo(rollout);
    Manifest.Trials trials = rollout.manifest().trials();
    Optional<Channel> trialTick =
        rollout.channel("trial_tick").filter(c -> c.rowLength() == 1 && trials.timeoutTicks() > 0);
    Optional<Channel> numbers = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    for (int t = 0; t < ticks; t++) {
      if (t % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
        progress.report(t, ticks, "ticks");
      }
      advantageInputs.value[t] =
          value.isPresent() ? (float) value.get().value(t, agent) : Float.NaN;
      advantageInputs.reward[t] = reward.isPresent() ? (float) reward.get().value(t, agent) : 0;
      advantageInputs.terminal[t] = flag(terminal, t, agent);
      advantageInputs.truncation[t] = flag(truncation, t, agent);
      advantageInputs.ended[t] = (byte) (ends.ended(t, agent) ? 1 : 0);
      if (advantageInputs.timedOut(t) && finalValue.isPresent()) {
        advantageInputs.timeoutValue[t] = (float) finalValue.get().value(t, agent);
      }
      advantageInputs.removed[t] = (byte) (limbo.at(t, agent) ? 1 : 0);
      trial[t] = numbers.isPresent() ? (int) numbers.get().value(t, 0) : 0;
      progressed[t] =
          trialTick.isPresent()
              ? EpisodeProgress.of(
                  trial[t],
                  (int) trialTick.get().value(t, 0),
                  trials.count(),
                  trials.timeoutTicks())
              : Float.NaN;
    }
    float[] discounts = OwnDiscounts.of(rollout).map(own -> own.of(agent, ticks)).orElse(IN_COMMON);
    return new AgentSteps(agent, ticks, advantageInputs, trial, progressed, discounts);
  }

  /// Whether the agent has discounts of its own.
  boolean ownDiscounts() {
    return discounts.length > 0;
  }

  /// Whether a discount of the agent's own is missing or not finite at a tick outside limbo.
  boolean lacksDiscounts() {
    return ownDiscounts()
        && IntStream.range(0, ticks)
            .anyMatch(t -> steps.removed[t] == 0 && !Float.isFinite(discounts[t]));
  }

  /// The same steps of an agent without discounts of its own.
  AgentSteps withoutDiscounts() {
    return new AgentSteps(agent, ticks, steps, trial, progress);
  }

  /// Whether the agent has values at all, as [AgentColumn#has] says of its column: then NaN at a
  /// tick outside limbo is a value that went wrong, and not one that is missing.
  boolean hasValues() {
    for (float value : steps.value) {
      if (!Float.isNaN(value)) {
        return true;
      }
    }
    return false;
  }

  /// The value to calculate with: 0 where the agent has none, and NaN where it went wrong, so that
  /// all that follows from it is NaN too.
  ///
  /// @param valued what [#hasValues] says
  double value(int t, boolean valued) {
    float value = steps.value[t];
    return Float.isNaN(value) && (!valued || steps.removed[t] != 0) ? 0 : value;
  }

  private static byte flag(Optional<AgentColumn> column, int tick, int agent) {
    return (byte) (column.isPresent() && column.get().is(tick, agent) ? 1 : 0);
  }
}
