package dev.hindsight.trainer.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counterfactuals where actions are numbers.
class ContinuousCounterfactualTest {
  private static final Cancellation GO_ON = new Cancellation();
  private static final int TICKS = 30;

  /// Draws around 0, so widely that many numbers are clipped to 1 and -1.
  private static class Wide implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      int k = output.width / 2;
      for (int i = 0; i < output.logits.length; i++) {
        output.logits[i] = i % output.width < k ? mean(i / output.width, i % output.width) : 1;
      }
    }

    float mean(int agent, int number) {
      return 0;
    }

    @Override
    public void close() {}
  }

  /// As [Wide], but the second number of its actions has another mean, too small to reach 1 often.
  private static final class Shifted extends Wide {
    private final int agent;

    Shifted(int agent) {
      this.agent = agent;
    }

    @Override
    float mean(int of, int number) {
      return of == agent && number == 1 ? 0.001f : 0;
    }
  }

  private record Source(Policy policy) implements PolicySource {
    @Override
    public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
      return Optional.of(policy);
    }

    @Override
    public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
      throw new AssertionError(policyChange);
    }
  }

  private static Rollout drive(Path folder) {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    Optional<Path> scenario = SampleRecordings.scenario(type, folder);
    Map<String, String> settings =
        Map.of("action_type", "continuous", "dynamics_model", "jerk", "scenario_length", "40");
    EnvironmentFactory factory = type.prepare(type.settings().parse(settings, "test"), scenario);
    RecordingRequest request =
        new RecordingRequest(
            type,
            factory,
            scenario,
            Optional.of(new RecordingRequest.ActingPolicy(new Wide(), "wide", "", "wide")),
            new ActionSelection.Sample(),
            TICKS,
            RecordingRequest.Until.ALL_TICKS,
            3,
            folder.resolve("drive.rollout"));
    return Rollouts.open(
        new RolloutRecorder(request).run(Progress.SILENT, new Cancellation()).file());
  }

  private static CounterfactualRunner at(Rollout rollout, Policy policy, int agent, int from) {
    return CounterfactualRunner.at(
        rollout, new Source(policy), agent, from, Progress.SILENT, GO_ON);
  }

  @Test
  void anUnchangedRunRepeatsEveryNumber(@TempDir Path folder) {
    try (Rollout rollout = drive(folder)) {
      int width = rollout.channel("action").orElseThrow().rowLength() / rollout.manifest().agents();
      assertEquals(2, width);
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        try (CounterfactualRunner run = at(rollout, new Wide(), agent, 7)) {
          CounterfactualRun same = run.run(Intervention.NONE, 0, GO_ON);
          assertEquals(OptionalInt.empty(), run.departs(same));
          for (int i = 0; i < (TICKS - 7) * width; i++) {
            assertEquals(
                rollout
                    .channel("action")
                    .orElseThrow()
                    .value(7 + i / width, agent * width + i % width),
                same.actions()[i]);
          }
        }
      }
    }
  }

  @Test
  void anotherPolicyDepartsAtTheFirstNumberThatDiffers(@TempDir Path folder) {
    try (Rollout rollout = drive(folder)) {
      int last = rollout.manifest().agents() - 1;
      try (CounterfactualRunner run = at(rollout, new Shifted(last), last, 7)) {
        CounterfactualRun other = run.run(Intervention.NONE, 0, GO_ON);
        OptionalInt departs = run.departs(other);
        assertTrue(departs.isPresent());
        int first = departs.getAsInt();
        var action = rollout.channel("action").orElseThrow();
        assertTrue(action.value(first, 2 * last + 1) != other.actions()[2 * (first - 7) + 1]);
        for (int tick = 7; tick < first; tick++) {
          assertEquals(action.value(tick, 2 * last + 1), other.actions()[2 * (tick - 7) + 1]);
        }
        CounterfactualRun again = run.run(Intervention.NONE, 0, GO_ON);
        assertEquals(-1, other.firstDifference(again));
        assertArrayEquals(other.actions(), again.actions());
        assertEquals(7, other.firstDifference(run.run(Intervention.NONE, 1, GO_ON)));
      }
    }
  }

  @Test
  void episodesAreComparedByEveryNumberOfEveryAgent(@TempDir Path folder) {
    try (Rollout rollout = drive(folder)) {
      try (ControlledEpisodes same = ControlledEpisodes.of(rollout, new Source(new Wide()))) {
        same.run(MemoryControl.RECORDED, 0, GO_ON);
        assertEquals(OptionalInt.empty(), same.departs());
      }
      Policy shifted = new Shifted(rollout.manifest().agents() - 1);
      try (ControlledEpisodes other = ControlledEpisodes.of(rollout, new Source(shifted))) {
        other.run(MemoryControl.RECORDED, 0, GO_ON);
        assertTrue(other.departs().isPresent());
      }
    }
  }
}
