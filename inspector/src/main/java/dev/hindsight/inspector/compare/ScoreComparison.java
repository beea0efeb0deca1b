package dev.hindsight.inspector.compare;

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

/// What two recordings came to, trial by trial: means, and each pair of agents. Immutable.
///
/// @param one scores of the one recording
/// @param other scores of the other
/// @param agents which agents are the same
/// @param names what those of the one recording are called
public record ScoreComparison(
    ScoreSheet one, ScoreSheet other, AgentPairs agents, AgentNames names) {
  /// What is told of a pair of agents or of a mean.
  ///
  /// @param who in words
  /// @param agent index in the one recording; nothing for a mean
  /// @param trials one for each trial either has
  /// @param gains of a mean, B less A in the episodes both have, by trial: nothing where neither
  ///   has ended it; empty for a pair of agents, whose one number has no interval
  public record Line(
      String who,
      OptionalInt agent,
      List<TrialScoreChange> trials,
      List<Optional<Interval>> gains) {
    /// Copies the lists.
    public Line {
      trials = List.copyOf(trials);
      gains = List.copyOf(gains);
    }

    /// Whether any trial changed.
    public boolean changed() {
      return trials.stream().anyMatch(TrialScoreChange::changed);
    }

    /// Every trial: `0.50 → 0.75 (+0.25)`, or one number where it did not change.
    public String words() {
      return trials.stream().map(TrialScoreChange::words).collect(Collectors.joining("   "));
    }

    /// How far B less A is known, in a sentence: every trial that changed with its interval, over
    /// how many episodes, and the method. Empty for a pair of agents, and where nothing changed.
    public String certainty() {
      List<String> told = new ArrayList<>();
      for (int k = 0; k < gains.size(); k++) {
        int index = k;
        Optional<Interval> gain = gains.get(k).filter(_ -> trials.get(index).changed());
        String trial = "trial " + (k + 1) + " ";
        gain.ifPresent(known ->
            told.add(
                trial
                    + NumberWords.gain(known.mean())
                    + ", "
                    + known.words(NumberWords::gain, "episode")));
      }
      if (told.isEmpty()) {
        return "";
      }
      Optional<Interval> known =
          gains.stream().flatMap(Optional::stream).filter(Interval::known).findFirst();
      return "B - A, "
          + who
          + ": "
          + String.join("; ", told)
          + known
              .map(one -> ". Over " + one.count() + " episodes; " + one.method().words() + ".")
              .orElse(".");
    }
  }

  /// K, as many trials as either has.
  public int trials() {
    return Math.max(one.trials(), other.trials());
  }

  /// Means over the episodes, side by side.
  public List<Line> means(TrialMeasure trialMeasure) {
    List<Line> lines = new ArrayList<>();
    for (Side side : Side.values()) {
      if (one.count(side) > 0 || other.count(side) > 0) {
        String who = side == Side.EGO ? "egos, mean" : "co-players, mean";
        lines.add(
            new Line(
                who,
                OptionalInt.empty(),
                changes(means(one, side, trialMeasure), means(other, side, trialMeasure)),
                ScoreSummary.gains(one, other, side, trialMeasure)));
      }
    }
    return lines;
  }

  /// Every pair of agents, in one episode.
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

  /// Episodes either has.
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

  /// A number of a trial in both recordings; NaN where one has none.
  ///
  /// @param trial from 0
  /// @param one in the one recording
  /// @param other in the other
  public record TrialScoreChange(int trial, double one, double other) {
    /// B - A; NaN where one of them is none.
    public double by() {
      return other - one;
    }

    /// Whether the two are not the same; two that are none are.
    public boolean changed() {
      return Double.compare(one, other) != 0;
    }

    /// `0.50 → 0.75 (+0.25)`, or one number where it did not change.
    public String words() {
      if (!changed()) {
        return TrialMeasure.words(one);
      }
      String words = TrialMeasure.words(one) + " → " + TrialMeasure.words(other);
      return Double.isNaN(by()) ? words : words + " (" + NumberWords.gain(by()) + ")";
    }
  }
}
