package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.EpisodeFlags;
import java.util.Arrays;
import java.util.BitSet;

/// What a network put out over n ticks. Arrays are not written again.
///
/// @param logits `[n * actions]`
/// @param values `[n]`
public record Outputs(float[] logits, float[] values) {
  /// n.
  public int ticks() {
    return values.length;
  }

  /// Logits a tick.
  public int actions() {
    return logits.length / Math.max(1, values.length);
  }

  /// The largest difference from others at ticks outside limbo. A number that is none differs
  /// infinitely.
  public Difference from(Outputs other, EpisodeFlags episodeFlags) {
    Difference worst = Difference.NONE;
    int n = actions();
    for (int t = 0; t < ticks(); t++) {
      for (int i = 0; episodeFlags.live(t) && i < n; i++) {
        double apart = apart(logits[t * n + i], other.logits[t * n + i]);
        worst = apart > worst.size() ? new Difference(t, "logit " + i, apart) : worst;
      }
      double apart = episodeFlags.live(t) ? apart(values[t], other.values[t]) : 0;
      worst = apart > worst.size() ? new Difference(t, "value", apart) : worst;
    }
    return worst;
  }

  /// The first tick outside limbo at which something differs by more than a tolerance.
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

  /// Where others are further off than rounding explains, at ticks outside limbo.
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
          most = apart > most.size() ? new Difference(t, "logit " + i, apart) : most;
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
    // Values nobody estimates are NaN in all forms.
    return Double.isNaN(a) && Double.isNaN(b) ? 0 : Double.isNaN(apart) ? 1 / 0.0 : apart;
  }

  /// Log-probability of an action at a tick.
  public double logProb(int tick, int action) {
    int n = actions();
    return Categorical.logProbability(Arrays.copyOfRange(logits, tick * n, (tick + 1) * n), action);
  }

  /// The ticks of a part of those there are.
  public Outputs part(int from, int to) {
    int n = actions();
    return new Outputs(
        Arrays.copyOfRange(logits, from * n, to * n), Arrays.copyOfRange(values, from, to));
  }

  /// Where two are further apart than a tolerance.
  ///
  /// @param ofLogits ticks at which any logit is; not to be written
  /// @param ofValues ticks at which the value is; not to be written
  /// @param first the largest of the first such tick
  /// @param worst the largest of all
  /// @param share the largest difference anywhere, of what is tolerated there: above 1 where the
  ///   two are further apart
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

  /// A place where two differ.
  ///
  /// @param tick of those compared
  /// @param number `logit 3` or `value`
  public record Difference(int tick, String number, double size) {
    /// Nowhere.
    public static final Difference NONE = new Difference(0, "logits", 0);
  }
}
