package dev.hindsight.trainer.parity;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.EpisodeFlags;
import java.util.Arrays;
import java.util.BitSet;

/// A network's outputs over n ticks. The arrays must not change afterwards.
///
/// @param logits `[n * actions]`
/// @param values `[n]`
public record Outputs(float[] logits, float[] values) {
  /// n.
  public int ticks() {
    return values.length;
  }

  /// Logits per tick.
  public int actions() {
    return logits.length / Math.max(1, values.length);
  }

  /// The largest difference from other outputs at ticks outside limbo; infinite if one of the two
  /// is NaN.
  public Difference from(Outputs other, EpisodeFlags episodeFlags) {
    Difference worst = Difference.NONE;
    int n = actions();
    for (int t = 0; t < ticks(); t++) {
      for (int i = 0; episodeFlags.live(t) && i < n; i++) {
        double apart = apart(logits[t * n + i], other.logits[t * n + i]);
        worst =
            apart > worst.size() ? new Difference(t, wording("Outputs.logit", i), apart) : worst;
      }
      double apart = episodeFlags.live(t) ? apart(values[t], other.values[t]) : 0;
      worst = apart > worst.size() ? new Difference(t, "value", apart) : worst;
    }
    return worst;
  }

  /// The first tick outside limbo at which any output differs by more than a tolerance.
  public int firstApart(Outputs other, EpisodeFlags episodeFlags, double tolerance) {
    int n = actions();
    for (int t = 0; t < ticks(); t++) {
      boolean differs = episodeFlags.live(t) && apart(values[t], other.values[t]) > tolerance;
      for (int i = 0; episodeFlags.live(t) && !differs && i < n; i++) {
        differs = apart(logits[t * n + i], other.logits[t * n + i]) > tolerance;
      }
      if (differs) {
        return t;
      }
    }
    return ticks();
  }

  /// Where outputs differ by more than rounding explains, at ticks outside limbo.
  public OutOfTolerance apart(Outputs other, EpisodeFlags episodeFlags, Tolerance tolerance) {
    int n = actions();
    BitSet ofLogits = new BitSet();
    BitSet ofValues = new BitSet();
    Difference first = Difference.NONE;
    Difference worst = Difference.NONE;
    double share = 0;
    for (int t = 0; t < ticks(); t++) {
      Difference most = Difference.NONE;
      for (int i = 0; episodeFlags.live(t) && i < n; i++) {
        double apart = apart(logits[t * n + i], other.logits[t * n + i]);
        share = apart == 0 ? share : Math.max(share, apart / tolerance.logits()[t]);
        if (apart > tolerance.logits()[t]) {
          ofLogits.set(t);
          most = apart > most.size() ? new Difference(t, wording("Outputs.logit", i), apart) : most;
        }
      }
      double apart = episodeFlags.live(t) ? apart(values[t], other.values[t]) : 0;
      share = apart == 0 ? share : Math.max(share, apart / tolerance.values()[t]);
      if (apart > tolerance.values()[t]) {
        ofValues.set(t);
        most = most.equals(Difference.NONE) ? new Difference(t, "value", apart) : most;
      }
      first = first.equals(Difference.NONE) ? most : first;
      worst = most.size() > worst.size() ? most : worst;
    }
    return new OutOfTolerance(ofLogits, ofValues, first, worst, share);
  }

  private static double apart(double a, double b) {
    double apart = Math.abs(a - b);
    // Without a critic, values are NaN in all forms.
    return Double.isNaN(a) && Double.isNaN(b) ? 0 : Double.isNaN(apart) ? 1 / 0.0 : apart;
  }

  /// Log-probability of an action at a tick.
  public double logProb(int tick, int action) {
    int n = actions();
    return Categorical.logProbability(Arrays.copyOfRange(logits, tick * n, (tick + 1) * n), action);
  }

  /// The outputs of a part of the ticks.
  public Outputs part(int from, int to) {
    int n = actions();
    return new Outputs(
        Arrays.copyOfRange(logits, from * n, to * n), Arrays.copyOfRange(values, from, to));
  }

  /// The places where two outputs differ by more than a tolerance.
  ///
  /// @param ofLogits ticks at which any logit does; do not modify
  /// @param ofValues ticks at which the value does; do not modify
  /// @param first the largest difference at the first such tick
  /// @param worst the largest difference of all
  /// @param share the largest difference relative to its tolerance: above 1 if any place is out of
  ///   tolerance
  public record OutOfTolerance(
      BitSet ofLogits, BitSet ofValues, Difference first, Difference worst, double share) {
    /// Whether there is no such place.
    public boolean nowhere() {
      return ofLogits.isEmpty() && ofValues.isEmpty();
    }

    /// All such ticks.
    public BitSet ticks() {
      BitSet all = new BitSet();
      all.or(ofLogits);
      all.or(ofValues);
      return all;
    }
  }

  /// A place where two outputs differ.
  ///
  /// @param tick of those compared
  /// @param number `logit 3` or `value`
  public record Difference(int tick, String number, double size) {
    /// No difference.
    public static final Difference NONE = new Difference(0, "logits", 0);
  }
}
