package dev.hindsight.trainer.record;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Whoever acts in a branch: one policy, and others that take over at their ticks. Those look on
/// until then, so that they remember everything as if they had acted. One owner thread.
final class BranchPolicies implements TickRecorder.TickPolicy, AutoCloseable {
  private final Edits edits;
  private final AblationSchedule ablationSchedule;
  private final int agents;
  private final PolicyOutput unused;
  private final List<LaterPolicy> waiting = new ArrayList<>();
  private Optional<Policy> acting;

  private record LaterPolicy(int from, Policy policy) {}

  /// @param acting who acts before anybody takes over; closed with this
  /// @param rollout what was before
  BranchPolicies(Optional<Policy> acting, Edits edits, Rollout rollout, EnvironmentShape shape) {
    this.ablationSchedule = new AblationSchedule(edits, rollout);
    this.acting = acting;
    this.edits = edits;
    this.agents = shape.agents();
    this.unused = new PolicyOutput(shape);
  }

  /// Somebody who takes over at a tick, and has seen what came before; closed with this.
  void later(Edit.PolicyChange policyChange, Policy policy) {
    waiting.add(new LaterPolicy(policyChange.tick(), policy));
  }

  @Override
  public void think(int tick, StepBuffer seen, PolicyOutput output) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).from() == tick) {
        acting.ifPresent(Policy::close);
        acting = Optional.of(waiting.remove(i--).policy());
      }
    }
    for (LaterPolicy one : waiting) {
      one.policy().act(seen, unused);
    }
    if (acting.isPresent()) {
      edits.memory(tick, acting.get(), agents);
      ablationSchedule.put(tick, acting.get(), seen);
      acting.get().act(seen, output);
    } else {
      Arrays.fill(output.value, Float.NaN);
    }
  }

  /// What whoever acts computes on its way, as far as the recording it goes on from holds it too.
  List<Column> taps(Rollout rollout) {
    return acting.map(Policy::taps).orElse(List.of()).stream()
        .filter(column -> rollout.channel(column.spec().name()).isPresent())
        .toList();
  }

  @Override
  public void tap(Column column, ByteBuffer row) {
    int tap = acting.map(policy -> policy.taps().indexOf(column)).orElse(-1);
    if (tap >= 0) {
      acting.orElseThrow().tap(tap, row);
      return;
    }
    while (row.hasRemaining()) {
      row.putFloat(Float.NaN);
    }
  }

  @Override
  public void close() {
    acting.ifPresent(Policy::close);
    waiting.forEach(one -> one.policy().close());
  }
}
