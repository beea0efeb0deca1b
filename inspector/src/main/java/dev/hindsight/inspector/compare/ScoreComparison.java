package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.scores.ScoreSummary;
import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The scores of two recordings, trial by trial: means, and each pair of agents. Immutable.
///
/// @param one scores of the first recording
/// @param other scores of the second recording
/// @param agents the paired agents
/// @param names names of the first recording's agents
public record ScoreComparison(
    ScoreSheet one, ScoreSheet other, AgentPairs agents, AgentNames names) {
  /// The scores of a pair of agents, or their means.
  ///
  /// @param who a description
  /// @param agent index in the first recording; empty for a mean
  /// @param trials one for each trial that either recording has
  /// @param differences for a mean, B minus A by trial, over the episodes that both have: empty for
  ///   a trial that neither has ended; an empty list for a pair of agents, whose single number has
  ///   no interval
  public record Line(
      String who,
      OptionalInt agent,
      List<TrialScoreChange> trials,
      List<Optional<Interval>> differences) {
    /// Copies the lists.
    public Line {
      trials = List.copyOf(trials);
      differences = List.copyOf(differences);
    }

    /// Whether any trial changed.
    public boolean changed() {
      return trials.stream().anyMatch(TrialScoreChange::changed);
    }

    /// All trials: `0.50 → 0.75 (+0.25)` each, or a single number if it did not change.
    public String words() {
      return trials.stream().map(TrialScoreChange::words).collect(Collectors.joining("   "));
    }

    /// How precisely B minus A is known, in a sentence: each changed trial with its interval, the
    /// number of episodes, and the method. Empty for a pair of agents, and if nothing changed.
    public String certainty() {
      List<String> sentences = new ArrayList<>();
      for (int k = 0; k < differences.size(); k++) {
        int index = k;
        Optional<Interval> difference = differences.get(k).filter(_ -> trials.get(index).changed());
        String trial = wording("ScoreComparison.trial", k + 1);
        difference.ifPresent(known ->
            sentences.add(
                trial
                    + NumberWords.scoreDifference(known.mean())
                    + ", "
                    + known.words(NumberWords::scoreDifference, "episode")));
      }
      if (sentences.isEmpty()) {
        return "";
      }
      Optional<Interval> known =
          differences.stream().flatMap(Optional::stream).filter(Interval::known).findFirst();
      return wording("ScoreComparison.over_the_episodes_of_both", who)
          + String.join("; ", sentences)
          + known
              .map(one ->
                  wording("ScoreComparison.over_episodes", one.count(), one.method().words()))
              .orElse(".");
    }
  }

  /// K, the number of trials in the longer episode of the two.
  public int trials() {
    return Math.max(one.trials(), other.trials());
  }

  /// Means over the episodes, both recordings side by side.
  public List<Line> means(TrialMeasure trialMeasure) {
    List<Line> lines = new ArrayList<>();
    for (Side side : Side.values()) {
      if (one.count(side) > 0 || other.count(side) > 0) {
        String who =
            side == Side.EGO
                ? wording("ScoreComparison.egos_mean")
                : wording("ScoreComparison.co_players_mean");
        lines.add(
            new Line(
                who,
                OptionalInt.empty(),
                changes(means(one, side, trialMeasure), means(other, side, trialMeasure)),
                ScoreSummary.differences(one, other, side, trialMeasure)));
      }
    }
    return lines;
  }

  /// All pairs of agents in one episode.
  ///
  /// @param episode from 0
  public List<Line> agents(int episode, TrialMeasure trialMeasure) {
    Optional<ScoreSheet.Episode> mine = episode(one, episode);
    Optional<ScoreSheet.Episode> theirs = episode(other, episode);
    return agents.pairs().stream()
        .map(agentPair ->
            new Line(
                names.titled(agentPair.one()),
                OptionalInt.of(agentPair.one()),
                changes(
                    numbers(mine, agentPair.one(), trialMeasure),
                    numbers(theirs, agentPair.other(), trialMeasure)),
                List.of()))
        .toList();
  }

  /// The number of episodes in either recording.
  public int episodes() {
    return Math.max(one.episodes().size(), other.episodes().size());
  }

  private static Optional<ScoreSheet.Episode> episode(ScoreSheet sheet, int episode) {
    return episode < sheet.episodes().size()
        ? Optional.of(sheet.episodes().get(episode))
        : Optional.empty();
  }

  private List<TrialScoreChange> changes(double[] a, double[] b) {
    return IntStream.range(0, trials())
        .mapToObj(trial -> new TrialScoreChange(trial, a[trial], b[trial]))
        .toList();
  }

  private double[] means(ScoreSheet sheet, Side side, TrialMeasure trialMeasure) {
    List<Optional<Interval>> known = ScoreSummary.byTrial(List.of(sheet), side, trialMeasure);
    return IntStream.range(0, trials())
        .mapToDouble(trial ->
            trial < known.size()
                ? known.get(trial).map(Interval::mean).orElse(Double.NaN)
                : Double.NaN)
        .toArray();
  }

  private double[] numbers(
      Optional<ScoreSheet.Episode> episode, int agent, TrialMeasure trialMeasure) {
    return IntStream.range(0, trials())
        .mapToDouble(number ->
            episode
                .flatMap(found -> found.trial(number))
                .map(trial -> number(trial, agent, trialMeasure))
                .orElse(Double.NaN))
        .toArray();
  }

  private static double number(Trial trial, int agent, TrialMeasure trialMeasure) {
    return agent < trial.agents().size()
        ? trialMeasure.of(trial, trial.agents().get(agent))
        : Double.NaN;
  }

  /// A score of a trial in both recordings; NaN where one has none.
  ///
  /// @param trial from 0
  /// @param one in the first recording
  /// @param other in the second recording
  public record TrialScoreChange(int trial, double one, double other) {
    /// B - A; NaN if one of them is missing.
    public double by() {
      return other - one;
    }

    /// Whether the two differ; two missing scores are equal.
    public boolean changed() {
      return Double.compare(one, other) != 0;
    }

    /// `0.50 → 0.75 (+0.25)`, or a single number if it did not change.
    public String words() {
      if (!changed()) {
        return TrialMeasure.words(one);
      }
      String words = TrialMeasure.words(one) + " → " + TrialMeasure.words(other);
      return Double.isNaN(by()) ? words : words + " (" + NumberWords.scoreDifference(by()) + ")";
    }
  }
}
