package dev.hindsight.trainer.record;

import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;

/// Runs a policy on recorded observations, so that its memory is as if it had acted. One owner
/// thread.
public final class MemoryRecomputation {
  private final RecordedObservations rows;
  private final Rollout rollout;
  private final PolicyOutput unused;
  private final int agents;

  /// @param rollout the recorded observations
  /// @param shape of the environment
  public MemoryRecomputation(Rollout rollout, EnvironmentShape shape) {
    this.rollout = rollout;
    this.rows = new RecordedObservations(rollout, shape);
    this.agents = shape.agents();
    this.unused = new PolicyOutput(shape);
  }

  /// Runs from the beginning of the episode up to a tick, exclusive.
  public void replay(Policy policy, int to, Edits edits, Cancellation cancellation) {
    int from = to == 0 ? 0 : rows.episodeStart(to);
    policy.begin(rollout.manifest().seed(), rows.episodesBefore(from));
    replay(policy, from, to, edits, cancellation);
  }

  /// Continues from a tick before which the memory is complete.
  ///
  /// @param edits memory edits in between
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
