package dev.hindsight.trainer.bench;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// How a figure compares with the same figure of a baseline.
public enum BenchVerdict {
  /// Better by more than noise.
  BETTER(wording("BenchVerdict.better")),
  /// The difference may be chance.
  WITHIN_NOISE(wording("BenchVerdict.within_noise")),
  /// Worse by more than noise.
  WORSE(wording("BenchVerdict.worse"));

  /// Smallest difference, relative to the baseline's median, that is more than noise.
  private static final double SMALLEST = 0.05;

  /// The same where a side has too few repetitions for a spread.
  private static final double SMALLEST_OF_FEW = 0.25;

  /// Fewest repetitions whose quartiles say something.
  private static final int FEW = 3;

  private final String words;

  BenchVerdict(String words) {
    this.words = words;
  }

  /// For people and JSON.
  public String words() {
    return words;
  }

  /// Compares two figures of which more or less is better, by the spread of both.
  ///
  /// They differ if the medians differ by more than 5 % of the baseline's (25 % if a side has fewer
  /// than three repetitions) and by more than both interquartile ranges together, which then do not
  /// overlap.
  ///
  /// @param before the figure of the baseline
  /// @param now the figure measured now
  public static BenchVerdict of(BenchFigure before, BenchFigure now) {
    double difference = now.median() - before.median();
    double spread =
        before.upperQuartile() - before.lowerQuartile() + now.upperQuartile() - now.lowerQuartile();
    boolean few = Math.min(before.values().size(), now.values().size()) < FEW;
    double smallest = (few ? SMALLEST_OF_FEW : SMALLEST) * Math.abs(before.median());
    boolean differs = Math.abs(difference) > Math.max(smallest, spread);
    if (!differs) {
      return WITHIN_NOISE;
    }
    return (difference > 0) == (now.better() == BenchFigure.Better.MORE) ? BETTER : WORSE;
  }
}
