package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.counterfactual.CounterfactualRun;
import dev.hindsight.trainer.counterfactual.CounterfactualRunner;
import dev.hindsight.trainer.counterfactual.Intervention;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A counterfactual run equals the recorded one except for what is left out.
class CounterfactualRunnerTest {
  private static final Cancellation GO_ON = new Cancellation();

  @Test
  void withoutAnyChangeItRepeatsWhatWasRecordedFromAnyTick(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      for (int from = 0; from < 100; from += 13) {
        try (CounterfactualRunner run = at(rollout, from)) {
          CounterfactualRun counterfactualRun = run.run(Intervention.NONE, 0, GO_ON);
          assertTrue(run.departs(counterfactualRun).isEmpty());
          assertTrue(counterfactualRun.actions().length > 0);
        }
      }
    }
  }

  @Test
  void whatIsMaskedAnywayChangesNoLife(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120);
        CounterfactualRunner run = at(rollout, 25)) {
      for (Fill fill : Fill.values()) {
        Intervention limbo =
            new Intervention.AblateAttention(
                Ablation.of(fill, new Keys.LimboTicks()), Map.of(), horizon(rollout));
        for (int draw = 0; draw < 5; draw++) {
          CounterfactualRun with = run.run(Intervention.NONE, draw, GO_ON);
          CounterfactualRun without = run.run(limbo, draw, GO_ON);
          assertArrayEquals(with.actions(), without.actions());
          assertArrayEquals(with.scores(), without.scores());
        }
      }
    }
  }

  @Test
  void whatWasSwitchedOffIsLiftedBeforeTheNextLife(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120);
        CounterfactualRunner run = at(rollout, 25)) {
      CounterfactualRun first = run.run(Intervention.NONE, 1, GO_ON);
      run.run(
          new Intervention.AblateAttention(
              Ablation.of(Fill.ZERO, new Keys.Others()), Map.of(), horizon(rollout)),
          1,
          GO_ON);
      run.run(new Intervention.WipeMemory(), 1, GO_ON);
      assertArrayEquals(first.actions(), run.run(Intervention.NONE, 1, GO_ON).actions());
    }
  }

  @Test
  void withoutItsFirstTrialsThePolicyLosesWhatItGained(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 400);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      double closed = 0;
      double wiped = 0;
      List<Integer> seconds = secondTrials(rollout);
      for (int from : seconds) {
        Ablation earlier = Ablation.of(Fill.ZERO, new Keys.EarlierTrials());
        closed += last(interrogation.runOn(0, from, earlier, 4, Progress.SILENT, GO_ON));
        wiped += last(interrogation.runOnWiped(0, from, 4, Progress.SILENT, GO_ON));
      }
      String measured =
          "%d episodes, closed %.2f, wiped %.2f"
              .formatted(seconds.size(), closed / seconds.size(), wiped / seconds.size());
      assertTrue(seconds.size() > 10, measured);
      assertTrue(closed < -0.3 * seconds.size(), measured);
      assertTrue(wiped < -0.3 * seconds.size(), measured);
    }
  }

  /// The change of the last trial's score.
  private static double last(ScoreEffect change) {
    ScoreEffect.TrialEffect last = change.trials().getLast();
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
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 1000);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      DarkRoomRecordings.LaterQuery laterQuery =
          DarkRoomRecordings.asked(rollout).stream()
              .filter(one -> rollout.channel("trial").orElseThrow().integer(one.query(), 0) == 1)
              .findFirst()
              .orElseThrow();
      ScoreCredit credit =
          interrogation.scoreCredit(
              0, laterQuery.query(), MomentGrouping.TRIAL, Fill.ZERO, 8, Progress.SILENT, GO_ON);
      assertEquals(1, credit.groups().size());
      assertTrue(credit.groups().getFirst().holds(laterQuery.begun()));
      assertTrue(credit.worths()[0] > 0.2, credit + " " + Arrays.toString(credit.worths()));
      assertEquals(
          new Span(laterQuery.begun(), credit.groups().getFirst().to()),
          credit.groups().getFirst());
    }
  }

  @Test
  void aBranchIsRunOnOnlyWhereItsEditsAreOver(@TempDir Path folder) throws IOException {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      Branches none = Branches.of(rollout);
      int other = rollout.channel("action").orElseThrow().integer(35, 0) == 1 ? 0 : 1;
      Edit edit = new Edit.Action(35, 0, new ForcedAction.Joint(other));
      Path file =
          new BranchRecorder(
                  rollout,
                  none,
                  none.next("acted", Optional.empty(), 35, List.of(edit)),
                  new ChosenPolicySource(Optional.empty()),
                  Optional.empty(),
                  folder.resolve("acted.rollout"))
              .run(Progress.SILENT, GO_ON)
              .file();
      try (Rollout branch = Rollouts.open(file)) {
        for (int from : new int[] {0, 32, 35}) {
          Problem problem = assertThrows(Problem.class, () -> at(branch, from));
          assertEquals("it is a branch: its edits would not be repeated", problem.what());
        }
        try (CounterfactualRunner run = at(branch, 36)) {
          CounterfactualRun same = run.run(Intervention.NONE, 0, GO_ON);
          assertTrue(run.departs(same).isEmpty());
        }
      }
    }
  }

  private static CounterfactualRunner at(Rollout rollout, int from) {
    return CounterfactualRunner.at(
        rollout,
        new ChosenPolicySource(Optional.empty()),
        0,
        from,
        Progress.SILENT,
        new Cancellation());
  }

  private static int horizon(Rollout rollout) {
    return new AttentionReadingCache(rollout).reading(0, 0, new Cancellation()).horizon();
  }
}
