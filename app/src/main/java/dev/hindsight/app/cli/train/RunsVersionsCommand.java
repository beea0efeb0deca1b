package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.CheckpointHistory;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.PolicyScores;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight runs versions`: the earlier versions of a run's policy that are kept.
@Command(name = "versions")
final class RunsVersionsCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", descriptionKey = "RunsVersionsCommand.run")
  private String run;

  private record VersionsJson(
      String run, long bytes, long limitMegabytes, List<VersionJson> versions) {}

  /// @param checkpoint what to give where a checkpoint is asked for: `RUN@UPDATE`
  /// @param best whether it scored higher than any before it
  /// @param trialScores while training in that update
  /// @param evaluation scores by trial of its evaluation
  private record VersionJson(
      String checkpoint,
      long update,
      boolean best,
      List<Double> trialScores,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> evaluation,
      long bytes,
      String file) {}

  @Override
  public Integer call() {
    RunLedger ledger = RunLedger.ofUser();
    RunRecord record = RunCopy.find(ledger, run);
    ImportedRun.requireTrained(record);
    RunFolder folder = RunFolder.existing(record);
    Map<Long, UpdateReport> reports =
        MetricsLog.read(folder.metrics()).stream()
            .collect(Collectors.toMap(UpdateReport::update, Function.identity(), (_, b) -> b));
    // The id names the files where the run was trained, not those of a copy.
    boolean trainedHere = ledger.lookup(run).isPresent();
    String name = trainedHere ? record.id().text() : folder.path().toString();
    List<VersionJson> versions =
        CheckpointHistory.versions(folder).stream()
            .map(version -> json(name, version, Optional.ofNullable(reports.get(version.update()))))
            .toList();
    long bytes = versions.stream().mapToLong(VersionJson::bytes).sum();
    String limit = record.start().effective().getOrDefault("run.history_mb", "0");
    console()
        .result(
            format(),
            new VersionsJson(record.id().text(), bytes, Long.parseLong(limit), versions),
            words(versions, bytes, limit));
    return OK;
  }

  private static VersionJson json(
      String name, CheckpointHistory.Version version, Optional<UpdateReport> report) {
    return new VersionJson(
        name + "@" + version.update(),
        version.update(),
        version.kind() == CheckpointHistory.Kind.BEST,
        report.map(UpdateReport::trialScores).orElse(List.of()),
        report.map(UpdateReport::metrics).flatMap(PolicyScores::of).map(PolicyScores::trialScores),
        version.bytes(),
        version.file().toString());
  }

  /// Of versions that each scored higher than any before them, the newest is the best.
  private static String best(VersionJson version, long best) {
    if (!version.best()) {
      return "";
    }
    return version.update() == best
        ? wording("RunsVersionsCommand.best")
        : wording("RunsVersionsCommand.former_best");
  }

  private static String words(List<VersionJson> versions, long bytes, String limit) {
    StringBuilder words = new StringBuilder();
    long best =
        versions.stream().filter(VersionJson::best).mapToLong(VersionJson::update).max().orElse(-1);
    for (VersionJson version : versions) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("RunsVersionsCommand.version"),
              version.checkpoint(),
              RunResults.scores(version.trialScores()),
              version
                  .evaluation()
                  .map(
                      scores -> wording("RunsVersionsCommand.evaluated", RunResults.scores(scores)))
                  .orElse(""),
              NumberWords.bytes(version.bytes()),
              best(version, best)));
    }
    return words
        + wording("RunsVersionsCommand.in_all", versions.size(), NumberWords.bytes(bytes), limit);
  }
}
