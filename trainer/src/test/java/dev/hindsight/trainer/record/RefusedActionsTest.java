package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.airspace.AirspaceEnvironmentType;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.RecordingRequest.ActingPolicy;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A NaN becomes the neutral action, and the recording shows it at its tick.
class RefusedActionsTest {
  private static final AirspaceEnvironmentType AIRSPACE = new AirspaceEnvironmentType();

  @TempDir private Path folder;

  /// Turns all agents left, except for an invalid number of one agent at one tick.
  private static final class Once implements Policy {
    private final float bad;
    private int tick;

    private Once(float bad) {
      this.bad = bad;
    }

    @Override
    public void reset() {
      tick = 0;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      Arrays.fill(output.logits, -1);
      Arrays.fill(output.value, 0);
      for (int agent = 0; agent < output.value.length; agent++) {
        output.logits[agent * output.width + 4] = 1;
      }
      if (tick++ == 3) {
        output.logits[2 * output.width + 7] = bad;
      }
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }

  private static EnvironmentFactory factory(Map<String, String> settings) {
    return AIRSPACE.prepare(AIRSPACE.settings().parse(settings, "test"), Optional.empty());
  }

  private Rollout record(Optional<Policy> policy, ActionSelection selection, String form) {
    Path out = folder.resolve("x.rollout");
    new RolloutRecorder(
            new RecordingRequest(
                AIRSPACE,
                factory(Map.of("aircraft", "4", "radius", "20", "action_form", form)),
                Optional.empty(),
                policy.map(p -> new ActingPolicy(p, "once", "abc123", "once.pt")),
                selection,
                6,
                Until.ALL_TICKS,
                1,
                out))
        .run(Progress.SILENT, new Cancellation());
    return Rollouts.open(out);
  }

  @Test
  void aBadOutputBecomesTheNeutralActionAndIsNoted() {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      Policy policy = new Once(bad);
      try (Rollout rollout =
          record(Optional.of(policy), new ActionSelection.Argmax(), "discrete")) {
        Channel action = rollout.channel("action").orElseThrow();
        Channel refused = rollout.channel("refused").orElseThrow();
        Channel raw = rollout.channel("refused_value").orElseThrow();
        Channel event = rollout.channel("event").orElseThrow();
        for (int tick = 0; tick < 6; tick++) {
          for (int agent = 0; agent < 4; agent++) {
            boolean here = tick == 3 && agent == 2;
            assertEquals(here ? 22 : 4, action.value(tick, agent));
            assertEquals(here ? 1 : 0, refused.value(tick, agent));
            assertEquals(here ? bad : 0, raw.value(tick, agent));
            assertEquals(
                here ? EventBits.REFUSED : 0, (int) event.value(tick, agent) & EventBits.REFUSED);
          }
        }
        assertEquals(1.0, rollout.summary().orElseThrow().totals().get("refused"));
        assertEquals("abc123", rollout.manifest().policy().checkpointSha256());
        assertEquals(
            Optional.empty(),
            new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference());
      }
    }
  }

  @Test
  void aBadNumberInAFileOfActionsIsGuardedToo() {
    float[] numbers = new float[6 * 4 * 3];
    Arrays.fill(numbers, 0.5f);
    numbers[(2 * 4 + 1) * 3 + 1] = Float.NaN;
    ActionSelection script = new ActionSelection.Script("a.npy", NpyArray.of(numbers, 6, 4, 3));
    try (Rollout rollout = record(Optional.empty(), script, "continuous")) {
      Channel action = rollout.channel("action").orElseThrow();
      Channel refused = rollout.channel("refused").orElseThrow();
      for (int i = 0; i < 3; i++) {
        assertEquals(0, action.value(2, 3 + i));
        assertEquals(0.5, action.value(2, i));
        assertEquals(0.5, action.value(3, 3 + i));
      }
      assertEquals(1, refused.value(2, 1));
    }
  }

  @Test
  void numbersDoNotFitAGridNorJointActionsNumbers() {
    ActionSelection numbers =
        new ActionSelection.Script("a.npy", NpyArray.of(new float[72], 6, 4, 3));
    ActionSelection joint = new ActionSelection.Script("a.npy", NpyArray.of(new int[24], 6, 4));

    assertThrows(Problem.class, () -> record(Optional.empty(), numbers, "discrete"));
    assertThrows(Problem.class, () -> record(Optional.empty(), joint, "continuous"));
  }

  @Test
  void bothKindsOfStepsAreCounted() {
    try (Rollout rollout = record(Optional.empty(), new ActionSelection.Random(), "discrete")) {
      Map<String, Double> totals = rollout.summary().orElseThrow().totals();
      assertEquals(6.0, totals.get("environment_steps"));
      assertEquals(24.0, totals.get("agent_steps"));
    }
  }
}
