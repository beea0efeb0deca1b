package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.provenance.ProvenanceDifference;
import dev.hindsight.inspector.provenance.ProvenanceFile;
import dev.hindsight.trainer.text.OneLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight diff`: the differences in provenance between two recordings or checkpoints.
@Command(name = "diff")
public final class DiffCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "A", descriptionKey = "DiffCommand.one")
  private Path one;

  @Parameters(index = "1", paramLabel = "B", descriptionKey = "DiffCommand.other")
  private Path other;

  @Override
  public Integer call() {
    List<ProvenanceDifference.Row> rows =
        ProvenanceDifference.between(ProvenanceFile.read(one), ProvenanceFile.read(other));
    DiffJson json = new DiffJson(rows.isEmpty(), rows.stream().map(DifferenceRowJson::of).toList());
    console().result(format(), json, words(rows));
    return rows.isEmpty() ? OK : FAILED;
  }

  private record DiffJson(boolean equal, List<DifferenceRowJson> differences) {}

  private record DifferenceRowJson(String group, String name, String a, String b) {
    static DifferenceRowJson of(ProvenanceDifference.Row row) {
      return new DifferenceRowJson(row.group().word(), row.name(), row.one(), row.other());
    }
  }

  private static String words(List<ProvenanceDifference.Row> rows) {
    StringBuilder words = new StringBuilder();
    for (ProvenanceDifference.Row row : rows) {
      String line =
          String.format(
              Locale.ROOT,
              "%-12s %-28s %-24s %s%n",
              row.group().word(),
              OneLine.of(row.name()),
              OneLine.of(row.one()),
              OneLine.of(row.other()));
      words.append(line);
    }
    return rows.isEmpty()
        ? wording("DiffCommand.no_differences")
        : words.toString().stripTrailing();
  }
}
