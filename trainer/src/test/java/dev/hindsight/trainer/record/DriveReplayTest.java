package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.ActingPolicy;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Driving on the shipped maps happens again, bit for bit.
class DriveReplayTest {
  @TempDir Path folder;

  static Iterable<String> maps() {
    return BuiltInMaps.names();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void randomDrivingOverTwoTrialsReplays(String map) throws IOException {
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "20");
    assertReplays(map, trials, "", new ActionSelection.Random(), 41);
  }

  @Test
  void theScriptedDriverReplays() throws IOException {
    assertReplays("intersection-1", Map.of(), "scripted", new ActionSelection.Argmax(), 60);
  }

  @Test
  void noKnobExplainsObservationsThatWereAltered() throws IOException {
    assertReplays("intersection-1", Map.of(), "scripted", new ActionSelection.Argmax(), 20);
    Path file = folder.resolve("x.rollout");
    int size;
    try (Rollout rollout = Rollouts.open(file)) {
      size = rollout.channel("observation").orElseThrow().rowLength();
    }
    // At two ticks, since a knob is not even tried for one. Some worlds that are tried observe
    // fewer numbers, others take actions of another kind.
    TamperedRecording.of(file)
        .number("channels/observation/000000.npy", 5 * size, 0.25f)
        .number("channels/observation/000000.npy", 9 * size, 0.5f)
        .withoutDigests()
        .save();
    try (Rollout rollout = Rollouts.open(file)) {
      ReplayReport report = new Replay(rollout).run(Progress.SILENT, new Cancellation());
      assertEquals(
          List.of(ReplayCause.Kind.NUMBERS),
          report.causes().stream().map(ReplayCause::kind).toList(),
          report.words(AgentNames.NONE));
    }
  }

  private void assertReplays(
      String map, Map<String, String> set, String policy, ActionSelection selection, int ticks)
      throws IOException {
    Path scenario = folder.resolve("map.bin");
    Files.write(scenario, BuiltInMaps.bytes(map));
    Path file = folder.resolve("x.rollout");
    EnvironmentType type = BuiltInEnvironments.named("drive");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(set, "test"), Optional.of(scenario));
    Optional<OpenedPolicy> opened =
        policy.isEmpty()
            ? Optional.empty()
            : Optional.of(BuiltInPolicies.open(policy, factory.shape()));
    RecordingRequest request =
        new RecordingRequest(
            type,
            factory,
            Optional.of(scenario),
            opened.map(o -> new ActingPolicy(o.policy(), o.id(), o.sha256(), o.name())),
            selection,
            ticks,
            Until.ALL_TICKS,
            3,
            file);
    RecordingReport report = new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    opened.ifPresent(OpenedPolicy::close);
    assertTrue(report.agents() > 0);
    Rollouts.verify(file);
    Files.delete(scenario);
    try (Rollout rollout = Rollouts.open(file)) {
      CodeVersions same = new CodeVersions("2", "2");
      assertEquals(
          new ReplayReport(ticks, Optional.empty(), same),
          new Replay(rollout).run(Progress.SILENT, new Cancellation()));
    }
  }
}
