package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;

/// For a policy that can only act, such as one of another program: lets it act again on the
/// recorded observations, with garbage in limbo, and compares every output on the map.
///
/// What an agent observed in limbo itself may change its later outputs through its own memory: a
/// program does not say if its state is a recurrent one, which has no mask, or a cache, which needs
/// one. What others observed in limbo may change nothing.
final class ActingLimboCheck {
  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final GarbageObservations garbage;

  ActingLimboCheck(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    this.garbage = new GarbageObservations(rollout);
  }

  /// Compares the outputs.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @param again the same, opened again
  /// @return whether an agent's own memory carries what it observed in limbo
  boolean check(Policy policy, Policy again, Progress progress, Cancellation cancellation) {
    if (!garbage.possible()) {
      return false;
    }
    Outputs outputs = new Outputs(rollout.manifest().agents());
    new TeacherForcing(rollout).compare(policy, again, outputs, progress, cancellation);
    return outputs.told();
  }

  /// The outputs with and without garbage, tick by tick. One owner thread.
  private final class Outputs implements TeacherForcing.Comparison {
    /// Whether an agent has been in limbo since its memory was wiped.
    private final boolean[] disturbed;

    /// Whether anyone has been in limbo so far: before, both policies observe the same.
    private boolean anyone;

    private boolean repeats = true;
    private long compared;
    private double carried;
    private int firstTick;
    private int firstAgent;

    Outputs(int agents) {
      disturbed = new boolean[agents];
    }

    @Override
    public void change(int tick, StepBuffer seen) {
      int size = seen.observation.length / disturbed.length;
      for (int agent = 0; agent < disturbed.length; agent++) {
        disturbed[agent] &= seen.terminal[agent] == 0;
        if (seen.removed[agent] != 0) {
          disturbed[agent] = true;
          anyone = true;
          System.arraycopy(garbage.row(tick + agent), 0, seen.observation, agent * size, size);
        }
      }
    }

    @Override
    public void compare(int tick, StepBuffer seen, PolicyOutput first, PolicyOutput second) {
      for (int agent = 0; repeats && agent < disturbed.length; agent++) {
        if (seen.removed[agent] != 0) {
          continue;
        }
        double apart = apart(first, second, agent);
        compared += anyone ? 1 : 0;
        if (apart > 0 && !anyone) {
          repeats = false;
        } else if (apart > 0 && disturbed[agent]) {
          firstTick = carried == 0 ? tick : firstTick;
          firstAgent = carried == 0 ? agent : firstAgent;
          carried = Math.max(carried, apart);
        } else if (apart > 0) {
          auditFindings.add(
              tick,
              agent,
              wording("ActingLimboCheck.output"),
              apart,
              wording("ActingLimboCheck.what_others_observe_in_limbo_changes"));
        }
      }
    }

    /// The largest difference of an agent's outputs; 0 if they are the same to the bit.
    private static double apart(PolicyOutput first, PolicyOutput second, int agent) {
      double most = apart(first.value[agent], second.value[agent]);
      for (int i = agent * first.width; i < (agent + 1) * first.width; i++) {
        most = Math.max(most, apart(first.logits[i], second.logits[i]));
      }
      return most;
    }

    private static double apart(float one, float other) {
      double apart = Math.abs((double) one - other);
      return Float.compare(one, other) == 0
          ? 0
          : Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
    }

    /// Notes what was compared.
    ///
    /// @return whether an agent's own memory carries limbo
    boolean told() {
      if (!repeats) {
        auditFindings.leftOut(
            wording("ActingLimboCheck.output"), 1, wording("ActingLimboCheck.it_does_not_repeat"));
        return false;
      }
      auditFindings.compared(wording("ActingLimboCheck.disturbed_output"), compared);
      if (carried > 0) {
        auditFindings.remark(
            wording(
                "ActingLimboCheck.its_memory_carries_limbo",
                NumberWords.significant(carried, 2),
                firstTick,
                firstAgent));
      }
      return carried > 0;
    }
  }
}
