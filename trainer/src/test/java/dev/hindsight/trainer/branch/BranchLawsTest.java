package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.edit.Choice;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.learn.TorchThreads;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.FromTheStart;
import dev.hindsight.trainer.record.Recipe;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The laws of going back, over edits drawn at random, in every environment there is, with one and
/// with two threads.
class BranchLawsTest {
  @TempDir Path folder;

  static List<Rehearsal> all() {
    return Rehearsal.all();
  }

  static List<Rehearsal> remembering() {
    return all().stream().filter(r -> r.policy().matches("drive-near|darkroom-.*")).toList();
  }

  @AfterEach
  void oneThreadAgain() {
    TorchThreads.use(1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void whereNothingIsChangedItIsTheSameBitForBit(Rehearsal rehearsal) throws IOException {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      Random random = new Random(5);
      try (Rollout parent = Rollouts.open(rehearsal.in(folder))) {
        TimeMachine machine = machine(parent, rehearsal, Departure.BUDGET);
        assertEquals(
            Optional.empty(),
            machine.repetition().first(),
            machine.repetition().words(AgentNames.NONE));
        int ticks = parent.ticks();
        for (int at : new int[] {0, 1, ticks - 1, random.nextInt(ticks), random.nextInt(ticks)}) {
          String where = rehearsal + ", " + threads + " threads, tick " + at;
          BranchMaking.Made made = make(parent, rehearsal, Optional.of(machine), at, List.of());
          assertEquals(Origin.of(parent).hash(), made.branch().hash(), where);
          assertEquals("nothing", made.branch().score().orElseThrow().words());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void anEditChangesNothingBeforeItsTickAndRepeats(Rehearsal rehearsal) throws Exception {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      try (Rollout parent = Rollouts.open(rehearsal.in(folder))) {
        TimeMachine machine = machine(parent, rehearsal, Departure.BUDGET);
        EnvironmentShape shape = machine.recipe().factory().shape();
        for (int seed = 0; seed < 4; seed++) {
          Random random = new Random(4L * threads + seed);
          int at = random.nextInt(parent.ticks());
          List<Edit> edits = new RandomEdits(parent, shape, rehearsal, random).at(at);
          String where = rehearsal + ", " + threads + " threads, " + edits;
          BranchMaking.Made made = make(parent, rehearsal, Optional.of(machine), at, edits);
          BranchMaking.Made again = make(parent, rehearsal, Optional.empty(), at, edits);
          assertEquals(made.branch().hash(), again.branch().hash(), where);
          try (Rollout branch = Rollouts.open(made.file())) {
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
  void everyEnvironmentOfTheListIsHeldToTheLaws() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      assertTrue(all().stream().anyMatch(one -> one.environment().equals(type.id())), type.id());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aBranchOfABranchIsTheSameFromTheRecordingAndFromTheBranch(Rehearsal rehearsal)
      throws Exception {
    for (int threads : new int[] {1, 2}) {
      TorchThreads.use(threads);
      branchOfABranch(rehearsal);
    }
  }

  private void branchOfABranch(Rehearsal rehearsal) throws Exception {
    try (Rollout parent = Rollouts.open(rehearsal.in(folder))) {
      EnvironmentShape shape = Recipe.of(parent).factory().shape();
      Random random = new Random(3);
      int half = parent.ticks() / 2;
      RandomEdits edits = new RandomEdits(parent, shape, rehearsal, random);
      Branches branches = Branches.of(parent);
      Branch first = branches.next("first", Optional.empty(), half / 2, edits.at(half / 2));
      var made =
          making(parent, branches, first, rehearsal, Optional.empty(), "first")
              .run(Progress.SILENT, new Cancellation());
      int at = Math.min(half, made.branch().score().orElseThrow().after().ticks() - 1);
      Branch second =
          made.branches()
              .next(
                  "second",
                  Optional.of(made.branch().id()),
                  at,
                  List.of(new Edit.Action(at, 0, edits.choice())));
      var fromRoot =
          making(parent, made.branches(), second, rehearsal, Optional.empty(), "root")
              .run(Progress.SILENT, new Cancellation());
      try (Rollout opened = Rollouts.open(made.file())) {
        TimeMachine machine = machine(opened, rehearsal, Departure.BUDGET);
        assertEquals(Optional.empty(), machine.repetition().first());
        var fromBranch =
            making(opened, made.branches(), second, rehearsal, Optional.of(machine), "branch")
                .run(Progress.SILENT, new Cancellation());
        assertEquals(fromRoot.branch().hash(), fromBranch.branch().hash(), rehearsal.toString());
        Outcome one = fromRoot.branch().score().orElseThrow();
        Outcome other = fromBranch.branch().score().orElseThrow();
        assertEquals(one.before(), other.before());
        assertEquals(one.after(), other.after());
        assertEquals(Control.Verdict.EXACT, one.control().verdict(), one.control().words());
        assertEquals(Control.Verdict.EXACT, other.control().verdict(), other.control().words());
      }
    }
  }

  /// The bug planted: whoever goes back and lets the policy begin with an empty memory gets another
  /// recording.
  @ParameterizedTest
  @MethodSource("remembering")
  void aPolicyThatDidNotRememberIsFoundOut(Rehearsal rehearsal) throws IOException {
    try (Rollout parent = Rollouts.open(rehearsal.in(folder))) {
      Recipe recipe = Recipe.of(parent);
      Continuation.Reached forgetful =
          new Continuation.Reached() {
            @Override
            public Environment environment(int tick, Progress progress, Cancellation cancellation) {
              return new FromTheStart(recipe).environment(tick, progress, cancellation);
            }

            @Override
            public void remember(int tick, Policy policy, Cancellation cancellation) {}
          };
      Path out = folder.resolve("forgetful.rollout");
      int at = parent.trials().end(0) - 2;
      new Continuation(recipe, at, List.of(), rehearsal.policies(), forgetful, Map.of(), out)
          .run(Progress.SILENT, new Cancellation());
      try (Rollout branch = Rollouts.open(out)) {
        assertNotEquals(Origin.of(parent).hash(), Origin.of(branch).hash());
      }
    }
  }

  /// With a budget for hardly anything, ticks take longer to reach, and are the same.
  @ParameterizedTest
  @MethodSource("remembering")
  void aSmallBudgetChangesNothingButTheTimeItTakes(Rehearsal rehearsal) throws IOException {
    try (Rollout parent = Rollouts.open(rehearsal.in(folder))) {
      long whole = machine(parent, rehearsal, Departure.BUDGET).bytes();
      for (long budget : new long[] {whole - 1, whole / 20}) {
        TimeMachine machine = machine(parent, rehearsal, budget);
        assertTrue(machine.bytes() <= budget, machine.bytes() + " of " + budget);
        assertTrue(machine.stride() != 1, "stride " + machine.stride());
        int at = parent.ticks() / 2;
        BranchMaking.Made made = make(parent, rehearsal, Optional.of(machine), at, List.of());
        assertEquals(Origin.of(parent).hash(), made.branch().hash());
      }
    }
  }

  private static TimeMachine machine(Rollout rollout, Rehearsal rehearsal, long budget) {
    return new Departure(Recipe.of(rollout), rehearsal.policies(), budget)
        .run(Progress.SILENT, new Cancellation());
  }

  private BranchMaking.Made make(
      Rollout parent, Rehearsal rehearsal, Optional<TimeMachine> machine, int at, List<Edit> edits)
      throws IOException {
    Branches branches = Branches.of(parent);
    Branch branch = branches.next("made", Optional.empty(), at, edits);
    return making(parent, branches, branch, rehearsal, machine, "made")
        .run(Progress.SILENT, new Cancellation());
  }

  private BranchMaking making(
      Rollout from,
      Branches branches,
      Branch branch,
      Rehearsal rehearsal,
      Optional<TimeMachine> machine,
      String name) {
    return new BranchMaking(
        from, branches, branch, rehearsal.policies(), machine, folder.resolve(name + ".rollout"));
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
        case Choice.Joint joint ->
            assertEquals(joint.index(), action.integer(last.tick(), last.agent()), where);
        case Choice.Numbers numbers -> {
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
