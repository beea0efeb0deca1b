package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Branches of recordings that do not repeat: they are made with a warning, and no edit is
/// credited.
class ControlResultTest {
  private static final BranchCase ROOM =
      new BranchCase("darkroom", "", "darkroom-5x5", "sample", Map.of(), 40);
  private static final int AT = 20;

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void record() throws IOException {
    file = ROOM.in(folder);
  }

  private BranchRecorder.RecordedBranch branch() throws IOException {
    return branch(ROOM.policies());
  }

  private BranchRecorder.RecordedBranch branch(PolicySource policies) throws IOException {
    try (Rollout rollout = Rollouts.open(file)) {
      Branches branches = Branches.of(rollout);
      List<Edit> edits = List.of(new Edit.Action(AT, 0, new ForcedAction.Joint(0)));
      Branch next = branches.next("other", Optional.empty(), AT, edits);
      return new BranchRecorder(
              rollout, branches, next, policies, Optional.empty(), folder.resolve("b.rollout"))
          .run(Progress.SILENT, new Cancellation());
    }
  }

  private ControlResult control(PolicySource policies) {
    try (Rollout rollout = Rollouts.open(file)) {
      return new TimeMachineBuilder(
              SimulationRecipe.of(rollout), policies, TimeMachineBuilder.BUDGET)
          .run(Progress.SILENT, new Cancellation())
          .agreement()
          .control(AgentNames.NONE);
    }
  }

  private static ControlResult control(BranchRecorder.RecordedBranch recordedBranch) {
    return recordedBranch.branch().score().orElseThrow().control();
  }

  /// Where a number of a channel lies that has so many a tick.
  private static String member(Rollout rollout, String channel, int tick) {
    return "channels/%s/%06d.npy".formatted(channel, tick / rollout.manifest().chunkTicks());
  }

  private interface Change {
    void to(TamperedRecording tamperedRecording, String member, int row);
  }

  private void change(String channel, int tick, Change change) throws IOException {
    String member;
    int row;
    try (Rollout rollout = Rollouts.open(file)) {
      member = member(rollout, channel, tick);
      row =
          tick
              % rollout.manifest().chunkTicks()
              * rollout.channel(channel).orElseThrow().rowLength();
    }
    TamperedRecording tamperedRecording = TamperedRecording.of(file);
    change.to(tamperedRecording, member, row);
    tamperedRecording.save();
  }

  @Test
  void anEditOfARecordingThatRepeatsIsCredited() throws IOException {
    BranchRecorder.RecordedBranch recordedBranch = branch();
    assertEquals(
        ControlResult.Status.EXACT,
        control(recordedBranch).verdict(),
        control(recordedBranch).words());
    assertTrue(control(recordedBranch).credits());
    assertTrue(control(recordedBranch).warning().isEmpty());
    // As the file keeps it.
    assertEquals(
        control(recordedBranch),
        recordedBranch.branches().reread().named("1").score().orElseThrow().control());
    try (Rollout rollout = Rollouts.open(recordedBranch.file())) {
      assertEquals(
          control(recordedBranch),
          ControlResult.read(
              Objects.requireNonNull(rollout.manifest().extra().get(SimulationRecipe.BRANCH))
                  .path(ControlResult.KEY)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {AT - 15, AT + 5})
  void anAlteredObservationIsNamedWhetherBeforeTheEditOrAfter(int tick) throws IOException {
    change("observation", tick, (all, member, row) -> all.number(member, row, 0.5f));
    ControlResult controlResult = control(branch());
    assertFalse(controlResult.credits());
    assertEquals(tick, controlResult.tick().orElseThrow());
    assertTrue(
        controlResult.words().startsWith("the recording does not repeat from tick " + tick),
        controlResult.words());
    assertTrue(controlResult.words().contains("observation["), controlResult.words());
    assertTrue(
        controlResult
            .warning()
            .orElseThrow()
            .endsWith("differences cannot be credited to the edit"));
    assertTrue(
        controlResult.words().contains(" was replaced after the recording was written"),
        controlResult.words());
  }

  @Test
  void anActionThatThePolicyDidNotChooseIsNamed() throws IOException {
    int tick = AT + 5;
    change("action", tick, (all, member, row) -> all.withoutDigests().whole(member, row, 1));
    int was = action(tick);
    change("action", tick, (all, member, row) -> all.whole(member, row, was == 1 ? 2 : 1));
    ControlResult controlResult = control(branch());
    assertFalse(controlResult.credits());
    assertEquals(tick, controlResult.tick().orElseThrow());
    assertTrue(controlResult.words().contains("the action of "), controlResult.words());
    assertTrue(controlResult.words().contains(" in the recording but "), controlResult.words());
  }

  private int action(int tick) {
    try (Rollout rollout = Rollouts.open(file)) {
      return (int) rollout.channel("action").orElseThrow().integer(tick, 0);
    }
  }

  /// Holds every action as good as the others.
  private static final class Indifferent implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      Arrays.fill(output.logits, 0);
      Arrays.fill(output.value, 0);
    }

    @Override
    public void close() {}
  }

  private static PolicySource always(Policy policy) {
    return new PolicySource() {
      @Override
      public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
        return Optional.of(policy);
      }

      @Override
      public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
        throw new AssertionError();
      }
    };
  }

  /// Forbids the first action.
  ///
  /// @param forbidden its logit
  /// @param more added to the logits of all others, which changes no probability
  private record Forbidding(float forbidden, float more) implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int i = 0; i < output.logits.length; i++) {
        int action = i % output.width;
        output.logits[i] = action == 0 ? forbidden : action + more;
      }
      Arrays.fill(output.value, 0);
    }

    @Override
    public void close() {}
  }

  /// Beside such a logit every other difference is small.
  @ParameterizedTest
  @ValueSource(floats = {Float.NEGATIVE_INFINITY, -1e9f})
  void logitsThatForbidActionsHideNoOtherDifference(float forbidden) {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Policy acting = new Forbidding(forbidden, 0);
    file = folder.resolve("forbidding.rollout");
    new RolloutRecorder(
            new RecordingRequest(
                type,
                type.prepare(type.settings().parse(Map.of(), "test"), Optional.empty()),
                Optional.empty(),
                Optional.of(new RecordingRequest.ActingPolicy(acting, "forbidding", "", "")),
                new ActionSelection.Sample(),
                40,
                Until.ALL_TICKS,
                11,
                file))
        .run(Progress.SILENT, new Cancellation());
    assertEquals(ControlResult.Status.EXACT, control(always(acting)).verdict());
    ControlResult other = control(always(new Forbidding(forbidden, 0.5f)));
    assertFalse(other.credits(), other.words());
    assertEquals(0, other.tick().orElseThrow());
  }

  @Test
  void anotherCheckpointIsNamed() throws IOException {
    ControlResult controlResult = control(branch(always(new Indifferent())));
    assertFalse(controlResult.credits());
    assertEquals(0, controlResult.tick().orElseThrow());
  }

  @Test
  void aTickWhoseStateIsNotWhatWasRecordedCannotBeGoneBackTo() throws IOException {
    change("state_hash", AT - 3, (all, member, row) -> all.wide(member, row, 5));
    Problem problem = assertThrows(Problem.class, this::branch);
    assertTrue(problem.what().startsWith("cannot go back to tick 20: "), problem.what());
    assertTrue(problem.what().contains("from tick 17 on"), problem.what());
  }

  @Test
  void aRecordingWhoseConfigurationWasChangedIsRefused() throws IOException {
    TamperedRecording.of(file)
        .text("manifest.json", json -> json.replace("\"seed\":11", "\"seed\":12"))
        .save();
    Problem problem = assertThrows(Problem.class, this::branch);
    assertEquals(
        "it is not what was recorded: manifest.json seed was changed after the recording was"
            + " written",
        problem.what());
  }

  @Test
  void roundingIsSaidAndCredited() throws IOException {
    int tick = AT + 5;
    float logit = logit(tick);
    change(
        "logits",
        tick,
        (all, member, row) -> all.withoutDigests().number(member, row, Math.nextUp(logit)));
    try (Rollout rollout = Rollouts.open(file)) {
      TamperedRecording.of(file)
          .text("summary.json", json -> json.replaceFirst("\"hash\":\"\\w*\"", "\"hash\":\"\""))
          .save();
      assertTrue(rollout.complete());
    }
    ControlResult controlResult = control(ROOM.policies());
    assertEquals(ControlResult.Status.ROUNDED, controlResult.verdict(), controlResult.words());
    assertTrue(controlResult.credits());
    assertTrue(
        controlResult.words().contains("allowed: 1e-4 of the largest"), controlResult.words());
    change("logits", tick, (all, member, row) -> all.number(member, row, logit + 0.01f));
    assertFalse(control(branch()).credits());
  }

  private float logit(int tick) {
    try (Rollout rollout = Rollouts.open(file)) {
      return (float) rollout.channel("logits").orElseThrow().value(tick, 0);
    }
  }

  @Test
  void whatAnEarlierVersionMadeSaysThatNoControlWasRun() throws IOException {
    branch();
    Path kept = folder.resolve("parent.branches").resolve("1.json");
    String json = Files.readString(kept);
    Files.writeString(kept, json.replaceFirst("(?s),\\s*\"control\" : \\{.*?\\}", ""));
    try (Rollout rollout = Rollouts.open(file)) {
      BranchOutcome branchOutcome = Branches.of(rollout).named("1").score().orElseThrow();
      assertEquals(ControlResult.NOT_RUN, branchOutcome.control());
      assertTrue(
          branchOutcome
              .wordsWithWarning()
              .startsWith("it was not checked whether the recording repeats"));
    }
  }
}
