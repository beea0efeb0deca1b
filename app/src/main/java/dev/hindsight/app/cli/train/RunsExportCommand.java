package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs export`: the metrics of a run as CSV.
@Command(name = "export")
final class RunsExportCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", descriptionKey = "RunsExportCommand.run")
  private String run;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      descriptionKey = "RunsExportCommand.out")
  private Path out;

  @Option(
      names = "--metric",
      paramLabel = "PREFIX",
      split = ",",
      descriptionKey = "RunsExportCommand.metric")
  private List<String> metrics = List.of();

  private record ExportJson(String run, String file, int updates, int columns) {}

  @Override
  public Integer call() {
    RunRecord record = RunCopy.find(RunLedger.ofUser(), run);
    OutputFile.spares(out, ImportedRun.source(record).stream().toList());
    Path metricsFile = RunFolder.of(record).metrics();
    Optional<Problem> lacking = MetricsLog.lacking(record);
    List<UpdateReport> reports = MetricsLog.read(metricsFile);
    if (lacking.isPresent() && reports.isEmpty()) {
      throw lacking.get();
    }
    lacking.ifPresent(problem -> console().problem(problem.getMessage()));
    long unreadable = MetricsLog.unreadable(metricsFile);
    if (unreadable > 0) {
      console().problem(wording("RunsExportCommand.lines_are_no_update", metricsFile, unreadable));
    }
    MetricsCsv table = MetricsCsv.of(reports, metrics);
    try {
      AtomicFile.write(
          out, (String.join("\n", table.lines()) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("RunsExportCommand.the_table_cannot_be_written"),
          out.toString(),
          wording("RunsExportCommand.choose_another_file"),
          e);
    }
    console()
        .result(
            format(),
            new ExportJson(record.id().text(), out.toString(), reports.size(), table.columns()),
            wording("RunsExportCommand.wrote", reports.size(), out));
    return OK;
  }
}
