package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each fault planted in a recording's summary is named by the checks.
class ScoreFaultsTest {
  private static List<ScoreFinding> findings(MemoryRollout rollout) {
    return ScoreChecks.of(rollout, ScoreReaderTest.read(rollout));
  }

  @Test
  void aScoreArrayOfFixedSizeThatDropsTrialNineIsNamed() {
    PlayedTrials played = new PlayedTrials(12, 2, 2, 5, 9);
    MemoryRollout dropped = played.rollout(12).with(played.summary(2, 2, 8));

    assertEquals(
        List.of(
            new ScoreFinding(
                ScoreFinding.Kind.TRIALS_DROPPED,
                "The summary has scores of 8 trials, but 12 ended: trials 9 to 12 are missing there.")),
        findings(dropped));
    assertEquals(List.of(), findings(played.rollout(12)));
  }

  @Test
  void trialsTheManifestDoesNotKnowAreNamedAndShown() {
    PlayedTrials played = new PlayedTrials(9, 2, 2, 5, 9);
    MemoryRollout capped = played.rollout(8);

    assertEquals(9, ScoreReaderTest.read(capped).trials());
    assertEquals(
        List.of(
            new ScoreFinding(
                ScoreFinding.Kind.MORE_TRIALS,
                "The manifest declares 8 trials, but trial 9 was played.")),
        findings(capped));
  }

  @Test
  void goalsOfCoPlayersCountedForTheEgosAreNamed() {
    PlayedTrials played = new PlayedTrials(2, 6, 2, 20, 3);
    List<ScoreFinding> found = findings(played.rollout(2).with(played.summary(2, 6, 2)));

    assertTrue(found.stream().allMatch(f -> f.kind() == ScoreFinding.Kind.CO_PLAYERS_COUNTED));
    assertTrue(
        found.stream()
            .anyMatch(f ->
                f.sentence()
                    .matches(
                        "goals: the summary says \\d+, which counts co-players too; the egos alone"
                            + " have \\d+\\.")),
        found.toString());
  }

  @Test
  void scoresOfCoPlayersTakenForTheEgosAreNamed() {
    PlayedTrials played = new PlayedTrials(2, 6, 2, 20, 3);
    List<ScoreFinding> found = findings(played.rollout(2).with(played.summary(6, 2, 2)));

    assertTrue(
        found.stream()
            .anyMatch(f ->
                f.kind() == ScoreFinding.Kind.CO_PLAYERS_COUNTED
                    && f.sentence().startsWith("score of trial ")),
        found.toString());
  }

  @Test
  void anyOtherDifferenceIsNamedToo() {
    PlayedTrials played = new PlayedTrials(2, 2, 2, 20, 3);
    PlayedTrials others = new PlayedTrials(2, 2, 2, 20, 4);
    List<ScoreFinding> found = findings(played.rollout(2).with(others.summary(2, 2, 2)));

    assertTrue(found.stream().anyMatch(f -> f.kind() == ScoreFinding.Kind.NUMBERS_DIFFER));
  }
}
