package dev.hindsight.trainer.record;

import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;

/// Lets a policy live through the recorded past, so that it remembers what it would remember had it
/// acted. One owner thread.
public final class MemoryReplay {
  private final RecordedObservations rows;
  private final Rollout rollout;
  private final PolicyOutput unused;
  private final int agents;

  /// @param rollout what there was to see
  /// @param shape of the environment
  public MemoryReplay(Rollout rollout, EnvironmentShape shape) {
    this.rollout = rollout;
    this.rows = new RecordedObservations(rollout, shape);
    this.agents = shape.agents();
    this.unused = new PolicyOutput(shape);
  }

  /// From the beginning of its episode, as far as to a tick, which it has not seen yet.
  public void replay(Policy policy, int to, Edits edits, Cancellation cancellation) {
    policy.reset();
    replay(policy, to == 0 ? 0 : rows.episodeStart(to), to, edits, cancellation);
  }

  /// On from a tick it remembers everything before of.
  ///
  /// @param edits what was done to its memory meanwhile
  public void replay(Policy policy, int from, int to, Edits edits, Cancellation cancellation) {
    AblationSchedule ablationSchedule = new AblationSchedule(edits, rollout);
    for (int tick = from; tick < to; tick++) {
      cancellation.throwIfCancelled();
      edits.memory(tick, policy, agents);
      StepBuffer seen = rows.at(tick);
      ablationSchedule.put(tick, policy, seen);
      policy.act(seen, unused);
    }
  }
}
