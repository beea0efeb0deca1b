package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.study.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Describes a score sheet in one sentence, and counts in words.
public final class ScoreWords {
  private ScoreWords() {}

  static String of(ScoreSheet sheet) {
    if (sheet.episodes().isEmpty()) {
      return "No trial has been played.";
    }
    ScoreSummary egos = ScoreSummary.of(List.of(sheet), Side.EGO);
    StringBuilder words = new StringBuilder();
    words.append(plural(sheet.trials(), "trial")).append(", ");
    words.append(plural(sheet.episodes().size(), "episode")).append(", ");
    words.append(plural(sheet.count(Side.EGO), "ego"));
    if (sheet.count(Side.CO_PLAYER) > 0) {
      words.append(" and ").append(plural(sheet.count(Side.CO_PLAYER), "co-player"));
    }
    Optional<Interval> first = egos.scores().stream().findFirst().flatMap(score -> score);
    Optional<Interval> last = egos.scores().isEmpty() ? Optional.empty() : egos.scores().getLast();
    if (sheet.trials() > 1 && first.isPresent() && last.isPresent()) {
      words.append(
          String.format(
              Locale.ROOT,
              ": score %s in trial 1, %s in trial %d",
              NumberWords.score(first.get().mean()),
              NumberWords.score(last.get().mean()),
              sheet.trials()));
      egos.adaDelta().ifPresent(delta -> words.append(", gain ").append(gain(delta)));
    } else {
      first.ifPresent(score -> words.append(": score " + NumberWords.score(score.mean())));
    }
    return words.append('.').toString();
  }

  private static String gain(Interval delta) {
    return NumberWords.gain(delta.mean()) + " (" + delta.words(NumberWords::gain, "episode") + ")";
  }

  /// How the intervals of some means were computed, or why there are none.
  static String intervals(List<Optional<Interval>> means) {
    List<Interval> known = means.stream().flatMap(Optional::stream).toList();
    if (known.isEmpty()) {
      return "No trial has ended: there is no mean yet.";
    }
    return known.stream()
        .filter(Interval::known)
        .findFirst()
        .map(one ->
            "Whiskers are 95 % intervals over "
                + one.count()
                + " episodes. Method: "
                + one.method().words()
                + ".")
        .orElseGet(
            () -> "No whiskers (" + known.getFirst().words(NumberWords::score, "episode") + ").");
  }

  /// `1 goal`, `2 goals`.
  public static String plural(long count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
