package dev.hindsight.trainer.run.ledger;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses runs by words: each must occur in a run's id, name, tags, environment, preset,
/// algorithm, status or alarms, in any case. `#tag` must be a whole tag.
public final class RunFilter {
  /// Lets all runs through.
  public static final RunFilter ALL = new RunFilter(List.of(), Alarms.ANY);

  private enum Alarms {
    ANY,
    RAISED
  }

  private final List<String> words;
  private final Alarms alarms;

  private RunFilter(List<String> words, Alarms alarms) {
    this.words = words;
    this.alarms = alarms;
  }

  /// The runs in which every word of a text occurs.
  public static RunFilter of(String text) {
    return new RunFilter(
        Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+"))
            .filter(word -> !word.isEmpty())
            .toList(),
        Alarms.ANY);
  }

  /// Of these, only the runs with an alarm.
  public RunFilter alarmed() {
    return new RunFilter(words, Alarms.RAISED);
  }

  /// Whether a run passes.
  public boolean test(ListedRun run) {
    if (alarms == Alarms.RAISED && run.record().alarms().isEmpty()) {
      return false;
    }
    String text = text(run);
    return words.stream().allMatch(word -> occurs(word, text, run));
  }

  private static boolean occurs(String word, String text, ListedRun run) {
    boolean wholeTag = word.length() > 1 && word.startsWith("#");
    return wholeTag
        ? run.label().tags().stream()
            .anyMatch(tag -> tag.toLowerCase(Locale.ROOT).equals(word.substring(1)))
        : text.contains(word);
  }

  private static String text(ListedRun run) {
    RunRecord record = run.record();
    return Stream.of(
            Stream.of(
                record.id().text(),
                run.label().name(),
                record.start().environment(),
                record.start().preset(),
                record.start().algorithm(),
                run.status().words()),
            run.label().tags().stream(),
            record.alarms().stream().map(RunRecord.RaisedAlarm::kind))
        .flatMap(part -> part)
        .collect(Collectors.joining("\n"))
        .toLowerCase(Locale.ROOT);
  }
}
