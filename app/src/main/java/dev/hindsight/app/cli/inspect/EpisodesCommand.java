package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.foreign.dataset.Datasets;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meaning;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.NamedArray;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight episodes`: the episodes of a dataset.
@Command(name = "episodes")
public final class EpisodesCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "EpisodesCommand.file")
  private Path file;

  @Option(names = "--array", paramLabel = "NAME=MEANING", descriptionKey = "EpisodesCommand.array")
  private Map<String, String> arrays = Map.of();

  @Option(names = "--agents", paramLabel = "N", descriptionKey = "EpisodesCommand.agents")
  private Optional<Integer> agents = Optional.empty();

  @Option(names = "--keep", descriptionKey = "EpisodesCommand.keep")
  private boolean keep;

  @Override
  public Integer call() {
    Optional<Path> kept = Optional.empty();
    Datasets.EpisodeTable table;
    if (arrays.isEmpty() && agents.isEmpty() && !keep) {
      table = Datasets.table(file);
    } else {
      if (!MappedArrays.takes(file)) {
        throw new Problem(
            wording("EpisodesCommand.its_arrays_have_meanings"),
            file.toString(),
            wording("EpisodesCommand.leave_the_options_out"));
      }
      MappedArrays read = MappedArrays.read(file);
      MappedArrays.Meanings meanings = meanings(read);
      table = read.table(meanings);
      kept = keep ? Optional.of(read.keep(meanings)) : Optional.empty();
    }
    StringBuilder words =
        new StringBuilder(
            wording(
                "EpisodesCommand.heading",
                (table.form() + " " + table.environment()).strip(),
                table.rows().size()));
    for (Datasets.EpisodeRow row : table.rows()) {
      words.append(
          wording(
              "EpisodesCommand.row",
              Integer.toString(row.number()),
              row.name(),
              Integer.toString(row.steps()),
              Double.isNaN(row.earned())
                  ? wording("EpisodesCommand.unknown")
                  : Double.toString(row.earned()),
              end(row)));
    }
    if (!table.leftOut().isEmpty()) {
      words.append(wording("EpisodesCommand.left_out", String.join(", ", table.leftOut())));
    }
    table.notes().forEach(note -> words.append(wording("EpisodesCommand.note", note)));
    kept.ifPresent(beside -> words.append(wording("EpisodesCommand.kept", beside)));
    console().result(format(), table, words.toString());
    return OK;
  }

  /// What lies beside the file or is guessed, with what the options say.
  private MappedArrays.Meanings meanings(MappedArrays read) {
    List<String> known = read.arrays().stream().map(NamedArray::name).toList();
    MappedArrays.Meanings meanings = read.first().meanings();
    for (Map.Entry<String, String> each : arrays.entrySet()) {
      if (!known.contains(each.getKey())) {
        throw new Problem(
            wording("EpisodesCommand.there_is_no_array", each.getKey()),
            "--array",
            wording("EpisodesCommand.there_are", String.join(", ", known)));
      }
      meanings = meanings.with(each.getKey(), meaning(each.getValue()));
    }
    return meanings.among(agents.orElse(meanings.agents()));
  }

  private static Meaning meaning(String id) {
    List<String> known = Arrays.stream(Meaning.values()).map(Meaning::id).toList();
    return Arrays.stream(Meaning.values())
        .filter(meaning -> meaning.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("EpisodesCommand.there_is_no_meaning", id),
                "--array",
                wording("EpisodesCommand.there_are", String.join(", ", known))));
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
