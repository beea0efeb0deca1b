package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is said of recordings that end within a trial, or hold no scores.
class ScoreWordsTest {
  private static final double OPEN = -1;
  private static final double UNKNOWN = Double.NaN;

  @Test
  void meansSayOfHowManyEpisodesTheyAre() {
    assertEquals(
        "Egos, mean of 3 episodes",
        ScoreRow.Mean.counted("Egos, mean", sheet(2, 1, new double[][] {{1}, {0}, {1}, {OPEN}})));
    assertEquals(
        "Egos, mean of up to 2 episodes",
        ScoreRow.Mean.counted("Egos, mean", sheet(2, 2, new double[][] {{1, 1}, {1, OPEN}})));
  }

  @Test
  void theScoreOfAnUnfinishedTrialIsCutOffForOneAgentAndForSeveral() {
    for (int agents : new int[] {1, 3}) {
      ScoreSheet sheet = sheet(agents, 1, new double[][] {{OPEN}});
      assertEquals(
          "cut off",
          new ScoreRow.EpisodeMean(sheet, sheet.episodes().getFirst())
              .words(TrialMeasure.SCORE, 0));
    }
  }

  @Test
  void theSentenceSaysOfWhichTrialAScoreIs() {
    String said = ScoreWords.of(sheet(6, 4, new double[][] {{0.17, OPEN}}));
    assertEquals("4 trials, 1 episode, 6 egos: score 0.17 in trial 1.", said);
    String two = ScoreWords.of(sheet(1, 4, new double[][] {{0, 1, OPEN}}));
    assertEquals("4 trials, 1 episode, 1 ego: score 0.00 in trial 1, 1.00 in trial 2.", two);
  }

  @Test
  void aRecordingWithoutScoresIsNotSaidToHaveAny() {
    ScoreSheet sheet = sheet(1, 1, new double[][] {{UNKNOWN}, {OPEN}});
    assertEquals("1 trial, 2 episodes, 1 ego; no trial has a score.", ScoreWords.of(sheet));
    String finding =
        ScoreChecks.of(new MemoryRollout("toy", 1, 20, 1), sheet).getFirst().sentence();
    assertTrue(finding.endsWith("that trial counts in no mean."), finding);
  }

  /// @param trials K
  /// @param scores by episode and trial, the same for all agents
  private static ScoreSheet sheet(int agents, int trials, double[][] scores) {
    List<ScoreSheet.Episode> episodes = new ArrayList<>();
    for (double[] own : scores) {
      List<Trial> played =
          IntStream.range(0, own.length).mapToObj(k -> trial(agents, k, own[k])).toList();
      episodes.add(new ScoreSheet.Episode(episodes.size(), Optional.empty(), played));
    }
    return new ScoreSheet(
        "some",
        trials,
        Collections.nCopies(agents, Side.EGO),
        episodes,
        ScoreSheet.Source.RECORDED,
        EventKind.COMMON);
  }

  private static Trial trial(int agents, int number, double score) {
    double known = score == OPEN ? Double.NaN : score;
    List<AgentTrial> all =
        IntStream.range(0, agents)
            .mapToObj(agent ->
                new AgentTrial(agent, Side.EGO, known, Map.of(), AgentTrial.NEVER, 0, 0, Set.of()))
            .toList();
    return new Trial(
        number, 10 * number, 10, score == OPEN ? Ending.CUT_OFF : Ending.TRIAL_ENDED, all);
  }
}
