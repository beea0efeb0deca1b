package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.foreign.LoggedMetrics;
import dev.hindsight.trainer.run.foreign.LoggedSeries;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs import`: enters what other programs logged in the list of runs.
@Command(name = "import")
final class RunsImportCommand extends CommandBase {
  @Parameters(paramLabel = "LOG", arity = "1..*", descriptionKey = "RunsImportCommand.logs")
  private List<Path> logs = new ArrayList<>();

  @Option(names = "--look", descriptionKey = "RunsImportCommand.look")
  private boolean look;

  /// @param run its id; null if it was only looked at
  /// @param notes what is left out, or is not as usual
  private record ImportJson(
      String log,
      Optional<String> run,
      List<ScalarJson> scalars,
      List<String> histograms,
      List<String> texts,
      List<String> notes) {}

  private record ScalarJson(String tag, long logged, long lastStep, double last) {}

  private record ImportsJson(List<ImportJson> imports) {}

  private static void refuseEmpty(LoggedMetrics logged, Path place) {
    if (logged.scalars().isEmpty()
        && logged.history().histograms().isEmpty()
        && logged.history().texts().isEmpty()) {
      throw new Problem(
          wording("RunsImportCommand.it_logs_nothing"),
          place.toString(),
          wording("RunsImportCommand.give_a_log_with_metrics"));
    }
  }

  @Override
  public Integer call() {
    List<LoggedMetrics> read = logs.stream().map(LoggedMetrics::read).toList();
    for (int i = 0; i < logs.size(); i++) {
      refuseEmpty(read.get(i), logs.get(i));
    }
    RunLedger ledger = RunLedger.ofUser();
    Path home = ledger.file().toAbsolutePath().resolveSibling(ImportedRun.ENVIRONMENT);
    List<ImportJson> imports = new ArrayList<>();
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < logs.size(); i++) {
      LoggedMetrics logged = read.get(i);
      Path place = logs.get(i);
      Optional<String> run =
          look
              ? Optional.empty()
              : Optional.of(ImportedRun.enter(logged, place, home, ledger).text());
      imports.add(
          new ImportJson(
              place.toString(),
              run,
              logged.scalars().entrySet().stream()
                  .map(each -> scalar(each.getKey(), each.getValue()))
                  .toList(),
              List.copyOf(logged.history().histograms().keySet()),
              List.copyOf(logged.history().texts().keySet()),
              logged.notes()));
      words
          .append(i == 0 ? "" : "\n")
          .append(
              wording(
                  "RunsImportCommand.read",
                  place,
                  logged.scalars().size(),
                  logged.history().histograms().size(),
                  logged.history().texts().size()));
      run.ifPresent(id -> words.append(wording("RunsImportCommand.entered_as", id)));
      logged.notes().forEach(note -> words.append(wording("RunsImportCommand.note", note)));
      if (look) {
        logged
            .scalars()
            .forEach((tag, series) ->
                words.append(
                    series.count() == 0
                        ? ""
                        : wording(
                            "RunsImportCommand.scalar",
                            tag,
                            series.logged(),
                            Long.toString(series.step(series.count() - 1)),
                            Double.toString(series.value(series.count() - 1)))));
        logged
            .history()
            .texts()
            .forEach((tag, texts) ->
                words.append(
                    wording("RunsImportCommand.text", tag, texts.getLast().text().strip())));
      }
    }
    console().result(format(), new ImportsJson(imports), words.toString());
    return OK;
  }

  private static ScalarJson scalar(String tag, LoggedSeries series) {
    int last = series.count() - 1;
    return new ScalarJson(
        tag,
        series.logged(),
        last < 0 ? 0 : series.step(last),
        last < 0 ? Double.NaN : series.value(last));
  }
}
