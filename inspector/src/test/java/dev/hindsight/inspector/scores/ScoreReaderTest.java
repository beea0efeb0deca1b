package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreReaderTest {
  static ScoreSheet read(Rollout rollout) {
    return ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void totalsAreTheSumsOverTheAgentsAndSidesStayApart(long seed) {
    PlayedTrials played =
        new PlayedTrials(1 + (int) seed % 5, 5, 1 + (int) seed % 5, 7 + (int) seed, seed);
    ScoreSheet sheet = read(played.rollout(played.trials));

    Totals egos = sheet.totals(Side.EGO);
    Totals others = sheet.totals(Side.CO_PLAYER);

    assertEquals(played.countOf(EventBits.GOAL, 0, played.egos), (double) egos.goals());
    assertEquals(played.countOf(EventBits.COLLISION, 0, played.egos), (double) egos.collisions());
    assertEquals(played.countOf(EventBits.OFFROAD, played.egos, 5), (double) others.offroad());
    assertEquals(played.earned(0, played.egos), egos.earned(), 1e-4);
    assertEquals(played.earned(0, 5), egos.plus(others).earned(), 1e-4);
    assertEquals(played.egos, sheet.count(Side.EGO));
    for (int trial = 0; trial < played.trials; trial++) {
      Trial found = sheet.episodes().getFirst().trial(trial).orElseThrow();
      assertEquals(played.mean(trial, 0, played.egos), found.score(Side.EGO), 1e-12);
    }
    assertEquals(List.of(), ScoreChecks.of(played.rollout(played.trials), sheet));
  }

  @Test
  void theTickOfReachingIsTheOneWhoseActionReached() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 10, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 5))
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % 5 == 4 ? 1 : 0, 1)
            .with("event", Dtype.U1, (tick, _) -> tick == 7 ? EventBits.GOAL : 0, 1);

    List<Trial> trials = read(rollout).episodes().getFirst().trials();

    assertEquals(AgentTrial.NEVER, trials.getFirst().agents().getFirst().reachedAt());
    assertEquals(7, trials.getLast().agents().getFirst().reachedAt());
    assertEquals(
        "2", TrialMeasure.REACHED_AT.words(trials.getLast(), trials.getLast().agents().getFirst()));
  }

  @Test
  void whatTheLastActionOfATrialDidIsReadFromWhatGoalsPaidElsewhereWhereEventsAreNotRecorded() {
    MemoryRollout older =
        new MemoryRollout("drive", 2, 6, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 3))
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % 3 == 2 ? 1 : 0, 2)
            .with("removed", Dtype.BOOL, (tick, agent) -> tick == 1 && agent == 1 ? 1 : 0, 2)
            .with("reward", Dtype.F4, (tick, agent) -> tick == 2 - 2 * agent ? 1 : 0, 2);

    Trial first = read(older).episodes().getFirst().trials().getFirst();

    assertEquals(2, first.agents().getFirst().reachedAt());
    assertEquals(0, first.agents().getLast().reachedAt());
    assertEquals(1.0, first.score(Side.EGO));
    assertEquals(0.0, read(older).episodes().getFirst().trials().getLast().score(Side.EGO));
  }

  @Test
  void aContactThatTakesAnAgentOffTheMapIsNoGoal() {
    MemoryRollout older =
        new MemoryRollout("drive", 1, 3, 1)
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 2 ? 1 : 0, 1)
            .with("collision", Dtype.I1, (tick, _) -> tick == 1 ? 1 : 0, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick > 0 ? 1 : 0, 1);

    AgentTrial agent = read(older).episodes().getFirst().trials().getFirst().agents().getFirst();

    assertEquals(0, agent.goals());
    assertEquals(1, agent.collisions());
    assertEquals(0.0, agent.score());
    assertEquals(2, agent.limboTicks());
  }

  @Test
  void theNinthTrialOfTwelveIsThere() {
    PlayedTrials played = new PlayedTrials(12, 3, 3, 6, 42);

    ScoreSheet sheet = read(played.rollout(12));

    assertEquals(12, sheet.trials());
    assertEquals(
        IntStream.range(0, 12).mapToObj(trial -> played.mean(trial, 0, 3)).toList(),
        ScoreSummary.of(List.of(sheet), Side.EGO).means());
    assertTrue(ScoreSummary.of(List.of(sheet), Side.EGO).named().containsKey("trial_8_score"));
  }

  @Test
  void aTrialThatIsCutOffShowsWhatIsThereAndIsInNoMean() {
    PlayedTrials played = new PlayedTrials(3, 2, 2, 8, 5);
    MemoryRollout whole = played.rollout(4);
    MemoryRollout cut =
        new MemoryRollout("lots", 2, 21, 4)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 8))
            .with("event", Dtype.U1, (t, a) -> value(whole, "event", t, a), 2)
            .with("reward", Dtype.F4, (t, a) -> value(whole, "reward", t, a), 2)
            .with("trial_ended", Dtype.BOOL, (t, a) -> value(whole, "trial_ended", t, a), 2)
            .with("trial_score", Dtype.F4, (t, a) -> value(whole, "trial_score", t, a), 2);

    ScoreSheet sheet = read(cut);
    Trial last = sheet.episodes().getFirst().trials().getLast();

    assertEquals(4, sheet.trials());
    assertEquals(Ending.CUT_OFF, last.ending());
    assertEquals(5, last.ticks());
    assertEquals("cut off", TrialMeasure.SCORE.words(last, last.agents().getFirst()));
    assertEquals(2, ScoreSummary.of(List.of(sheet), Side.EGO).means().size());
    assertEquals(ScoreFinding.Kind.CUT_OFF, ScoreChecks.of(cut, sheet).getFirst().kind());
  }

  private static double value(Rollout rollout, String channel, int tick, int agent) {
    return rollout.channel(channel).orElseThrow().value(tick, agent);
  }

  @Test
  void everybodyInLimboAfterTheLastTrialIsNoEpisode() {
    MemoryRollout rollout =
        new MemoryRollout("adaptive", 1, 9, 2)
            .with("trial", Dtype.I4, (tick, _) -> tick < 6 ? Math.floorDiv(tick, 3) : 0)
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 2 || tick == 5 ? 1 : 0, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick > 5 ? 1 : 0, 1)
            .with("reward", Dtype.F4, (_, _) -> 0, 1);

    ScoreSheet sheet = read(rollout);

    assertEquals(1, sheet.episodes().size());
    assertEquals(2, sheet.episodes().getFirst().trials().size());
  }
}
