package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// How well the computed outputs agree with those recorded while the policy acted.
///
/// @param logits the largest difference of a logit
/// @param values the largest difference of a value estimate
/// @param scale the largest finite number among the recorded logits and values; rounding errors
///   grow with it
/// @param ticks ticks compared; 0 if nothing was recorded or computed
public record RecomputationAgreement(double logits, double values, double scale, int ticks) {
  /// Nothing was compared.
  public static final RecomputationAgreement NONE = new RecomputationAgreement(0, 0, 0, 0);

  /// The largest difference that rounding in another order can cause, relative to the scale; a
  /// mistake in a rule causes a larger one. Sums of float32 numbers in another order differ by some
  /// 1e-6 of it.
  private static final double ROUNDING = 1e-4;

  /// Compares one stretch of one agent. Two NaN agree, and so do two infinities of one sign; beside
  /// another number each is an infinite difference.
  public static RecomputationAgreement of(Rollout rollout, int agent, AttentionTrace trace) {
    int ticks = trace.span().ticks();
    int agents = rollout.manifest().agents();
    int outputs = ticks == 0 ? 0 : trace.logits().length / ticks;
    Optional<Channel> recorded =
        rollout.channel("logits").filter(c -> outputs > 0 && c.rowLength() == outputs * agents);
    if (recorded.isEmpty()) {
      return NONE;
    }
    Optional<Channel> value = rollout.channel("value").filter(c -> c.rowLength() == agents);
    double logits = 0;
    double values = 0;
    double scale = 0;
    for (int t = 0; t < ticks; t++) {
      int tick = trace.span().from() + t;
      for (int k = 0; k < outputs; k++) {
        double there = recorded.get().value(tick, agent * outputs + k);
        scale = larger(scale, there);
        logits = Math.max(logits, apart(there, trace.logits()[t * outputs + k]));
      }
      if (value.isPresent()) {
        double there = value.get().value(tick, agent);
        scale = larger(scale, there);
        values = Math.max(values, apart(there, trace.values()[t]));
      }
    }
    return new RecomputationAgreement(logits, values, scale, ticks);
  }

  private static double larger(double scale, double number) {
    return Double.isFinite(number) ? Math.max(scale, Math.abs(number)) : scale;
  }

  private static double apart(double a, double b) {
    if (a == b || (Double.isNaN(a) && Double.isNaN(b))) {
      return 0;
    }
    double apart = Math.abs(a - b);
    return Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
  }

  /// The combined agreement of this and other ticks.
  public RecomputationAgreement and(RecomputationAgreement other) {
    return new RecomputationAgreement(
        Math.max(logits, other.logits),
        Math.max(values, other.values),
        Math.max(scale, other.scale),
        ticks + other.ticks);
  }

  /// The larger of the two differences.
  public double worst() {
    return Math.max(logits, values);
  }

  /// Whether the two differ by rounding alone.
  public boolean holds() {
    return worst() <= ROUNDING * scale;
  }

  /// A description for users.
  public String words() {
    return ticks == 0
        ? wording("RecomputationAgreement.there_is_no_recorded_output_to")
        : wording(
            "RecomputationAgreement.largest_difference_from_the_recording",
            NumberWords.significant(logits, 2),
            NumberWords.significant(values, 2),
            ticks);
  }
}
