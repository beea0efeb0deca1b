package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchMaking;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.branch.Departure;
import dev.hindsight.trainer.branch.Origin;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.counterfactual.Change;
import dev.hindsight.trainer.counterfactual.Life;
import dev.hindsight.trainer.counterfactual.RunOn;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.record.Recipe;
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

/// Something switched off from a tick on is a change like any other: a branch, made again from its
/// recipe.
class SwitchedOffBranchTest {
  private static final Policies POLICIES = new Policies(Optional.empty());
  private static final Cancellation GO_ON = new Cancellation();

  @TempDir private Path folder;

  private BranchMaking.Made make(Rollout rollout, int at, Edit... edits) throws IOException {
    return make(rollout, Optional.empty(), at, edits);
  }

  private BranchMaking.Made make(
      Rollout rollout, Optional<TimeMachine> machine, int at, Edit... edits) throws IOException {
    Branches branches = Branches.of(rollout);
    Branch branch = branches.next("off", Optional.empty(), at, List.of(edits));
    return new BranchMaking(
            rollout, branches, branch, POLICIES, machine, folder.resolve("off.rollout"))
        .run(Progress.SILENT, GO_ON);
  }

  private static Edit.Ablate edit(Rollout rollout, int at, Ablation ablation) {
    try (Interrogation asked = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      return asked.edit(0, at, ablation, GO_ON);
    }
  }

  @Test
  void itDoesWhatALifeWithoutItDoesTickByTick() throws IOException {
    try (Rollout rollout = RoomRecordings.trained(folder, 120)) {
      int at = rollout.trials().start(1);
      List<Ablation> all =
          List.of(
              Ablation.of(Fill.ZERO, new Keys.Trial(0)),
              Ablation.of(Fill.MEAN, new Keys.EarlierTrials()),
              Ablation.of(Fill.ZERO, new Keys.Others()),
              Ablation.of(Fill.MEAN, List.of(new Ablation.Head(0, 1), new Ablation.Head(1, 0))));
      int parted = 0;
      for (Ablation ablation : all) {
        Edit.Ablate edit = edit(rollout, at, ablation);
        BranchMaking.Made made = make(rollout, at, edit);
        parted += made.branch().hash().equals(Origin.of(rollout).hash()) ? 0 : 1;
        try (RunOn run = RunOn.at(rollout, POLICIES, 0, at, Progress.SILENT, GO_ON);
            Interrogation asked = new Interrogation(rollout, new AttentionLibrary(rollout));
            Rollout branch = Rollouts.open(made.file())) {
          Change without =
              new Change.Without(ablation, heads(edit), asked.reading(0, at, GO_ON).horizon());
          Life life = run.live(without, 0, GO_ON);
          Channel action = branch.channel("action").orElseThrow();
          for (int i = 0; i < life.actions().length; i++) {
            assertEquals(
                life.actions()[i], action.integer(at + i, 0), ablation.words() + ", tick " + i);
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
    try (Rollout rollout = RoomRecordings.withLimbo(folder, 120)) {
      for (Fill fill : Fill.values()) {
        Edit edit = edit(rollout, 25, Ablation.of(fill, new Keys.Limbo()));
        assertEquals(Origin.of(rollout).hash(), make(rollout, 25, edit).branch().hash());
      }
    }
  }

  @Test
  void eyesThatAreOpenedAgainSeeEverything() throws IOException {
    try (Rollout rollout = RoomRecordings.trained(folder, 120)) {
      Edit closed = edit(rollout, 30, Ablation.of(Fill.ZERO, new Keys.Others()));
      Edit opened = new Edit.Ablate(30, 0, Ablation.NONE, Map.of());
      String whole = Origin.of(rollout).hash();
      assertNotEquals(whole, make(rollout, 30, closed).branch().hash());
      assertEquals(whole, make(rollout, 30, closed, opened).branch().hash());
    }
  }

  /// The bug planted: who goes through the branch and does not close the agent's eyes thinks
  /// something else from that tick on, and no tick before.
  @Test
  void aBranchIsGoneThroughWithItsEyesClosed() throws IOException {
    try (Rollout rollout = RoomRecordings.trained(folder, 120)) {
      int at = rollout.trials().start(1) + 1;
      Edit edit = edit(rollout, at, Ablation.of(Fill.ZERO, new Keys.Trial(0)));
      BranchMaking.Made made = make(rollout, at, edit);
      try (Rollout branch = Rollouts.open(made.file())) {
        Recipe recipe = Recipe.of(branch);
        TimeMachine machine = departed(recipe);
        assertEquals(Optional.empty(), machine.repetition().first());
        Recipe forgotten = new Recipe(branch, recipe.factory(), Edits.NONE, recipe.code());
        assertEquals(at, departed(forgotten).repetition().first().orElseThrow().tick());

        BranchMaking.Made onward =
            make(branch, Optional.of(machine), at + 7, new Edit.Wipe(at + 7, 0));
        BranchMaking.Made fromRoot = make(rollout, at, edit, new Edit.Wipe(at + 7, 0));
        assertEquals(fromRoot.branch().hash(), onward.branch().hash());
      }
    }
  }

  private static TimeMachine departed(Recipe recipe) {
    return new Departure(recipe, POLICIES, Departure.BUDGET).run(Progress.SILENT, GO_ON);
  }

  @Test
  void headsThatAreNotThereAreRefusedAlsoInAFile() {
    try (Rollout rollout = RoomRecordings.trained(folder, 40)) {
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
