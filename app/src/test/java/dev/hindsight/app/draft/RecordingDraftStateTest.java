package dev.hindsight.app.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordingDraftStateTest {
  private static final EnvironmentType DRIVE = BuiltInEnvironments.named("drive");
  private static final EnvironmentType DARK_ROOM = BuiltInEnvironments.named("darkroom");

  static java.util.List<EnvironmentType> environments() {
    return BuiltInEnvironments.all();
  }

  @ParameterizedTest
  @MethodSource("environments")
  void everyEnvironmentUnderstandsWhatTheFormBeginsWith(EnvironmentType type) {
    RecordingDraftState first = RecordingDraftState.begin(type);
    RecordingPlan plan = first.plan(Path.of("out"));

    Optional<Path> scenario = plan.map().map(type.scenarios()::resolve);
    var shape = type.prepare(type.settings().parse(plan.settings(), ""), scenario).shape();

    assertEquals(4, shape.trials());
    assertEquals(type.trialKnobs().usualTicks(), shape.trialTimeoutTicks());
  }

  @ParameterizedTest
  @MethodSource("environments")
  void everyPolicyOfferedActsInWhatTheFormBeginsWith(EnvironmentType type, @TempDir Path folder)
      throws Exception {
    for (String policy : BuiltInPolicies.offered(type.id())) {
      RecordingDraftState draft = RecordingDraftState.begin(type).by(policy).lasting(3);
      int ticks = draft.plan(folder).run(Progress.SILENT, new Cancellation()).ticks();
      assertEquals(3 * draft.trials(), ticks, policy);
    }
  }

  /// As if a recording had named the program.
  @Test
  void aPlanThatNobodyTypedStartsNoOtherProgram(@TempDir Path folder) {
    RecordingPlan plan =
        RecordingDraftState.begin(BuiltInEnvironments.named("gym"))
            .turning("id", "nobody:typed-v0")
            .turning("python", "/bin/sh")
            .plan(folder);
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: there is no /bin/sh");

    Problem problem =
        assertThrows(Problem.class, () -> plan.run(Progress.SILENT, new Cancellation()));

    assertTrue(problem.what().contains("/bin/sh would run nobody:typed-v0"), problem.what());
    assertTrue(plan.program().orElseThrow().startsWith("Runs /bin/sh -I"));
  }

  /// The form offers four trials, but Gymnasium has one.
  @Test
  void anEnvironmentWithOneTrialBeginsWithOne() {
    RecordingDraftState first = RecordingDraftState.begin(BuiltInEnvironments.named("gym"));
    assertEquals(1, first.trials());
    assertEquals(1, first.over(3).trials());
    assertEquals("1", first.lasting(30).settings().get("trials"));
    assertEquals("30", first.lasting(30).settings().get("episode_ticks"));
    assertEquals(4, RecordingDraftState.begin(DARK_ROOM).trials());
  }

  @Test
  void aShippedPolicyBringsTheTrialsAndTicksItWasTrainedWith() {
    RecordingDraftState room = RecordingDraftState.begin(DARK_ROOM).over(2).lasting(99);
    assertEquals(4, room.by("darkroom-5x5").trials());
    assertEquals(10, room.by("darkroom-5x5").ticks());
    assertEquals(room.by("mine.safetensors").trials(), room.trials(), "a file's are not known yet");
    EnvironmentType site = BuiltInEnvironments.named("excavation");
    assertEquals(1, RecordingDraftState.begin(site).by("excavator-pit").trials());
  }

  @ParameterizedTest
  @MethodSource("environments")
  void oneTrialIsOneRunOfTheTicksAskedFor(EnvironmentType type) {
    RecordingPlan plan = RecordingDraftState.begin(type).over(1).lasting(7).plan(Path.of("out"));

    Optional<Path> scenario = plan.map().map(type.scenarios()::resolve);
    var shape = type.prepare(type.settings().parse(plan.settings(), ""), scenario).shape();

    assertEquals(7, shape.trials() * shape.trialTimeoutTicks());
  }

  @Test
  void trialsDecideOnTheGoalBehaviour() {
    RecordingDraftState stop =
        RecordingDraftState.begin(DRIVE).over(1).turning("goal_behavior", "stop");

    assertEquals("stop", stop.settings().get("goal_behavior"));
    assertEquals("trial", stop.over(4).settings().get("goal_behavior"));
    assertFalse(stop.ownKnobs().contains("goal_behavior"));
  }

  @Test
  void anotherEnvironmentKeepsTheSeedAndTheNumberOfTrialsOnly() {
    RecordingDraftState typed =
        RecordingDraftState.begin(DRIVE).over(3).seeded("9").turning("dt", "0.2").onMap("merge-1");

    assertEquals(
        new RecordingDraftState(
            DARK_ROOM,
            "",
            RecordingDraftState.begin(DARK_ROOM).policy(),
            RecordingDraftState.begin(DARK_ROOM).actions(),
            3,
            10,
            "9",
            Map.of()),
        typed.in(DARK_ROOM));
  }

  @Test
  void theFileIsNamedAfterWhatActed() {
    RecordingDraftState scripted = RecordingDraftState.begin(DRIVE).onMap("/maps/Town02.bin");

    assertEquals("Town02-scripted-seed0.rollout", scripted.fileName());
    assertEquals("Town02-random-seed0.rollout", scripted.choosing("random").fileName());
    assertEquals(
        "darkroom-random-seed0.rollout",
        RecordingDraftState.begin(DARK_ROOM).choosing("random").fileName());
  }

  @Test
  void seedThatIsNoNumberIsTold() {
    assertThrows(
        Problem.class, () -> RecordingDraftState.begin(DRIVE).seeded("one").plan(Path.of("out")));
  }
}
