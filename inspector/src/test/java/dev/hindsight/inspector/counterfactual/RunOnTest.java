package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.counterfactual.Change;
import dev.hindsight.trainer.counterfactual.Life;
import dev.hindsight.trainer.counterfactual.RunOn;
import dev.hindsight.trainer.counterfactual.ScoreChange;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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
      double closed = 0;
      double wiped = 0;
      List<Integer> seconds = secondTrials(rollout);
      for (int from : seconds) {
        Ablation earlier = Ablation.of(Fill.ZERO, new Keys.EarlierTrials());
        closed += last(interrogation.runOn(0, from, earlier, 4, Progress.SILENT, GO_ON));
        wiped += last(interrogation.wiped(0, from, 4, Progress.SILENT, GO_ON));
      }
      String measured =
          "%d episodes, closed %.2f, wiped %.2f"
              .formatted(seconds.size(), closed / seconds.size(), wiped / seconds.size());
      assertTrue(seconds.size() > 10, measured);
      assertTrue(closed < -0.3 * seconds.size(), measured);
      assertTrue(wiped < -0.3 * seconds.size(), measured);
    }
  }

  /// By how much the score of the last trial changes.
  private static double last(ScoreChange change) {
    ScoreChange.Trial last = change.trials().getLast();
    assertEquals(last.without() - last.with(), last.difference().mean(), 1e-9);
    return last.difference().mean();
  }

  /// The first tick of every episode's second trial.
  private static List<Integer> secondTrials(Rollout rollout) {
    var trials = rollout.trials();
    return IntStream.range(0, trials.count() - 4)
        .filter(stretch -> trials.trial(stretch) == 1)
        .mapToObj(trials::start)
        .toList();
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
}
