package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.TorchThreads;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayFromStart;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The laws of branching, over random edits, in every environment, with one and with two threads.
class BranchLawsTest {
  @TempDir Path folder;

  static List<BranchCase> all() {
    return BranchCase.all();
  }

  static List<BranchCase> remembering() {
    return all().stream().filter(r -> r.policy().matches("drive-near|darkroom-.*")).toList();
  }

  @AfterEach
  void oneThreadAgain() {
    TorchThreads.use(1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void whereNothingIsChangedItIsTheSameBitForBit(BranchCase branchCase) throws IOException {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      Random random = new Random(5);
      try (Rollout parent = Rollouts.open(branchCase.in(folder))) {
        TimeMachine machine = machine(parent, branchCase, TimeMachineBuilder.BUDGET);
        assertEquals(
            Optional.empty(),
            machine.agreement().first(),
            machine.agreement().words(AgentNames.NONE));
        int ticks = parent.ticks();
        for (int at : new int[] {0, 1, ticks - 1, random.nextInt(ticks), random.nextInt(ticks)}) {
          String where = branchCase + ", " + threads + " threads, tick " + at;
          BranchRecorder.RecordedBranch recordedBranch =
              make(parent, branchCase, Optional.of(machine), at, List.of());
          assertEquals(BranchOrigin.of(parent).hash(), recordedBranch.branch().hash(), where);
          assertEquals("nothing", recordedBranch.branch().score().orElseThrow().words());
          assertSameTotals(parent, recordedBranch.file(), where);
        }
      }
    }
  }

  private static void assertSameTotals(Rollout parent, Path file, String where) {
    try (Rollout branch = Rollouts.open(file)) {
      assertEquals(
          parent.summary().orElseThrow().totals(), branch.summary().orElseThrow().totals(), where);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void anEditChangesNothingBeforeItsTickAndRepeats(BranchCase branchCase) throws Exception {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      try (Rollout parent = Rollouts.open(branchCase.in(folder))) {
        TimeMachine machine = machine(parent, branchCase, TimeMachineBuilder.BUDGET);
        EnvironmentShape shape = machine.recipe().factory().shape();
        for (int seed = 0; seed < 4; seed++) {
          Random random = new Random(4L * threads + seed);
          int at = random.nextInt(parent.ticks());
          List<Edit> edits = new RandomEdits(parent, shape, branchCase, random).at(at);
          String where = branchCase + ", " + threads + " threads, " + edits;
          BranchRecorder.RecordedBranch recordedBranch =
              make(parent, branchCase, Optional.of(machine), at, edits);
          BranchRecorder.RecordedBranch again =
              make(parent, branchCase, Optional.empty(), at, edits);
          assertEquals(recordedBranch.branch().hash(), again.branch().hash(), where);
          try (Rollout branch = Rollouts.open(recordedBranch.file())) {
            assertSameBefore(parent, branch, at, where);
            assertRecorded(edits, branch, where);
            var report = new Replay(branch).run(Progress.SILENT, new Cancellation());
            assertEquals(Optional.empty(), report.firstDifference(), where);
          }
        }
      }
    }
  }

  @Test
  void anActionOfAnAgentInLimboIsRefusedUnlessTheAgentIsBroughtBack() throws IOException {
    BranchCase room =
        new BranchCase(
            "darkroom", "", "", "random", Map.of("after_goal", "limbo", "size", "3"), 60);
    try (Rollout parent = Rollouts.open(room.in(folder))) {
      Limbo limbo = new Limbo(parent);
      int at = IntStream.range(0, 60).filter(tick -> limbo.at(tick, 0)).findFirst().orElseThrow();
      ForcedAction up = new ForcedAction.Joint(1);
      int later = parent.trials().end(parent.trials().stretchAt(at)) - at + 1;

      Problem problem =
          assertThrows(
              Problem.class,
              () -> make(parent, room, Optional.empty(), at, List.of(new Edit.Action(at, 0, up))));
      assertTrue(problem.getMessage().contains("in limbo"), problem.getMessage());
      make(
          parent,
          room,
          Optional.empty(),
          at,
          List.of(new Edit.Presence(at, 0, Edit.Presence.Way.BACK), new Edit.Action(at, 0, up)));
      make(
          parent,
          room,
          Optional.empty(),
          at,
          List.of(new Edit.ActionSequence(at, 0, Collections.nCopies(later, up))));
    }
  }

  @Test
  void aBranchThatWasMadeWithAnActionOfAnAgentInLimboIsMadeAgain() throws IOException {
    BranchCase room =
        new BranchCase(
            "darkroom", "", "", "random", Map.of("after_goal", "limbo", "size", "3"), 60);
    try (Rollout parent = Rollouts.open(room.in(folder))) {
      Limbo limbo = new Limbo(parent);
      int at = IntStream.range(0, 60).filter(tick -> limbo.at(tick, 0)).findFirst().orElseThrow();
      Branches branches = Branches.of(parent);
      List<Edit> edits = List.of(new Edit.Action(at, 0, new ForcedAction.Joint(1)));
      Branch asked = branches.next("made", Optional.empty(), at, edits);
      Path file = folder.resolve("older.rollout");
      new Continuation(
              SimulationRecipe.of(parent),
              at,
              edits,
              room.policies(),
              machine(parent, room, TimeMachineBuilder.BUDGET),
              Map.of(),
              file)
          .run(Progress.SILENT, new Cancellation());
      String hash;
      try (Rollout older = Rollouts.open(file)) {
        hash = BranchOrigin.of(older).hash();
      }
      Branch made =
          new Branch(asked.id(), asked.title(), asked.parent(), at, edits, hash, Optional.empty());

      BranchRecorder.RecordedBranch again =
          making(parent, branches, made, room, Optional.empty(), "again")
              .run(Progress.SILENT, new Cancellation());
      assertEquals(hash, again.branch().hash());
      Branch child = again.branches().next("child", Optional.of(made.id()), at + 1, List.of());
      making(parent, again.branches(), child, room, Optional.empty(), "child")
          .run(Progress.SILENT, new Cancellation());
    }
  }

  @Test
  void everyEnvironmentOfTheListIsHeldToTheLaws() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      assertTrue(all().stream().anyMatch(one -> one.environment().equals(type.id())), type.id());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aBranchOfABranchIsTheSameFromTheRecordingAndFromTheBranch(BranchCase branchCase)
      throws Exception {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      branchOfABranch(branchCase);
    }
  }

  private void branchOfABranch(BranchCase branchCase) throws Exception {
    try (Rollout parent = Rollouts.open(branchCase.in(folder))) {
      EnvironmentShape shape = SimulationRecipe.of(parent).factory().shape();
      Random random = new Random(3);
      int half = parent.ticks() / 2;
      RandomEdits edits = new RandomEdits(parent, shape, branchCase, random);
      Branches branches = Branches.of(parent);
      Branch first = branches.next("first", Optional.empty(), half / 2, edits.at(half / 2));
      var recordedBranch =
          making(parent, branches, first, branchCase, Optional.empty(), "first")
              .run(Progress.SILENT, new Cancellation());
      int at = Math.min(half, recordedBranch.branch().score().orElseThrow().after().ticks() - 1);
      Branch second =
          recordedBranch
              .branches()
              .next(
                  "second",
                  Optional.of(recordedBranch.branch().id()),
                  at,
                  List.of(acting(recordedBranch.file(), at, edits.choice())));
      var fromRoot =
          making(parent, recordedBranch.branches(), second, branchCase, Optional.empty(), "root")
              .run(Progress.SILENT, new Cancellation());
      try (Rollout opened = Rollouts.open(recordedBranch.file())) {
        TimeMachine machine = machine(opened, branchCase, TimeMachineBuilder.BUDGET);
        assertEquals(Optional.empty(), machine.agreement().first());
        var fromBranch =
            making(
                    opened,
                    recordedBranch.branches(),
                    second,
                    branchCase,
                    Optional.of(machine),
                    "branch")
                .run(Progress.SILENT, new Cancellation());
        assertEquals(fromRoot.branch().hash(), fromBranch.branch().hash(), branchCase.toString());
        BranchOutcome one = fromRoot.branch().score().orElseThrow();
        BranchOutcome other = fromBranch.branch().score().orElseThrow();
        assertEquals(one.before(), other.before());
        assertEquals(one.after(), other.after());
        assertEquals(ControlResult.Status.EXACT, one.control().verdict(), one.control().words());
        assertEquals(
            ControlResult.Status.EXACT, other.control().verdict(), other.control().words());
      }
    }
  }

  /// An action of agent 0, or its return: in limbo it cannot act.
  private static Edit acting(Path file, int at, ForcedAction choice) {
    try (Rollout rollout = Rollouts.open(file)) {
      return new Limbo(rollout).at(at, 0)
          ? new Edit.Presence(at, 0, Edit.Presence.Way.BACK)
          : new Edit.Action(at, 0, choice);
    }
  }

  /// The planted bug: a policy that starts with empty memory after going back gives another
  /// recording.
  @ParameterizedTest
  @MethodSource("remembering")
  void aPolicyThatDidNotRememberIsFoundOut(BranchCase branchCase) throws IOException {
    try (Rollout parent = Rollouts.open(branchCase.in(folder))) {
      SimulationRecipe simulationRecipe = SimulationRecipe.of(parent);
      Continuation.StartingPoint forgetful =
          new Continuation.StartingPoint() {
            @Override
            public Environment environment(int tick, Progress progress, Cancellation cancellation) {
              return new ReplayFromStart(simulationRecipe)
                  .environment(tick, progress, cancellation);
            }

            @Override
            public void remember(int tick, Policy policy, Cancellation cancellation) {}
          };
      Path out = folder.resolve("forgetful.rollout");
      int at = parent.trials().end(0) - 2;
      new Continuation(
              simulationRecipe, at, List.of(), branchCase.policies(), forgetful, Map.of(), out)
          .run(Progress.SILENT, new Cancellation());
      try (Rollout branch = Rollouts.open(out)) {
        assertNotEquals(BranchOrigin.of(parent).hash(), BranchOrigin.of(branch).hash());
      }
    }
  }

  /// With a budget for hardly anything, ticks take longer to reach, and are the same.
  @ParameterizedTest
  @MethodSource("remembering")
  void aSmallBudgetChangesNothingButTheTimeItTakes(BranchCase branchCase) throws IOException {
    try (Rollout parent = Rollouts.open(branchCase.in(folder))) {
      long whole = machine(parent, branchCase, TimeMachineBuilder.BUDGET).bytes();
      for (long budget : new long[] {whole - 1, whole / 20}) {
        TimeMachine machine = machine(parent, branchCase, budget);
        assertTrue(machine.bytes() <= budget, machine.bytes() + " of " + budget);
        assertTrue(machine.stride() != 1, "stride " + machine.stride());
        int at = parent.ticks() / 2;
        BranchRecorder.RecordedBranch recordedBranch =
            make(parent, branchCase, Optional.of(machine), at, List.of());
        assertEquals(BranchOrigin.of(parent).hash(), recordedBranch.branch().hash());
      }
    }
  }

  private static TimeMachine machine(Rollout rollout, BranchCase branchCase, long budget) {
    return new TimeMachineBuilder(SimulationRecipe.of(rollout), branchCase.policies(), budget)
        .run(Progress.SILENT, new Cancellation());
  }

  private BranchRecorder.RecordedBranch make(
      Rollout parent,
      BranchCase branchCase,
      Optional<TimeMachine> machine,
      int at,
      List<Edit> edits)
      throws IOException {
    Branches branches = Branches.of(parent);
    Branch branch = branches.next("made", Optional.empty(), at, edits);
    return making(parent, branches, branch, branchCase, machine, "made")
        .run(Progress.SILENT, new Cancellation());
  }

  private BranchRecorder making(
      Rollout from,
      Branches branches,
      Branch branch,
      BranchCase branchCase,
      Optional<TimeMachine> machine,
      String name) {
    return new BranchRecorder(
        from, branches, branch, branchCase.policies(), machine, folder.resolve(name + ".rollout"));
  }

  private static void assertSameBefore(Rollout parent, Rollout branch, int at, String where) {
    for (Channel channel : parent.channels()) {
      Channel same = branch.channel(channel.spec().name()).orElseThrow();
      for (int tick = 0; tick < at; tick++) {
        for (int i = 0; i < channel.rowLength(); i++) {
          assertEquals(
              channel.value(tick, i),
              same.value(tick, i),
              where + ": " + channel.spec().name() + "[" + i + "] at " + tick);
        }
      }
    }
  }

  private static void assertRecorded(List<Edit> edits, Rollout branch, String where) {
    Channel action = branch.channel("action").orElseThrow();
    if (edits.getLast() instanceof Edit.Action last) {
      switch (last.choice()) {
        case ForcedAction.Joint joint ->
            assertEquals(joint.index(), action.integer(last.tick(), last.agent()), where);
        case ForcedAction.Numbers numbers -> {
          int k = numbers.numbers().size();
          for (int i = 0; i < k; i++) {
            assertEquals(
                numbers.numbers().get(i),
                (float) action.value(last.tick(), last.agent() * k + i),
                where);
          }
        }
      }
    }
  }
}
