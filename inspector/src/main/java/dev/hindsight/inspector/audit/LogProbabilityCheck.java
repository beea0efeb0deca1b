package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Checks a recording's log-probabilities against its own logits and actions: before the first
/// minibatch nothing has been learned, so every importance ratio is 1. Where one is not, it looks
/// for what the number is the log-probability of. One owner thread.
final class LogProbabilityCheck {
  /// The beginning of a finding.
  private static final String RATIO =
      wording("LogProbabilityCheck.the_importance_ratio_of_the_first");

  /// How likely a cause may be to fit by chance.
  private static final double BY_CHANCE = 0.01;

  /// The most wrong log-probabilities that are kept to be explained.
  private static final int KEPT = 1 << 16;

  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final Optional<AgentColumn> action;
  private final Optional<AgentColumn> drawn;
  private final List<Mismatch> off = new ArrayList<>();
  private double furthest;
  private long ratios;

  /// A log-probability that does not belong to its action.
  ///
  /// @param logits of the tick that the action was drawn from: without the illegal actions where
  ///   policies could not take them
  /// @param unmasked of the tick, as recorded
  private record Mismatch(
      int tick, int agent, double stored, float[] logits, float[] unmasked, double slack) {
    private double of(int action) {
      return Categorical.logProbability(logits, action);
    }

    private boolean is(double number) {
      return Math.abs(stored - number) <= slack;
    }
  }

  LogProbabilityCheck(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    boolean byPolicy = !rollout.manifest().policy().actionSelection().equals("random");
    action =
        AgentColumn.of(rollout, "action")
            .filter(c -> byPolicy && c.channel().spec().type() == Dtype.I4);
    drawn = AgentColumn.of(rollout, "log_prob").filter(_ -> byPolicy);
  }

  /// Checks a segment of an agent.
  ///
  /// @param differing ticks at which the recorded logits differ from the computed ones: what the
  ///   action was drawn from is unknown there
  void check(
      int agent, ObservationSequence observationSequence, Outputs recorded, BitSet differing) {
    int n = recorded.actions();
    Optional<RecordedActionMask> mask = RecordedActionMask.of(rollout, n);
    for (int t = 0;
        action.isPresent() && drawn.isPresent() && t < observationSequence.ticks();
        t++) {
      int tick = observationSequence.from() + t;
      double stored = drawn.get().value(tick, agent);
      if (!observationSequence.passage().live(t) || Double.isNaN(stored) || differing.get(t)) {
        continue;
      }
      float[] unmasked = Arrays.copyOfRange(recorded.logits(), t * n, (t + 1) * n);
      float[] logits = unmasked.clone();
      mask.ifPresent(legal -> legal.apply(tick, agent, logits));
      double now = Categorical.logProbability(logits, (int) action.get().integer(tick, agent));
      // An edit may force what a mask forbids, which float32 rounds to multiples of 64.
      boolean forbidden = IllegalLogit.forbids((float) now) && IllegalLogit.forbids(stored);
      double ratio = forbidden ? 0 : Math.abs(Math.exp(now - stored) - 1);
      ratio = Double.isNaN(ratio) ? Double.POSITIVE_INFINITY : ratio;
      // Beside what is infinite or forbids an action nothing else would count.
      double largest = IllegalLogit.size(stored);
      for (float logit : unmasked) {
        largest = Math.max(largest, IllegalLogit.size(logit));
      }
      // The rounding error of a logarithm of a sum of exponentials and a difference, for numbers of
      // this size.
      double slack = Tolerance.FLOOR * Math.max(1, largest);
      ratios++;
      furthest = Math.max(furthest, ratio);
      boolean differs = !forbidden && !(Math.abs(now - stored) <= slack);
      if (differs && off.size() < KEPT) {
        off.add(new Mismatch(tick, agent, stored, logits, unmasked, slack));
      }
    }
  }

  /// Notes the findings, with a cause if one explains all of them.
  void explain() {
    if (off.isEmpty()) {
      return;
    }
    String cause = RATIO + cause();
    off.stream()
        .sorted(Comparator.comparingInt(Mismatch::tick).thenComparingInt(Mismatch::agent))
        .forEach(each -> {
          double now = each.of(done(each.tick(), each.agent()));
          double ratio = Math.abs(Math.exp(now - each.stored()) - 1);
          auditFindings.add(
              each.tick(),
              each.agent(),
              "log_prob",
              Double.isNaN(ratio) ? Double.POSITIVE_INFINITY : ratio,
              cause);
        });
  }

  private String cause() {
    int last = rollout.ticks() - 1;
    // Few actions of other ticks and agents are the right one by chance, where there are few.
    int agents = rollout.manifest().agents();
    double chance = (1.0 + agents) * Math.pow(off.getFirst().logits().length, -off.size());
    Optional<String> shifted = chance < BY_CHANCE ? shifted(last) : Optional.empty();
    return shifted.orElseGet(this::otherNumber);
  }

  /// Whose action explains all log-probabilities.
  private Optional<String> shifted(int last) {
    if (all(each -> each.of(done(Math.max(0, each.tick() - 1), each.agent())))) {
      return Optional.of(wording("LogProbabilityCheck.the_log_probability_stored_is_that"));
    }
    if (all(each -> each.of(done(Math.min(last, each.tick() + 1), each.agent())))) {
      return Optional.of(wording("LogProbabilityCheck.the_log_probability_stored_is_that_2"));
    }
    for (int step = 1; step < rollout.manifest().agents(); step++) {
      int by = step;
      if (all(
          each -> each.of(done(each.tick(), (each.agent() + by) % rollout.manifest().agents())))) {
        return Optional.of(wording("LogProbabilityCheck.the_log_probability_stored_is_that_3"));
      }
    }
    return Optional.empty();
  }

  /// What else explains all of them.
  private String otherNumber() {
    if (all(each -> Categorical.logProbability(each.unmasked(), done(each.tick(), each.agent())))) {
      return wording("LogProbabilityCheck.the_log_probability_stored_is_that_6");
    }
    if (all(each -> Math.exp(each.of(done(each.tick(), each.agent()))))) {
      return wording("LogProbabilityCheck.the_number_stored_is_the_probability");
    }
    if (all(each -> -each.of(done(each.tick(), each.agent())))) {
      return wording("LogProbabilityCheck.the_number_stored_is_the_log");
    }
    if (all(
        each ->
            each.logits()[
                Math.clamp(done(each.tick(), each.agent()), 0, each.logits().length - 1)])) {
      return wording("LogProbabilityCheck.the_number_stored_is_the_logit");
    }
    boolean ofSome =
        off.stream()
            .allMatch(each -> {
              boolean is = false;
              for (int i = 0; !is && i < each.logits().length; i++) {
                is = each.is(each.of(i));
              }
              return is;
            });
    return ofSome
        ? wording("LogProbabilityCheck.the_log_probability_stored_is_that_4")
        : wording("LogProbabilityCheck.the_log_probability_stored_is_that_5");
  }

  private int done(int tick, int agent) {
    return (int) action.orElseThrow().integer(tick, agent);
  }

  private boolean all(ToDoubleFunction<Mismatch> number) {
    return off.stream().allMatch(each -> each.is(number.applyAsDouble(each)));
  }

  /// Reports the measurements.
  void sum() {
    auditFindings.compared(wording("LogProbabilityCheck.importance_ratio"), ratios);
    if (ratios > 0) {
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              wording("LogProbabilityCheck.importance_ratios_of_the_first_minibatch"),
              ratios,
              NumberWords.significant(furthest, 2)));
    }
  }
}
