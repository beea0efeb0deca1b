package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// For a policy that can only act, such as one of another program: lets it act again on the
/// recorded observations, and compares its outputs on the map with the recorded ones. If they
/// differ, looks for the [ActingMistake] that explains all of them.
///
/// Its weights cannot be nudged to measure how far rounding may go, so observations are: a second
/// one of the same policy observes each fraction changed by as much as rounding may change it.
final class ActingParityCheck {
  /// The smallest allowance, of the largest logit of a tick or of its value: what was seen of long
  /// sums that other machines add up in another order.
  private static final double LEAST = 0x1p-14;

  /// The same for numbers stored in half precision.
  private static final double LEAST_OF_HALF = 0x1p-10;

  /// The relative change of an observed number: 4 u.
  private static final float NUDGE = 0x1p-22f;

  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final Optional<AgentColumn> logits;
  private final Optional<AgentColumn> value;

  /// `[A]` whether the recording holds values of an agent.
  private final boolean[] valued;

  /// @param width numbers of an agent's output
  ActingParityCheck(Rollout rollout, int width, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    logits = AgentColumn.of(rollout, "logits", width);
    value = AgentColumn.of(rollout, "value");
    valued = new boolean[rollout.manifest().agents()];
    for (int agent = 0; agent < valued.length; agent++) {
      valued[agent] = value.isPresent() && value.get().has(agent, rollout.ticks());
    }
  }

  /// Compares the outputs.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @param again the same, opened again
  void check(Policy policy, Policy again, Progress progress, Cancellation cancellation) {
    if (logits.isEmpty() && value.isEmpty()) {
      return;
    }
    TeacherForcing forcing = new TeacherForcing(rollout);
    Outputs right = new Outputs(ActingMistake.NONE, false, Optional.empty());
    forcing.compare(policy, again, right, progress, cancellation);
    if (!right.differing.isEmpty()) {
      List<String> causes = new ArrayList<>();
      for (ActingMistake mistake : ActingMistake.all(rollout, List.copyOf(right.differing))) {
        Outputs other = new Outputs(mistake, true, Optional.empty());
        forcing.compare(policy, again, other, Progress.SILENT, cancellation);
        if (other.differing.isEmpty() && !causes.contains(mistake.words())) {
          causes.add(mistake.words());
        }
      }
      // The places are noted in another run: to keep them until the cause is known takes memory.
      Outputs noting = new Outputs(ActingMistake.NONE, false, Optional.of(words(causes)));
      forcing.compare(policy, again, noting, progress, cancellation);
    }
    right.sum();
  }

  private static String words(List<String> causes) {
    return causes.isEmpty()
        ? wording("ActingParityCheck.the_policy_run_again_outputs")
        : wording(
            "ActingParityCheck.a_mistake_explains_every_difference",
            new Explanation(causes, List.of()).words());
  }

  /// The outputs of all agents, tick by tick. One owner thread.
  private final class Outputs implements TeacherForcing.Comparison {
    private final ActingMistake mistake;
    private final boolean stopping;
    private final Optional<String> cause;

    /// The agents whose outputs differ.
    private final SortedSet<Integer> differing = new TreeSet<>();

    private long compared;
    private double furthest;

    /// @param mistake with which the policy acts
    /// @param stopping whether the first difference is enough
    /// @param cause to note differences under; empty to note none
    private Outputs(ActingMistake mistake, boolean stopping, Optional<String> cause) {
      this.mistake = mistake;
      this.stopping = stopping;
      this.cause = cause;
    }

    @Override
    public void alter(int tick, StepBuffer seen) {
      mistake.showing().alter(tick, seen);
    }

    @Override
    public boolean goesOn() {
      return !stopping || differing.isEmpty();
    }

    @Override
    public void change(int tick, StepBuffer seen) {
      for (int i = 0; i < seen.observation.length; i++) {
        float number = seen.observation[i];
        // Whole numbers may be flags, kinds or slots, in which rounding never shows.
        boolean whole = number == Math.rint(number);
        seen.observation[i] = whole ? number : number * (1 + (i % 2 == 0 ? NUDGE : -NUDGE));
      }
    }

    @Override
    public void compare(int tick, StepBuffer seen, PolicyOutput first, PolicyOutput second) {
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        if (seen.removed[agent] == 0) {
          logits(tick, agent, first, second);
          value(tick, agent, first.value[agent], second.value[agent]);
        }
      }
    }

    private void logits(int tick, int agent, PolicyOutput first, PolicyOutput second) {
      if (logits.isEmpty()) {
        return;
      }
      double largest = 0;
      double nudged = 0;
      double most = 0;
      int at = 0;
      for (int i = 0; i < first.width; i++) {
        double now = first.logits[agent * first.width + i];
        double apart = IllegalLogit.apart(logits.get().value(tick, agent, i), now);
        double moved = IllegalLogit.apart(second.logits[agent * first.width + i], now);
        largest = Math.max(largest, IllegalLogit.size(now));
        nudged = Math.max(nudged, finite(moved));
        at = apart > most ? i : at;
        most = Math.max(most, apart);
      }
      judge(
          tick,
          agent,
          wording("ActingParityCheck.logit", at),
          most,
          least(logits.get()) * Math.max(1, largest),
          nudged);
    }

    private void value(int tick, int agent, double now, double nudged) {
      if (valued[agent]) {
        judge(
            tick,
            agent,
            "value",
            IllegalLogit.apart(value.orElseThrow().value(tick, agent), now),
            least(value.orElseThrow()) * Math.max(1, IllegalLogit.size(now)),
            finite(IllegalLogit.apart(nudged, now)));
      }
    }

    /// @param least of the allowance, whatever the nudge did
    private void judge(
        int tick, int agent, String what, double apart, double least, double nudged) {
      compared++;
      furthest = Math.max(furthest, apart);
      if (apart > least + Tolerance.MARGIN * nudged) {
        differing.add(agent);
        cause.ifPresent(words -> auditFindings.add(tick, agent, what, apart, words));
      }
    }

    private static double least(AgentColumn column) {
      return column.channel().spec().type() == Dtype.F2 ? LEAST_OF_HALF : LEAST;
    }

    private static double finite(double number) {
      return Double.isFinite(number) ? number : 0;
    }

    void sum() {
      auditFindings.compared(wording("ActingParityCheck.output"), compared);
      auditFindings.remark(
          wording("ActingParityCheck.it_can_only_act", NumberWords.significant(furthest, 2)));
    }
  }
}
