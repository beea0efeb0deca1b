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
import java.util.stream.IntStream;

/// Describes a score sheet in one sentence.
public final class ScoreWords {
  private ScoreWords() {}

  static String of(ScoreSheet sheet) {
    if (sheet.episodes().isEmpty()) {
      return wording("ScoreWords.no_agent_has_taken_part_in");
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
    words.append(scores(sheet, egos));
    return words.append('.').toString();
  }

  /// The scores of the first and the last trial that have any.
  private static String scores(ScoreSheet sheet, ScoreSummary egos) {
    List<Optional<Interval>> scores = egos.scores();
    List<Integer> known =
        IntStream.range(0, scores.size()).filter(k -> scores.get(k).isPresent()).boxed().toList();
    if (known.isEmpty()) {
      return ScoreChecks.holdsNoScore(sheet) ? wording("ScoreWords.no_scores") : "";
    }
    int last = known.getLast();
    String end = NumberWords.score(scores.get(last).orElseThrow().mean());
    if (sheet.trials() == 1) {
      return wording("ScoreWords.score", end);
    }
    if (known.getFirst() != 0 || last == 0) {
      return wording("ScoreWords.score_in_trial", end, last + 1);
    }
    return String.format(
            Locale.ROOT,
            wording("ScoreWords.score_in_trial_1_in_trial"),
            NumberWords.score(scores.getFirst().orElseThrow().mean()),
            end,
            last + 1)
        + egos.gain().map(delta -> wording("ScoreWords.gain") + gain(delta)).orElse("");
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
