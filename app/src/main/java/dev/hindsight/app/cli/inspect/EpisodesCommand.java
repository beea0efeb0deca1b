package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.rollout.foreign.dataset.Datasets;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight episodes`: the episodes of a dataset.
@Command(name = "episodes")
public final class EpisodesCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "EpisodesCommand.file")
  private Path file;

  @Override
  public Integer call() {
    Datasets.EpisodeTable table = Datasets.table(file);
    StringBuilder words =
        new StringBuilder(
            wording(
                "EpisodesCommand.heading", table.form(), table.environment(), table.rows().size()));
    for (Datasets.EpisodeRow row : table.rows()) {
      words.append(
          wording(
              "EpisodesCommand.row",
              Integer.toString(row.number()),
              row.name(),
              Integer.toString(row.steps()),
              Double.toString(row.earned()),
              end(row)));
    }
    console().result(format(), table, words.toString());
    return OK;
  }

  private static String end(Datasets.EpisodeRow row) {
    if (row.terminated()) {
      return row.truncated()
          ? wording("EpisodesCommand.both")
          : wording("EpisodesCommand.terminated");
    }
    return row.truncated()
        ? wording("EpisodesCommand.truncated")
        : wording("EpisodesCommand.end_unknown");
  }
}
