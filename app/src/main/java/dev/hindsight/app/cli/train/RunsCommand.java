package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.run.RunLedger;
import dev.hindsight.trainer.run.RunRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/// `hindsight runs`: what the ledger knows of training runs. Without more it lists them.
@Command(
    name = "runs",
    description = "List, show and compare training runs.",
    subcommands = {RunsListCommand.class, RunsShowCommand.class, RunsCompareCommand.class})
public final class RunsCommand extends CommandBase {
  @Override
  public Integer call() {
    return list(console(), format());
  }

  /// Prints all runs, oldest first.
  static int list(Console console, OutputFormat format) {
    RunLedger runLedger = RunLedger.ofUser();
    List<RunRecord> runs = runLedger.runs();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("ledger", runLedger.file().toString());
    fields.put("runs", runs.stream().map(RunFields::fields).toList());
    String words =
        runs.isEmpty()
            ? "no runs yet; start one with 'hindsight train'"
            : runs.stream().map(RunsCommand::line).collect(Collectors.joining("\n"));
    console.result(format, fields, words);
    return OK;
  }

  private static String line(RunRecord run) {
    return String.format(
        Locale.ROOT,
        "%-32s %-11s %6d / %-6d updates  scores %-29s %s",
        run.id(),
        run.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        run.progress().map(p -> p.updates()).orElse(0L),
        run.start().updatesInAll(),
        run.progress().map(p -> RunResults.scores(p.recentScores())).orElse("none"),
        run.start().preset() + " seed " + run.start().seed());
  }
}
