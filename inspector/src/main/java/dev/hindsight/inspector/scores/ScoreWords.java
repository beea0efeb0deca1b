package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.study.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Describes a score sheet in one sentence.
public final class ScoreWords {
  private ScoreWords() {}

  static String of(ScoreSheet sheet) {
    if (sheet.episodes().isEmpty()) {
      return wording("ScoreWords.no_trial_has_been_played");
    }
    ScoreSummary egos = ScoreSummary.of(List.of(sheet), Side.EGO);
    StringBuilder words = new StringBuilder();
    words.append(CountWords.of(sheet.trials(), "trial")).append(", ");
    words.append(CountWords.of(sheet.episodes().size(), "episode")).append(", ");
    words.append(CountWords.of(sheet.count(Side.EGO), "ego"));
    if (sheet.count(Side.CO_PLAYER) > 0) {
      words
          .append(wording("ScoreWords.and"))
          .append(CountWords.of(sheet.count(Side.CO_PLAYER), "co-player"));
    }
    Optional<Interval> first = egos.scores().stream().findFirst().flatMap(score -> score);
    Optional<Interval> last = egos.scores().isEmpty() ? Optional.empty() : egos.scores().getLast();
    if (sheet.trials() > 1 && first.isPresent() && last.isPresent()) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("ScoreWords.score_in_trial_1_in_trial"),
              NumberWords.score(first.get().mean()),
              NumberWords.score(last.get().mean()),
              sheet.trials()));
      egos.gain().ifPresent(delta -> words.append(wording("ScoreWords.gain")).append(gain(delta)));
    } else {
      first.ifPresent(
          score -> words.append(wording("ScoreWords.score", NumberWords.score(score.mean()))));
    }
    return words.append('.').toString();
  }

  private static String gain(Interval delta) {
    return NumberWords.scoreDifference(delta.mean())
        + " ("
        + delta.words(NumberWords::scoreDifference, "episode")
        + ")";
  }

  /// How the intervals of some means were computed, or why there are none.
  static String intervals(List<Optional<Interval>> means) {
    List<Interval> known = means.stream().flatMap(Optional::stream).toList();
    if (known.isEmpty()) {
      return wording("ScoreWords.no_trial_has_ended_there_is");
    }
    return known.stream()
        .filter(Interval::known)
        .findFirst()
        .map(one ->
            wording(
                "ScoreWords.whiskers_are_95_intervals_over_episodes",
                one.count(),
                one.method().words()))
        .orElseGet(() ->
            wording(
                "ScoreWords.no_whiskers", known.getFirst().words(NumberWords::score, "episode")));
  }
}
