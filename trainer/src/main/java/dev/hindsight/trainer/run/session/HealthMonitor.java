package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.randomise.BucketMonitor;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.study.ReferenceGap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/// Recognises runs that do not learn, from the measurements of their updates: the first [#FIRST]
/// updates show where a run began, the last ones where it is. One owner thread.
///
/// Numbers that fluctuate are compared as means over [#RECENT] updates, and scores differ only by
/// more than four standard errors, because they are compared after every update: a run that learns
/// must give no alarm.
final class HealthMonitor {
  /// Updates that show the beginning.
  static final int FIRST = 10;

  /// Updates that show the present.
  static final int RECENT = 10;

  /// Updates after which a run may be called diverged.
  private static final int SOON = 5;

  /// Mean nats of an update; a PPO update that learns moves the policy by some hundredths.
  private static final double MOST_KL = 0.5;

  /// Share of the first update's entropy.
  private static final double LEAST_ENTROPY = 0.02;

  /// Explained variance; 0 is a constant.
  private static final double LEAST_EXPLAINED = -0.25;

  /// Multiple of the length to which gradients are clipped.
  private static final double MOST_GRADIENT = 100;

  /// Difference of scores that matters at all.
  private static final double LEAST_SCORE = 0.05;

  /// Standard errors by which scores before and after a fall among the first updates differ. In a
  /// run that only fluctuates, the largest of the few such differences exceeds this once in a
  /// thousand runs.
  private static final double FALL = 5;

  /// Fewest updates before and after such a fall: one high score is no start.
  private static final int SHORTEST = 2;

  private final OptionalDouble clippedTo;
  private final long stallAfter;
  private final List<UpdateReport> first = new ArrayList<>();
  private final Deque<UpdateReport> recent = new ArrayDeque<>();
  private long count;

  /// Between the means of buckets, as last evaluated.
  private double bucketVariance;

  /// Mean gap to the reference numbers, as last measured.
  private double gap;

  /// @param clippedTo longest gradient that is not clipped, if there is one
  /// @param stallAfter updates in which the score should have risen
  HealthMonitor(OptionalDouble clippedTo, long stallAfter) {
    this.clippedTo = clippedTo;
    this.stallAfter = stallAfter;
  }

  /// Adds an update.
  ///
  /// @return what is wrong now
  List<HealthAlarm> add(UpdateReport report) {
    count++;
    if (first.size() < FIRST) {
      first.add(report);
    }
    recent.addLast(report);
    if (recent.size() > RECENT) {
      recent.removeFirst();
    }
    List<HealthAlarm> alarms = new ArrayList<>();
    if (count >= SOON) {
      kl(alarms);
      entropy(alarms);
      gradient(alarms);
    }
    if (count >= FIRST + RECENT) {
      values(alarms);
      score(alarms);
    }
    buckets(report, alarms);
    gap(report, alarms);
    return alarms;
  }

  /// The buckets are evaluated now and then: what they last showed holds until the next time.
  private void buckets(UpdateReport report, List<HealthAlarm> alarms) {
    bucketVariance = report.metrics().getOrDefault(RunBuckets.VARIANCE, bucketVariance);
    if (bucketVariance > BucketMonitor.LARGEST_VARIANCE) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.BUCKETS,
              bucketVariance,
              wording("HealthMonitor.buckets", NumberWords.significant(bucketVariance, 3))));
    }
  }

  private void gap(UpdateReport report, List<HealthAlarm> alarms) {
    gap = report.metrics().getOrDefault(RunGap.MEAN, gap);
    if (gap > ReferenceGap.LARGEST) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.REFERENCE_GAP,
              gap,
              wording("HealthMonitor.gap", NumberWords.significant(gap, 3))));
    }
  }

  private void kl(List<HealthAlarm> alarms) {
    double kl = mean(recent, metric("losses/approx_kl"));
    if (kl > MOST_KL) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.KL,
              kl,
              wording("HealthMonitor.kl", recent.size(), NumberWords.significant(kl, 3))));
    }
  }

  private void entropy(List<HealthAlarm> alarms) {
    double begin = metric("losses/entropy").apply(first.getFirst());
    double now = mean(recent, metric("losses/entropy"));
    boolean learned =
        mean(recent, UpdateReport::lastScore) - mean(first, UpdateReport::lastScore) > LEAST_SCORE;
    // That of actions that are numbers may be negative: a share of it says nothing.
    boolean ofChoices = begin > 0 && now >= 0;
    if (ofChoices && now < LEAST_ENTROPY * begin && !learned) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.ENTROPY,
              now,
              wording(
                  "HealthMonitor.entropy",
                  NumberWords.significant(begin, 3),
                  NumberWords.significant(now, 3))));
    }
  }

  private void gradient(List<HealthAlarm> alarms) {
    double norm = mean(recent, metric("losses/gradient_norm"));
    if (clippedTo.isPresent() && norm > MOST_GRADIENT * clippedTo.getAsDouble()) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.GRADIENT,
              norm,
              wording(
                  "HealthMonitor.gradient",
                  NumberWords.significant(norm, 3),
                  NumberWords.significant(clippedTo.getAsDouble(), 3))));
    }
  }

  private void values(List<HealthAlarm> alarms) {
    double explained = mean(recent, metric("losses/explained_variance"));
    if (explained < LEAST_EXPLAINED) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.VALUES,
              explained,
              wording("HealthMonitor.values", NumberWords.significant(explained, 3))));
    }
  }

  private void score(List<HealthAlarm> alarms) {
    double begin = mean(first, UpdateReport::lastScore);
    double now = mean(recent, UpdateReport::lastScore);
    double margin = Math.max(LEAST_SCORE, 4 * Math.hypot(error(first), error(recent)));
    ScoreLevel start = start();
    double below = Math.max(LEAST_SCORE, 4 * Math.hypot(start.error(), error(recent)));
    if (now < start.mean() - below) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.BELOW_START,
              now,
              wording(
                  "HealthMonitor.below_start",
                  NumberWords.exactScore(now),
                  NumberWords.exactScore(start.mean()))));
    } else if (count >= stallAfter && now < begin + margin) {
      alarms.add(
          new HealthAlarm(
              HealthAlarm.Kind.STALL,
              now,
              wording(
                  "HealthMonitor.stall",
                  NumberWords.exactScore(begin),
                  count,
                  NumberWords.exactScore(now))));
    }
  }

  /// A mean score with its standard error.
  private record ScoreLevel(double mean, double error) {}

  /// The score at which the run began: that of the first updates, or, if it fell while these went
  /// on, that of those before the fall. A mean over a collapse is no start and has a large error.
  private ScoreLevel start() {
    double[] scores = measured(first, UpdateReport::lastScore).toArray();
    ScoreLevel start = new ScoreLevel(mean(first, UpdateReport::lastScore), error(first));
    double steepest = FALL;
    for (int k = SHORTEST; k <= scores.length - SHORTEST; k++) {
      double before = Arrays.stream(scores, 0, k).average().orElse(Double.NaN);
      double after = Arrays.stream(scores, k, scores.length).average().orElse(Double.NaN);
      double squares = squares(scores, 0, k, before) + squares(scores, k, scores.length, after);
      double deviation = Math.sqrt(squares / (scores.length - 2));
      double fall = (before - after) / (deviation * Math.sqrt(1.0 / k + 1.0 / (scores.length - k)));
      if (fall > steepest && before - after > LEAST_SCORE) {
        steepest = fall;
        start = new ScoreLevel(before, deviation / Math.sqrt(k));
      }
    }
    return start;
  }

  private static double squares(double[] scores, int from, int to, double mean) {
    return Arrays.stream(scores, from, to).map(score -> (score - mean) * (score - mean)).sum();
  }

  private static Function<UpdateReport, Double> metric(String name) {
    return report -> report.metrics().getOrDefault(name, Double.NaN);
  }

  private static DoubleStream measured(
      Iterable<UpdateReport> reports, Function<UpdateReport, Double> measure) {
    DoubleStream.Builder values = DoubleStream.builder();
    for (UpdateReport report : reports) {
      values.add(measure.apply(report));
    }
    return values.build().filter(Double::isFinite);
  }

  /// NaN, with which every comparison is false, if nothing was measured.
  private static double mean(
      Iterable<UpdateReport> reports, Function<UpdateReport, Double> measure) {
    return measured(reports, measure).average().orElse(Double.NaN);
  }

  /// Standard error of the mean score.
  private static double error(Iterable<UpdateReport> reports) {
    double mean = mean(reports, UpdateReport::lastScore);
    double[] scores = measured(reports, UpdateReport::lastScore).toArray();
    double squares = DoubleStream.of(scores).map(score -> (score - mean) * (score - mean)).sum();
    return Math.sqrt(squares / Math.max(1, scores.length - 1) / Math.max(1, scores.length));
  }
}
