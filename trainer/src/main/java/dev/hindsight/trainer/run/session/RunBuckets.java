package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.randomise.BucketMonitor;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketReport;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import dev.hindsight.trainer.text.OneLine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Watches the buckets of a run, with or without workers: how well the policy does in each, over
/// all episodes so far, and the worst episode of each among the last. Evaluated after the update
/// that completes a hundred episodes. One owner thread.
public final class RunBuckets {
  /// Metric: mean of the means of the buckets.
  static final String MEAN = BucketEpisodes.PREFIX + "mean";

  /// Metric: population variance of the means of the buckets.
  public static final String VARIANCE = BucketEpisodes.PREFIX + "variance";

  /// The number of a bucket, as a run writes it.
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

  private final RunFolder folder;
  private final BucketMonitor monitor = new BucketMonitor();

  /// The worst episodes since the last evaluation.
  private final Map<Integer, WorstEpisode> worst = new TreeMap<>();

  RunBuckets(RunFolder folder) {
    this.folder = folder;
  }

  /// Goes through the earlier updates of a resumed run, and reads the worst episodes since the last
  /// evaluation.
  ///
  /// @throws Problem if an update counts episodes of what is no bucket: the file was edited
  void restore(List<UpdateReport> earlier) {
    Set<String> buckets = new TreeSet<>();
    long evaluated = 0;
    long last = 0;
    for (UpdateReport report : earlier) {
      check(report);
      if (add(report)) {
        evaluated = report.update();
        buckets.clear();
      } else {
        buckets.addAll(counted(report));
      }
      last = report.update();
    }
    for (String bucket : buckets) {
      int number = Integer.parseInt(bucket);
      // An update that was not saved may have written either file. It runs again.
      keep(folder.worstEpisode(number), evaluated, last);
      keep(folder.nextWorstEpisode(number), evaluated, last);
    }
  }

  /// The names in the log must be those that a run writes, so that it goes on from the same
  /// numbers.
  private void check(UpdateReport report) {
    List<String> buckets = counted(report);
    named(report)
        .filter(name -> !buckets.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw new Problem(
              wording(
                  "RunBuckets.it_counts_episodes_of",
                  report.update(),
                  OneLine.of(BucketEpisodes.PREFIX + name + BucketEpisodes.COUNT)),
              folder.metrics().toString(),
              wording("MetricsLog.restore_the_file"));
        });
  }

  /// Keeps the episode of a file if it ended after an update, and not after another.
  private void keep(Path file, long after, long last) {
    try {
      WorstEpisode.read(file)
          .filter(each -> each.update() > after && each.update() <= last)
          .ifPresent(this::keep);
    } catch (Problem _) {
      // What cannot be read cannot be recorded again either; the run goes on without it.
    }
  }

  /// @return whether it is the worst of its bucket so far
  private boolean keep(WorstEpisode now) {
    WorstEpisode old = worst.get(now.bucket());
    boolean worse = old == null || now.episodeReturn() < old.episodeReturn();
    if (worse) {
      worst.put(now.bucket(), now);
    }
    return worse;
  }

  /// Adds up an update.
  ///
  /// @return whether it completes a hundred episodes
  private boolean add(UpdateReport report) {
    long before = monitor.episodes() / BucketMonitor.EVERY_EPISODES;
    add(monitor, report);
    return monitor.episodes() / BucketMonitor.EVERY_EPISODES > before;
  }

  /// Adds an update.
  ///
  /// @param ended the buckets in which its episodes ended
  /// @return its measurements, with those of the buckets if they are evaluated
  UpdateReport measured(UpdateReport report, List<BucketEpisodes> ended) {
    if (ended.isEmpty()) {
      return report;
    }
    boolean first = monitor.episodes() < BucketMonitor.EVERY_EPISODES;
    boolean due = add(report);
    for (BucketEpisodes one : ended) {
      WorstEpisode now =
          new WorstEpisode(one.bucket(), one.worst(), report.update(), one.history());
      if (keep(now) && !due) {
        // Until the first evaluation the worst episode so far is better than none.
        now.write(
            first ? folder.worstEpisode(one.bucket()) : folder.nextWorstEpisode(one.bucket()));
      }
    }
    if (!due) {
      return report;
    }
    worst.values().forEach(each -> each.write(folder));
    worst.clear();
    BucketReport buckets = monitor.report().orElseThrow();
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(MEAN, buckets.meanReward());
    metrics.put(VARIANCE, buckets.variance());
    return report.with(metrics);
  }

  /// What the buckets of a run show, from the measurements of its updates; empty if no episode of a
  /// bucket has ended.
  public static Optional<BucketReport> of(List<UpdateReport> updates) {
    BucketMonitor monitor = new BucketMonitor();
    updates.forEach(report -> add(monitor, report));
    return monitor.report();
  }

  /// Reads the means and counts of an update, so that a resumed run adds up the same numbers.
  private static void add(BucketMonitor monitor, UpdateReport report) {
    for (String bucket : counted(report)) {
      monitor.add(
          bucket,
          metric(report, bucket, BucketEpisodes.RETURN),
          Math.round(metric(report, bucket, BucketEpisodes.COUNT)));
    }
  }

  private static double metric(UpdateReport report, String bucket, String of) {
    return Objects.requireNonNull(report.metrics().get(BucketEpisodes.PREFIX + bucket + of));
  }

  /// The buckets in which episodes ended in an update.
  private static List<String> counted(UpdateReport report) {
    return named(report)
        .filter(name ->
            NUMBER.matcher(name).matches()
                && report
                    .metrics()
                    .containsKey(BucketEpisodes.PREFIX + name + BucketEpisodes.RETURN))
        .toList();
  }

  /// What an update counts episodes of, bucket or not.
  private static Stream<String> named(UpdateReport report) {
    return report.metrics().keySet().stream()
        .filter(name ->
            name.length() > BucketEpisodes.PREFIX.length() + BucketEpisodes.COUNT.length()
                && name.startsWith(BucketEpisodes.PREFIX)
                && name.endsWith(BucketEpisodes.COUNT))
        .map(name ->
            name.substring(
                BucketEpisodes.PREFIX.length(), name.length() - BucketEpisodes.COUNT.length()));
  }
}
