package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Checks the recorded values before time limits of a network whose agents attend to each other:
/// all whose episode ended at the limit see each other's final observations; the others have left.
final class EdgeFinalValues {
  private final Rollout rollout;
  private final FinalValueFindings findings;

  EdgeFinalValues(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.findings = new FinalValueFindings(rollout, auditFindings);
  }

  /// Whether the recording has what is compared.
  boolean any() {
    return findings.any();
  }

  /// Checks all ticks.
  ///
  /// @param plain the network
  /// @param nudged the same with nudged weights
  void check(EdgeIntrospection plain, List<EdgeIntrospection> nudged, Cancellation cancellation) {
    for (int tick = 0; tick < rollout.ticks() && any(); tick++) {
      cancellation.throwIfCancelled();
      tick(tick, plain, nudged);
    }
  }

  /// Reports the measurements.
  void sum() {
    findings.sum();
  }

  private void tick(int tick, EdgeIntrospection plain, List<EdgeIntrospection> nudged) {
    int numbers = rollout.manifest().observation().size();
    byte[] removed = new byte[rollout.manifest().agents()];
    Arrays.fill(removed, (byte) 1);
    float[] seen = new float[removed.length * numbers];
    boolean wanted = false;
    for (int agent = 0; agent < removed.length; agent++) {
      Optional<float[]> last = findings.observation(tick, agent);
      if (last.isPresent()) {
        removed[agent] = 0;
        System.arraycopy(last.get(), 0, seen, agent * numbers, numbers);
        wanted |= findings.has(tick, agent);
      }
    }
    if (wanted) {
      EdgeTrace right = plain.look(seen, removed);
      List<EdgeTrace> around = nudged.stream().map(each -> each.look(seen, removed)).toList();
      for (int agent = 0; agent < removed.length; agent++) {
        if (removed[agent] == 0 && findings.has(tick, agent)) {
          findings.compare(tick, agent, right.values()[agent], slack(right, around, agent));
        }
      }
    }
  }

  /// How far rounding may move an agent's value. Effects of nudges on a single number may cancel,
  /// so those on its logits, which come from the same vector, count too.
  private static double slack(EdgeTrace right, List<EdgeTrace> around, int agent) {
    double largest = Math.max(1, Math.abs(right.values()[agent]));
    double effect = 0;
    int actions = right.logits().length / right.values().length;
    for (EdgeTrace trace : around) {
      effect = Math.max(effect, Math.abs(trace.values()[agent] - right.values()[agent]));
      for (int i = agent * actions; i < (agent + 1) * actions; i++) {
        largest = Math.max(largest, Math.abs(right.logits()[i]));
        effect = Math.max(effect, Math.abs(trace.logits()[i] - right.logits()[i]));
      }
    }
    return Tolerance.FLOOR * largest + Tolerance.MARGIN * effect;
  }
}
