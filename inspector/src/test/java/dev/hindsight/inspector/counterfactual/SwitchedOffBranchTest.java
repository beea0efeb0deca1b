package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOrigin;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.branch.TimeMachineBuilder;
import dev.hindsight.trainer.counterfactual.CounterfactualRun;
import dev.hindsight.trainer.counterfactual.CounterfactualRunner;
import dev.hindsight.trainer.counterfactual.Intervention;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Switching something off from a tick on is an edit like any other: it makes a branch that its
/// recipe repeats.
class SwitchedOffBranchTest {
  private static final ChosenPolicySource POLICIES = new ChosenPolicySource(Optional.empty());
  private static final Cancellation GO_ON = new Cancellation();

  @TempDir private Path folder;

  private BranchRecorder.RecordedBranch make(Rollout rollout, int at, Edit... edits)
      throws IOException {
    return make(rollout, Optional.empty(), at, edits);
  }

  private BranchRecorder.RecordedBranch make(
      Rollout rollout, Optional<TimeMachine> machine, int at, Edit... edits) throws IOException {
    Branches branches = Branches.of(rollout);
    Branch branch = branches.next("off", Optional.empty(), at, List.of(edits));
    return new BranchRecorder(
            rollout,
            branches,
            branch,
            POLICIES,
            machine,
            // Nothing is written over what is read for it.
            folder.resolve(rollout.file().endsWith("off.rollout") ? "on.rollout" : "off.rollout"))
        .run(Progress.SILENT, GO_ON);
  }

  private static Edit.Ablate edit(Rollout rollout, int at, Ablation ablation) {
    try (CounterfactualQueries asked =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return asked.edit(0, at, ablation, GO_ON);
    }
  }

  @Test
  void itDoesWhatALifeWithoutItDoesTickByTick() throws IOException {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      int at = rollout.trials().start(1);
      List<Ablation> all =
          List.of(
              Ablation.of(Fill.ZERO, new Keys.WholeTrial(0)),
              Ablation.of(Fill.MEAN, new Keys.EarlierTrials()),
              Ablation.of(Fill.ZERO, new Keys.Others()),
              Ablation.of(Fill.MEAN, List.of(new Ablation.Head(0, 1), new Ablation.Head(1, 0))));
      int parted = 0;
      for (Ablation ablation : all) {
        Edit.Ablate edit = edit(rollout, at, ablation);
        BranchRecorder.RecordedBranch recordedBranch = make(rollout, at, edit);
        parted += recordedBranch.branch().hash().equals(BranchOrigin.of(rollout).hash()) ? 0 : 1;
        try (CounterfactualRunner run =
                CounterfactualRunner.at(rollout, POLICIES, 0, at, Progress.SILENT, GO_ON);
            CounterfactualQueries asked =
                new CounterfactualQueries(rollout, new AttentionReadingCache(rollout));
            Rollout branch = Rollouts.open(recordedBranch.file())) {
          Intervention without =
              new Intervention.AblateAttention(
                  ablation, heads(edit), asked.reading(0, at, GO_ON).horizon());
          CounterfactualRun counterfactualRun = run.run(without, 0, GO_ON);
          Channel action = branch.channel("action").orElseThrow();
          for (int i = 0; i < counterfactualRun.actions().length; i++) {
            assertEquals(
                counterfactualRun.actions()[i],
                action.value(at + i, 0),
                ablation.words() + ", tick " + i);
          }
        }
      }
      assertEquals(all.size(), parted, "each changes what is thought");
    }
  }

  private static Map<Ablation.Head, float[]> heads(Edit.Ablate edit) {
    Map<Ablation.Head, float[]> means = new java.util.LinkedHashMap<>();
    edit.means()
        .forEach((head, mean) -> {
          float[] numbers = new float[mean.size()];
          for (int i = 0; i < numbers.length; i++) {
            numbers[i] = mean.get(i);
          }
          means.put(head, numbers);
        });
    return means;
  }

  @Test
  void whatIsMaskedAnywayChangesNotABit() throws IOException {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      for (Fill fill : Fill.values()) {
        Edit edit = edit(rollout, 25, Ablation.of(fill, new Keys.LimboTicks()));
        assertEquals(BranchOrigin.of(rollout).hash(), make(rollout, 25, edit).branch().hash());
      }
    }
  }

  @Test
  void eyesThatAreOpenedAgainSeeEverything() throws IOException {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      Edit closed = edit(rollout, 30, Ablation.of(Fill.ZERO, new Keys.Others()));
      Edit opened = new Edit.Ablate(30, 0, Ablation.NONE, Map.of());
      String whole = BranchOrigin.of(rollout).hash();
      assertNotEquals(whole, make(rollout, 30, closed).branch().hash());
      assertEquals(whole, make(rollout, 30, closed, opened).branch().hash());
    }
  }

  /// The planted bug: a pass over the branch that does not apply the ablation yields other outputs
  /// from that tick on, and at no tick before.
  @Test
  void aBranchIsGoneThroughWithItsEyesClosed() throws IOException {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      int at = rollout.trials().start(1) + 1;
      Edit edit = edit(rollout, at, Ablation.of(Fill.ZERO, new Keys.WholeTrial(0)));
      BranchRecorder.RecordedBranch recordedBranch = make(rollout, at, edit);
      try (Rollout branch = Rollouts.open(recordedBranch.file())) {
        SimulationRecipe simulationRecipe = SimulationRecipe.of(branch);
        TimeMachine machine = departed(simulationRecipe);
        assertEquals(Optional.empty(), machine.agreement().first());
        SimulationRecipe forgotten =
            new SimulationRecipe(
                branch, simulationRecipe.factory(), Edits.NONE, simulationRecipe.code());
        assertEquals(at, departed(forgotten).agreement().first().orElseThrow().tick());

        BranchRecorder.RecordedBranch onward =
            make(branch, Optional.of(machine), at + 7, new Edit.Wipe(at + 7, 0));
        BranchRecorder.RecordedBranch fromRoot = make(rollout, at, edit, new Edit.Wipe(at + 7, 0));
        assertEquals(fromRoot.branch().hash(), onward.branch().hash());
      }
    }
  }

  private static TimeMachine departed(SimulationRecipe simulationRecipe) {
    return new TimeMachineBuilder(simulationRecipe, POLICIES, TimeMachineBuilder.BUDGET)
        .run(Progress.SILENT, GO_ON);
  }

  @Test
  void headsThatAreNotThereAreRefusedAlsoInAFile() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40)) {
      Ablation ninth = Ablation.of(Fill.ZERO, List.of(new Ablation.Head(8, 0)));
      Problem asked = assertThrows(Problem.class, () -> edit(rollout, 20, ninth));
      Problem read =
          assertThrows(
              Problem.class, () -> make(rollout, 20, new Edit.Ablate(20, 0, ninth, Map.of())));
      for (Problem problem : List.of(asked, read)) {
        assertTrue(problem.getMessage().contains("layer 9 head 1"), problem.getMessage());
      }
    }
  }
}
