package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.Span;
import dev.hindsight.trainer.counterfactual.Change;
import dev.hindsight.trainer.counterfactual.Life;
import dev.hindsight.trainer.counterfactual.RunOn;
import dev.hindsight.trainer.counterfactual.ScoreChange;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A life that goes on without something is the recorded one but for that.
class RunOnTest {
  private static final Cancellation GO_ON = new Cancellation();

  @Test
  void withoutAnyChangeItRepeatsWhatWasRecordedFromAnyTick(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 120)) {
      for (int from = 0; from < 100; from += 13) {
        try (RunOn run = at(rollout, from)) {
          Life life = run.live(Change.NONE, 0, GO_ON);
          assertTrue(run.departs(life).isEmpty());
          assertTrue(life.actions().length > 0);
        }
      }
    }
  }

  @Test
  void whatIsMaskedAnywayChangesNoLife(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.withLimbo(folder, 120);
        RunOn run = at(rollout, 25)) {
      for (Fill fill : Fill.values()) {
        Change limbo =
            new Change.Without(Ablation.of(fill, new Keys.Limbo()), Map.of(), horizon(rollout));
        for (int draw = 0; draw < 5; draw++) {
          Life with = run.live(Change.NONE, draw, GO_ON);
          Life without = run.live(limbo, draw, GO_ON);
          assertArrayEquals(with.actions(), without.actions());
          assertArrayEquals(with.scores(), without.scores());
        }
      }
    }
  }

  @Test
  void whatWasSwitchedOffIsLiftedBeforeTheNextLife(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 120);
        RunOn run = at(rollout, 25)) {
      Life first = run.live(Change.NONE, 1, GO_ON);
      run.live(
          new Change.Without(Ablation.of(Fill.ZERO, new Keys.Others()), Map.of(), horizon(rollout)),
          1,
          GO_ON);
      run.live(new Change.Wiped(), 1, GO_ON);
      assertArrayEquals(first.actions(), run.live(Change.NONE, 1, GO_ON).actions());
    }
  }

  @Test
  void withoutItsFirstTrialsThePolicyLosesWhatItGained(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 400);
        Interrogation interrogation = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      int second = startOf(rollout, 1);
      ScoreChange closed =
          interrogation.runOn(
              0,
              second,
              Ablation.of(Fill.ZERO, new Keys.EarlierTrials()),
              24,
              Progress.SILENT,
              GO_ON);
      ScoreChange wiped = interrogation.wiped(0, second, 24, Progress.SILENT, GO_ON);
      for (ScoreChange change : new ScoreChange[] {closed, wiped}) {
        ScoreChange.Trial last = change.trials().getLast();
        assertTrue(last.difference().high() < 0, change.toString());
        assertEquals(last.without() - last.with(), last.difference().mean(), 1e-9);
      }
    }
  }

  @Test
  void theTrialItWasPaidInIsWorthMuchToTheScoreOfTheNext(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 1000);
        Interrogation interrogation = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      RoomRecordings.Asked asked =
          RoomRecordings.asked(rollout).stream()
              .filter(one -> rollout.channel("trial").orElseThrow().integer(one.query(), 0) == 1)
              .findFirst()
              .orElseThrow();
      ScoreCredit credit =
          interrogation.scoreCredit(
              0, asked.query(), Grouping.TRIAL, Fill.ZERO, 8, Progress.SILENT, GO_ON);
      assertEquals(1, credit.groups().size());
      assertTrue(credit.groups().getFirst().holds(asked.begun()));
      assertTrue(credit.worths()[0] > 0.2, credit + " " + Arrays.toString(credit.worths()));
      assertEquals(
          new Span(asked.begun(), credit.groups().getFirst().to()), credit.groups().getFirst());
    }
  }

  private static RunOn at(Rollout rollout, int from) {
    return RunOn.at(
        rollout, new Policies(Optional.empty()), 0, from, Progress.SILENT, new Cancellation());
  }

  private static int horizon(Rollout rollout) {
    return new AttentionLibrary(rollout).reading(0, 0, new Cancellation()).horizon();
  }

  /// Where a trial of an episode begins whose first trial found the goal.
  private static int startOf(Rollout rollout, int trial) {
    return RoomRecordings.asked(rollout).stream()
        .mapToInt(RoomRecordings.Asked::query)
        .filter(tick -> rollout.channel("trial").orElseThrow().integer(tick, 0) == trial)
        .findFirst()
        .orElseThrow();
  }
}
