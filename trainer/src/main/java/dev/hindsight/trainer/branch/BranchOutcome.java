package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// The outcome of a branch compared with its parent's. In files it is an object with the components
/// as keys.
///
/// @param before of the parent
/// @param after of the branch
/// @param control whether the parent repeats without the edit
public record BranchOutcome(Figures before, Figures after, ControlResult control) {
  /// The outcome of a recording.
  ///
  /// @param ticks how long it is
  /// @param goals goals reached
  /// @param collisions vehicle collisions
  /// @param offroad times a road edge was crossed
  /// @param trialScores mean score of each trial
  public record Figures(
      int ticks, long goals, long collisions, long offroad, List<Double> trialScores) {
    /// Copies the list.
    public Figures {
      trialScores = List.copyOf(trialScores);
    }

    /// The figures in its summary; zeros if it was cut off.
    public static Figures of(Rollout rollout) {
      Map<String, Double> totals = rollout.summary().map(Summary::totals).orElse(Map.of());
      return new Figures(
          rollout.ticks(),
          Math.round(totals.getOrDefault("goals", 0.0)),
          Math.round(totals.getOrDefault("collisions", 0.0)),
          Math.round(totals.getOrDefault("offroad", 0.0)),
          rollout.summary().map(Summary::trialScores).orElse(List.of()));
    }

    private static Figures read(JsonNode node) {
      List<Double> scores = new ArrayList<>();
      node.path("trialScores").forEach(score -> scores.add(score.asDouble()));
      return new Figures(
          node.path("ticks").asInt(),
          node.path("goals").asLong(),
          node.path("collisions").asLong(),
          node.path("offroad").asLong(),
          scores);
    }
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
      String then = score(before.trialScores, k);
      String now = score(after.trialScores, k);
      if (!then.equals(now)) {
        words.add(wording("BranchOutcome.trial_score", k + 1, then, now));
      }
    }
    count(words, "ticks", before.ticks, after.ticks);
    return words.length() == 0 ? "nothing" : words.toString();
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
    return trial < scores.size() ? NumberWords.exactScore(scores.get(trial)) : "unfinished";
  }
}
