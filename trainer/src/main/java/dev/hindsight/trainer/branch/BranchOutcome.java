package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/// The outcome of a branch compared with its parent's. In files it is an object with the components
/// as keys.
///
/// @param before of the parent
/// @param after of the branch
/// @param control whether the parent repeats without the edit
public record BranchOutcome(Figures before, Figures after, ControlResult control) {
  private static final String UNFINISHED = "unfinished";

  /// The outcome of a recording.
  ///
  /// @param ticks how long it is
  /// @param goals goals reached
  /// @param collisions vehicle collisions
  /// @param offroad times a road edge was crossed
  /// @param trialScores mean score of each trial
  /// @param episodeScores of each trial, its score in each episode, NaN where it did not end; empty
  ///   if there is only one episode
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Figures(
      @JsonInclude(JsonInclude.Include.ALWAYS) int ticks,
      @JsonInclude(JsonInclude.Include.ALWAYS) long goals,
      @JsonInclude(JsonInclude.Include.ALWAYS) long collisions,
      @JsonInclude(JsonInclude.Include.ALWAYS) long offroad,
      @JsonInclude(JsonInclude.Include.ALWAYS) List<Double> trialScores,
      List<List<Double>> episodeScores) {
    /// Copies the lists.
    public Figures {
      trialScores = List.copyOf(trialScores);
      episodeScores = episodeScores.stream().map(List::copyOf).toList();
    }

    /// Figures of a recording of one episode.
    public Figures(int ticks, long goals, long collisions, long offroad, List<Double> scores) {
      this(ticks, goals, collisions, offroad, scores, List.of());
    }

    /// The figures in its summary; zeros if it was cut off.
    static Figures of(Rollout rollout, Progress progress, Cancellation cancellation) {
      Map<String, Double> totals = rollout.summary().map(Summary::totals).orElse(Map.of());
      return new Figures(
          rollout.ticks(),
          Math.round(totals.getOrDefault("goals", 0.0)),
          Math.round(totals.getOrDefault("collisions", 0.0)),
          Math.round(totals.getOrDefault("offroad", 0.0)),
          rollout.summary().map(Summary::trialScores).orElse(List.of()),
          byEpisode(rollout, progress, cancellation));
    }

    private static List<List<Double>> byEpisode(
        Rollout rollout, Progress progress, Cancellation cancellation) {
      if (TickAddress.episodeNumber(rollout.trials(), 0).isEmpty()) {
        return List.of();
      }
      ScoreSheet sheet = ScoreReader.read(rollout, progress, cancellation);
      return IntStream.range(0, sheet.trials())
          .mapToObj(trial ->
              sheet.episodes().stream()
                  .map(episode ->
                      episode
                          .trial(trial)
                          .filter(found -> found.ending().ended())
                          .map(found -> found.score(Side.EGO))
                          .orElse(Double.NaN))
                  .toList())
          .toList();
    }

    /// A trial's score in each episode.
    private List<Double> inEpisodes(int trial) {
      return trial < episodeScores.size() ? episodeScores.get(trial) : List.of();
    }

    private static Figures read(JsonNode node) {
      List<Double> scores = new ArrayList<>();
      node.path("trialScores").forEach(score -> scores.add(number(score)));
      return new Figures(
          node.path("ticks").asInt(),
          node.path("goals").asLong(),
          node.path("collisions").asLong(),
          node.path("offroad").asLong(),
          scores,
          episodes(node.path("episodeScores")));
    }

    private static List<List<Double>> episodes(JsonNode trials) {
      List<List<Double>> scores = new ArrayList<>();
      for (JsonNode trial : trials) {
        List<Double> inEpisodes = new ArrayList<>();
        trial.forEach(score -> inEpisodes.add(number(score)));
        scores.add(inEpisodes);
      }
      return scores;
    }
  }

  /// NaN is written as a text.
  private static double number(JsonNode score) {
    return score.isNumber() ? score.asDouble() : Double.NaN;
  }

  static BranchOutcome read(JsonNode node) {
    return new BranchOutcome(
        Figures.read(node.path("before")),
        Figures.read(node.path("after")),
        ControlResult.read(node.path(ControlResult.KEY)));
  }

  /// The changes in words: `collisions 2 → 1, trial 1 score 0.25 → 0.375`; `nothing` if nothing
  /// changed.
  public String words() {
    StringJoiner words = new StringJoiner(", ");
    count(words, "goals", before.goals, after.goals);
    count(words, "collisions", before.collisions, after.collisions);
    count(words, wording("BranchOutcome.off_road"), before.offroad, after.offroad);
    int trials = Math.max(before.trialScores.size(), after.trialScores.size());
    for (int k = 0; k < trials; k++) {
      if (!before.episodeScores.isEmpty() && !after.episodeScores.isEmpty()) {
        overBoth(words, k);
        continue;
      }
      String then = score(before.trialScores, k);
      String now = score(after.trialScores, k);
      if (!then.equals(now)) {
        words.add(wording("BranchOutcome.trial_score", k + 1, then, now));
      }
    }
    count(words, "ticks", before.ticks, after.ticks);
    return words.length() == 0 ? "nothing" : words.toString();
  }

  /// The change of a trial's mean score over the episodes in which it ended in both recordings: a
  /// mean over fewer episodes is another number even if nothing has changed.
  private void overBoth(StringJoiner words, int trial) {
    List<Double> then = before.inEpisodes(trial);
    List<Double> now = after.inEpisodes(trial);
    int[] both =
        IntStream.of(ended(then))
            .filter(episode -> episode < now.size() && Double.isFinite(now.get(episode)))
            .toArray();
    if (both.length > 0) {
      String was = mean(then, both);
      String is = mean(now, both);
      if (!was.equals(is)) {
        words.add(wording("BranchOutcome.trial_score_of_both", trial + 1, was, is, both.length));
      }
    } else if (ended(then).length > 0 != ended(now).length > 0) {
      words.add(
          wording(
              "BranchOutcome.trial_score",
              trial + 1,
              ended(then).length > 0 ? mean(then, ended(then)) : UNFINISHED,
              ended(now).length > 0 ? mean(now, ended(now)) : UNFINISHED));
    }
  }

  private static int[] ended(List<Double> scores) {
    return IntStream.range(0, scores.size())
        .filter(episode -> Double.isFinite(scores.get(episode)))
        .toArray();
  }

  private static String mean(List<Double> scores, int[] episodes) {
    return NumberWords.exactScore(
        IntStream.of(episodes).mapToDouble(scores::get).average().orElse(Double.NaN));
  }

  /// The changes, preceded by the warning if they cannot be credited to the edit.
  public String wordsWithWarning() {
    String changes =
        words().equals("nothing") ? wording("BranchOutcome.no_score_changed") : words();
    return control.warning().map(warning -> warning + ": " + changes).orElse(changes);
  }

  private static void count(StringJoiner words, String name, long then, long now) {
    if (then != now) {
      words.add(name + " " + then + " → " + now);
    }
  }

  private static String score(List<Double> scores, int trial) {
    return trial < scores.size() ? NumberWords.exactScore(scores.get(trial)) : UNFINISHED;
  }
}
