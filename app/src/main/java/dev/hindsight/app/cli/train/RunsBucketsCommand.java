package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.replay.ReplayText;
import dev.hindsight.app.replay.WorstEpisodeRecording;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.randomise.BucketMonitor;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketMean;
import dev.hindsight.trainer.env.randomise.BucketMonitor.BucketReport;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import dev.hindsight.trainer.run.session.RunBuckets;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs buckets`: how well a run does in each bucket of randomised settings, and the
/// worst episode of one as a recording.
@Command(name = "buckets")
final class RunsBucketsCommand extends CommandBase {
  private static final int DIGITS = 3;

  @Parameters(paramLabel = "RUN", descriptionKey = "RunsBucketsCommand.run")
  private String run;

  @NeedsOption(value = "--out", whyKey = "RunsBucketsCommand.a_recording_needs_a_bucket_and_a_file")
  @Option(names = "--record", paramLabel = "BUCKET", descriptionKey = "RunsBucketsCommand.record")
  private Optional<Integer> record = Optional.empty();

  @NeedsOption(
      value = "--record",
      whyKey = "RunsBucketsCommand.a_recording_needs_a_bucket_and_a_file")
  @Option(names = "--out", paramLabel = "FILE", descriptionKey = "RunsBucketsCommand.out")
  private Optional<Path> out = Optional.empty();

  /// @param meanReward mean of the means of the buckets; missing if no episode has ended
  /// @param variance of the means of the buckets; missing if no episode has ended
  /// @param alert whether it is above 0.25
  /// @param evaluated the last evaluation, by which the run raises its alarm; missing before the
  ///   first
  private record BucketsJson(
      String run,
      String environment,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> meanReward,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> variance,
      boolean alert,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<EvaluatedJson> evaluated,
      List<BucketJson> buckets,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> recording) {}

  private record EvaluatedJson(long update, double variance) {}

  /// @param values of the randomised settings, by name
  /// @param episodes that have ended
  /// @param mean return; missing if none has ended
  private record BucketJson(
      int bucket,
      Map<String, Double> values,
      long episodes,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> mean,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<WorstJson> worst) {}

  private record WorstJson(double episodeReturn, long update, int environment, int ticks) {
    static WorstJson of(WorstEpisode episode) {
      return new WorstJson(
          episode.episodeReturn(),
          episode.update(),
          episode.history().environment(),
          episode.history().ticks());
    }
  }

  @Override
  public Integer call() throws Exception {
    RunRecord found = RunCopy.find(RunLedger.ofUser(), run);
    ImportedRun.requireTrained(found);
    RunFolder folder = RunFolder.existing(found);
    Buckets buckets = buckets(found);
    if (buckets.off()) {
      throw new Problem(
          wording("RunsBucketsCommand.nothing_is_randomised"),
          found.id().text(),
          wording("RunsBucketsCommand.train_with_randomise"));
    }
    List<UpdateReport> updates = MetricsLog.read(folder.metrics());
    Optional<BucketReport> report = RunBuckets.of(updates);
    Optional<EvaluatedJson> evaluated = evaluated(updates);
    List<BucketJson> all = new ArrayList<>();
    for (int b = 0; b < buckets.count(); b++) {
      all.add(one(buckets, b, report, WorstEpisode.read(folder, b)));
    }
    Optional<String> recording = recording(folder);
    console()
        .result(
            format(),
            new BucketsJson(
                found.id().text(),
                found.start().environment(),
                report.map(BucketReport::meanReward),
                report.map(BucketReport::variance),
                report.filter(BucketReport::alert).isPresent(),
                evaluated,
                all,
                recording),
            words(found, buckets, all, report, evaluated, recording));
    return OK;
  }

  /// What the run randomises, from its effective settings.
  private static Buckets buckets(RunRecord run) {
    EnvironmentType type = BuiltInEnvironments.named(run.start().environment());
    if (type.randomised().isEmpty()) {
      return Buckets.NONE;
    }
    Map<String, String> typed = new LinkedHashMap<>();
    for (String name : List.of(Buckets.RANDOMISE, Buckets.BUCKETS)) {
      Optional.ofNullable(run.start().effective().get(TrainingSpec.ENVIRONMENT + name))
          .ifPresent(text -> typed.put(name, text));
    }
    return Buckets.of(type.settings().parse(typed, run.id().text()), type.randomised());
  }

  private static BucketJson one(
      Buckets buckets, int bucket, Optional<BucketReport> report, Optional<WorstEpisode> worst) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (int s = 0; s < buckets.randomised().size(); s++) {
      values.put(buckets.randomised().get(s).name(), buckets.value(s, bucket));
    }
    Optional<BucketMean> mean =
        report.stream()
            .flatMap(each -> each.buckets().stream())
            .filter(each -> each.bucket().equals(Integer.toString(bucket)))
            .findFirst();
    return new BucketJson(
        bucket,
        values,
        mean.map(BucketMean::episodes).orElse(0L),
        mean.map(BucketMean::mean),
        worst.map(WorstJson::of));
  }

  private Optional<String> recording(RunFolder folder) throws Exception {
    if (record.isEmpty()) {
      return Optional.empty();
    }
    WorstEpisode episode =
        WorstEpisode.read(folder, record.get())
            .orElseThrow(() ->
                new Problem(
                    wording("RunsBucketsCommand.there_is_no_episode", record.get()),
                    "--record",
                    wording("RunsBucketsCommand.take_one_of_the_list")));
    return Optional.of(
        done(new WorstEpisodeRecording(folder, episode, out.orElseThrow())).toString());
  }

  private static String words(
      RunRecord run,
      Buckets buckets,
      List<BucketJson> all,
      Optional<BucketReport> report,
      Optional<EvaluatedJson> evaluated,
      Optional<String> recording) {
    StringBuilder words = new StringBuilder(wording("RunsBucketsCommand.heading"));
    for (BucketJson each : all) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("RunsBucketsCommand.line"),
              each.bucket(),
              NumberWords.count(each.episodes()),
              each.mean().map(ReplayText::number).orElse(wording("RunsBucketsCommand.no_data")),
              each.worst()
                  .map(worst -> ReplayText.number(worst.episodeReturn()))
                  .orElse(wording("RunsBucketsCommand.no_data")),
              each.worst().map(worst -> Long.toString(worst.update())).orElse(""),
              buckets.words(each.bucket(), share -> partner(run, share))));
    }
    words.append(
        report
            .map(now -> verdict(now, evaluated))
            .orElse(wording("RunsBucketsCommand.no_episode_has_ended", run.id().text())));
    recording.ifPresent(file -> words.append(wording("RunsBucketsCommand.recorded", file)));
    return words.toString().stripTrailing();
  }

  /// The partner at a place in the run's population.
  private static String partner(RunRecord run, double share) {
    return Optional.of(run.start().coPlayer())
        .filter(text -> !text.isEmpty())
        .map(PartnerPopulation::parse)
        .map(all -> all.names().get(all.at(share)))
        .orElseGet(() -> NumberWords.atMost(share, DIGITS));
  }

  /// The variance now, and the one by which the run raises its alarm.
  private static String verdict(BucketReport report, Optional<EvaluatedJson> evaluated) {
    String variance = NumberWords.significant(report.variance(), DIGITS);
    return wording("RunsBucketsCommand.variance", variance)
        + evaluated
            .map(last ->
                wording(
                    "RunsBucketsCommand.evaluated",
                    last.update(),
                    NumberWords.significant(last.variance(), DIGITS),
                    last.variance() > BucketMonitor.LARGEST_VARIANCE
                        ? wording("RunsBucketsCommand.alarm")
                        : wording("RunsBucketsCommand.no_alarm")))
            .orElse(wording("RunsBucketsCommand.not_evaluated"));
  }

  /// The last evaluation of the buckets, after an update that completed a hundred episodes.
  private static Optional<EvaluatedJson> evaluated(List<UpdateReport> updates) {
    return updates.reversed().stream()
        .flatMap(update ->
            Optional.ofNullable(update.metrics().get(RunBuckets.VARIANCE))
                .map(variance -> new EvaluatedJson(update.update(), variance))
                .stream())
        .findFirst();
  }
}
