package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Interval.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The kind of interval that a summary gives to each measure.
class ScoreIntervalsTest {
  @Test
  void episodesAreTheSamplesNotTheirAgents() {
    // Forty agents in four episodes that all improved: these are four samples, which prove nothing.
    ScoreSheet sheet = sheet(10, new double[][] {{0, 1}, {0, 1}, {0, 1}, {0, 1}});
    Interval gain = ScoreSummary.of(List.of(sheet), Side.EGO).gain().orElseThrow();
    assertEquals(4, gain.count());
    assertEquals(1, gain.mean());
    assertFalse(gain.excludes(0), gain.toString());
  }

  @Test
  void theMethodFollowsFromWhatIsMeasuredNotFromTheSamples() {
    ScoreSheet sheet = sheet(1, new double[][] {{0, 1}, {0, 1}, {0, 0}});
    ScoreSummary summary = ScoreSummary.of(List.of(sheet), Side.EGO);
    assertEquals(Method.GAFFKE_PAIRED, summary.gain().orElseThrow().method());
    assertEquals(Method.GAFFKE, summary.scores().getFirst().orElseThrow().method());
    assertEquals(Method.CLOPPER_PEARSON, summary.reached().getLast().orElseThrow().method());
    ScoreSummary crowd =
        ScoreSummary.of(List.of(sheet(2, new double[][] {{0, 1}, {0, 1}})), Side.EGO);
    assertEquals(Method.GAFFKE, crowd.reached().getLast().orElseThrow().method());
    assertEquals(
        Method.STUDENT,
        ScoreSummary.byTrial(List.of(sheet), Side.EGO, TrialMeasure.RETURN)
            .getLast()
            .orElseThrow()
            .method());
  }

  @Test
  void aChangeBetweenTwoRecordingsIsThatOfTheEpisodesBothHave() {
    ScoreSheet one = sheet(1, new double[][] {{0, 1}, {0, 0}, {1, 1}, {0, 0}});
    ScoreSheet other = sheet(1, new double[][] {{1, 1}, {1, 1}, {1, 0}});
    List<Optional<Interval>> gains =
        ScoreSummary.differences(one, other, Side.EGO, TrialMeasure.SCORE);
    Interval first = gains.getFirst().orElseThrow();
    assertEquals(3, first.count());
    assertEquals(2.0 / 3, first.mean(), 1e-12);
    assertEquals(Method.GAFFKE_PAIRED, first.method());
    assertFalse(first.excludes(0), first.toString());
    assertTrue(first.low() >= -1 && first.high() <= 1, first.toString());
    assertEquals(0, gains.getLast().orElseThrow().mean(), 1e-12);
    assertEquals(
        Method.NONE,
        ScoreSummary.differences(
                one, sheet(1, new double[][] {{1, 1}}), Side.EGO, TrialMeasure.SCORE)
            .getFirst()
            .orElseThrow()
            .method());
    assertEquals(
        -first.mean(),
        ScoreSummary.differences(other, one, Side.EGO, TrialMeasure.SCORE)
            .getFirst()
            .orElseThrow()
            .mean());
  }

  @Test
  void oneEpisodeHasNoIntervalAndTheSentenceSaysSo() {
    ScoreSheet sheet = sheet(8, new double[][] {{0, 1}});
    assertEquals(
        Method.NONE, ScoreSummary.of(List.of(sheet), Side.EGO).gain().orElseThrow().method());
    assertTrue(
        ScoreWords.of(sheet).endsWith("gain +1.00 (no interval: one episode)."),
        ScoreWords.of(sheet));
    assertEquals(
        "No whiskers (no interval: one episode).",
        ScoreWords.intervals(ScoreSummary.byTrial(List.of(sheet), Side.EGO, TrialMeasure.SCORE)));
  }

  @Test
  void theChartSaysWhichMethodItsWhiskersAre() {
    ScoreSheet sheet = sheet(1, new double[][] {{0, 1}, {0, 1}, {0, 0}});
    assertEquals(
        "Whiskers are 95 % intervals over 3 episodes. Method: Gaffke: a mean within its range.",
        ScoreWords.intervals(ScoreSummary.byTrial(List.of(sheet), Side.EGO, TrialMeasure.SCORE)));
  }

  @Test
  void scoresBeyondTheirRangeAreNotSqueezedIntoIt() {
    ScoreSheet sheet = sheet(1, new double[][] {{0, 3}, {0, 1}, {0, 2}});
    assertEquals(
        Method.STUDENT, ScoreSummary.of(List.of(sheet), Side.EGO).gain().orElseThrow().method());
  }

  @Test
  void oneAgentsScoreBeyondItsRangeIsSeenBesideAgentsWithoutAny() {
    ScoreSheet all = sheet(2, new double[][] {{0, -3}, {0, -1}, {0, -2}});
    List<ScoreSheet.Episode> episodes =
        all.episodes().stream()
            .map(episode ->
                new ScoreSheet.Episode(
                    episode.number(),
                    episode.partner(),
                    episode.trials().stream().map(ScoreIntervalsTest::secondUnscored).toList()))
            .toList();
    ScoreSheet partly =
        new ScoreSheet(all.name(), all.trials(), all.sides(), episodes, all.source(), all.events());
    Interval last = ScoreSummary.of(List.of(partly), Side.EGO).scores().getLast().orElseThrow();
    assertEquals(Method.STUDENT, last.method());
    assertEquals(-2, last.mean(), 1e-12);
  }

  private static Trial secondUnscored(Trial trial) {
    AgentTrial other = trial.agents().getLast();
    AgentTrial unscored =
        new AgentTrial(
            other.agent(),
            other.side(),
            Double.NaN,
            other.events(),
            other.reachedAt(),
            other.earned(),
            other.limboTicks(),
            other.untold());
    return new Trial(
        trial.number(),
        trial.start(),
        trial.ticks(),
        trial.ending(),
        List.of(trial.agents().getFirst(), unscored));
  }

  /// @param scores by episode and trial, the same for all agents
  private static ScoreSheet sheet(int agents, double[][] scores) {
    List<ScoreSheet.Episode> episodes = new ArrayList<>();
    int tick = 0;
    for (double[] own : scores) {
      List<Trial> trials = new ArrayList<>();
      for (int k = 0; k < own.length; k++) {
        List<AgentTrial> all = new ArrayList<>();
        for (int agent = 0; agent < agents; agent++) {
          int goals = own[k] > 0 ? 1 : 0;
          int reached = goals > 0 ? tick + 3 : AgentTrial.NEVER;
          all.add(
              new AgentTrial(
                  agent,
                  Side.EGO,
                  own[k],
                  Map.of(EventKind.GOAL, goals),
                  reached,
                  own[k],
                  0,
                  Set.of()));
        }
        trials.add(new Trial(k, tick, 10, Ending.TRIAL_ENDED, all));
        tick += 10;
      }
      episodes.add(new ScoreSheet.Episode(episodes.size(), Optional.empty(), trials));
    }
    return new ScoreSheet(
        "some",
        scores[0].length,
        Collections.nCopies(agents, Side.EGO),
        episodes,
        ScoreSheet.Source.RECORDED,
        EventKind.COMMON);
  }
}
