package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.run.Gate;
import dev.hindsight.trainer.run.RunLedger;
import dev.hindsight.trainer.run.RunRecord;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight runs show`: all the ledger knows of one run.
@Command(name = "show", description = "Show everything about a run.")
public final class RunsShowCommand extends CommandBase {
  @Parameters(paramLabel = "RUN", description = "Its name, a prefix of the name, or its folder.")
  private String run;

  @Override
  public Integer call() {
    RunRecord record = RunLedger.ofUser().find(run);
    console().result(format(), RunFields.whole(record), words(record));
    return OK;
  }

  private static String words(RunRecord record) {
    StringBuilder words = new StringBuilder();
    RunFields.fields(record)
        .forEach(
            (name, value) -> words.append(String.format(Locale.ROOT, "%-20s %s%n", name, value)));
    words.append("gates\n");
    for (Gate gate : record.gates()) {
      words.append("  ").append(gate).append('\n');
    }
    record
        .changes()
        .forEach(change ->
            words.append(
                String.format(
                    Locale.ROOT, "%s  %s %s%n", change.time(), change.what(), change.value())));
    words.append(
        record.start().parent().isEmpty()
            ? "different from the preset\n"
            : "different from the parent\n");
    for (Map.Entry<String, List<String>> knob : record.start().difference().entrySet()) {
      words.append(
          String.format(
              Locale.ROOT,
              "  %-28s %s, not %s%n",
              knob.getKey(),
              knob.getValue().getLast(),
              knob.getValue().getFirst()));
    }
    return words.toString().stripTrailing();
  }
}
