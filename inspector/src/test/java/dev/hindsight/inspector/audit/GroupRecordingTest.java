package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Recordings of groups with actions that a tanh bounds: the policy opens from its file, and audits
/// find its distribution in the recording.
class GroupRecordingTest {
  private static final EnvironmentType SPREAD = BuiltInEnvironments.named("spread");
  private static final int TICKS = 40;

  @TempDir private Path folder;

  private static EnvironmentFactory world(String... settings) {
    Map<String, String> typed = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    return SPREAD.prepare(SPREAD.settings().parse(typed, "test"), Optional.empty());
  }

  /// A policy that has learned for two updates.
  private Path trained(EnvironmentFactory world, String mode, String actors) {
    AlgorithmType sac = BuiltInAlgorithms.named("sac");
    Map<String, String> typed =
        Map.of(
            "group_mode", mode,
            "group_actors", actors,
            "num_envs", "2",
            "hidden_size", "8",
            "rollout_fragment_length", "10",
            "num_steps_sampled_before_learning_starts", "15",
            "train_batch_size_per_learner", "8",
            "training_intensity", "8",
            "actor_lr", "0.01");
    TrainingTask task =
        new TrainingTask(
            List.of(world), sac.settings().parse(typed, "test"), 3, TrainingTask.Device.CPU);
    Path file = folder.resolve(mode + "-" + actors + ".safetensors");
    try (Algorithm algorithm = sac.open(task)) {
      algorithm.update();
      algorithm.update();
      Checkpoints.write(file, algorithm.weights(), Map.of());
    }
    return file;
  }

  private Path recorded(EnvironmentFactory world, Path checkpoint, ActionSelection how) {
    Path file = folder.resolve(how.id() + ".rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint.toString(), world.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              SPREAD,
              world,
              Optional.empty(),
              Optional.of(
                  new RecordingRequest.ActingPolicy(
                      opened.policy(), opened.id(), opened.sha256(), opened.name())),
              how,
              TICKS,
              RecordingRequest.Until.ALL_TICKS,
              3,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({"ctde, shared", "ctde, own", "ctce, shared", "dtde, own"})
  void whatAGroupDidIsRecordedWithItsGroupsAndRepeatedToTheBit(String mode, String actors) {
    EnvironmentFactory world = world();
    Path checkpoint = trained(world, mode, actors);
    Path file = recorded(world, checkpoint, new ActionSelection.Sample());
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(
          List.of(new AgentGroup("team", List.of(0, 1, 2))),
          GroupManifest.read(rollout.manifest()));
      AuditAssertions audited = AuditAssertions.of("actions", rollout);
      audited.passes();
      assertTrue(audited.words().contains("120 log_prob values"), audited.words());
      EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
      Channel logits = rollout.channel("logits").orElseThrow();
      float[] row = new float[logits.rowLength()];
      try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint.toString(), shape)) {
        Outputs outputs =
            new TeacherForcing(rollout)
                .run(opened.policy(), 1, new Span(0, TICKS), Progress.SILENT, new Cancellation());
        for (int tick = 0; tick < TICKS; tick++) {
          logits.read(tick, 0, row, row.length);
          for (int i = 0; i < 4; i++) {
            assertEquals(row[4 + i], outputs.logits()[4 * tick + i], "tick " + tick);
          }
        }
      }
    }
  }

  @Test
  void theGreedyActionIsTheTanhOfTheMean() {
    EnvironmentFactory world = world();
    Path file = recorded(world, trained(world, "ctde", "shared"), new ActionSelection.Argmax());
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions.of("actions", rollout).passes();
      Channel action = rollout.channel("action").orElseThrow();
      Channel logits = rollout.channel("logits").orElseThrow();
      for (int tick = 0; tick < TICKS; tick++) {
        for (int agent = 0; agent < 3; agent++) {
          for (int i = 0; i < 2; i++) {
            assertEquals(
                (float) Math.tanh(logits.value(tick, 4 * agent + i)),
                (float) action.value(tick, 2 * agent + i));
          }
        }
      }
    }
  }

  @Test
  void aRecordingThatDoesNotSayThatATanhBoundsActionsFails() {
    EnvironmentFactory world = world();
    Path file = recorded(world, trained(world, "ctde", "shared"), new ActionSelection.Sample());
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(file))
            .with("squashed", (tick, i, x) -> tick == 7 && i == 1 ? 0 : x)) {
      AuditFinding found = AuditAssertions.of("actions", rollout).failsFirstAt(7, "sample");
      assertEquals(1, found.agent());
    }
  }

  /// Planted: a recorder that forgets that the tanh changes densities.
  @Test
  void logProbabilitiesOfTheNumbersBeforeTheTanhAreFound() {
    EnvironmentFactory world = world();
    Path file = recorded(world, trained(world, "ctde", "shared"), new ActionSelection.Sample());
    try (Rollout right = Rollouts.open(file);
        Rollout rollout =
            new AlteredRollout(Rollouts.open(file))
                .with("log_prob", (tick, agent, x) -> x + slope(right, tick, agent))) {
      AuditAssertions.of("actions", rollout)
          .failsFirstAt(0, "the stored log-probability is not that of the stored action");
    }
  }

  private static double slope(Rollout rollout, int tick, int agent) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      double number = rollout.channel("action").orElseThrow().value(tick, 2 * agent + i);
      sum += Gaussian.logTanhSlope(Gaussian.beforeTanh(number));
    }
    return sum;
  }

  @Test
  void aPolicyForGroupsOfThreeIsNotOpenedForGroupsOfTwo() {
    Path together = trained(world(), "ctce", "shared");
    Path each = trained(world(), "ctde", "own");
    EnvironmentShape two = world("num_agents", "2").shape();
    for (Path file : List.of(together, each)) {
      assertThrows(Problem.class, () -> BuiltInPolicies.open(file.toString(), two));
    }
    EnvironmentShape ungrouped = world().shape().withGroups(List.of());
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInPolicies.open(together.toString(), ungrouped));
    assertTrue(problem.what().contains("groups of 3"), problem.what());
  }
}
