package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.RecordingRequest.ActingPolicy;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a recording says of an episode that ends at its time limit: an airspace with two aircraft
/// and twelve steps.
class RecordedTimeLimitTest {
  private static final int STEPS = 12;

  @TempDir Path folder;

  /// Its value is the number of ticks that it remembers, the present one included.
  private static final class Counting implements Policy {
    private int remembered;

    private record Memory(int remembered) implements PolicyMemory {
      @Override
      public long bytes() {
        return 0;
      }
    }

    @Override
    public void reset() {
      remembered = 0;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      remembered = seen.episodeEnded(0) ? 1 : remembered + 1;
      java.util.Arrays.fill(output.logits, 0);
      java.util.Arrays.fill(output.value, remembered);
    }

    @Override
    public PolicyMemory memory() {
      return new Memory(remembered);
    }

    @Override
    public void remember(PolicyMemory policyMemory) {
      remembered = ((Memory) policyMemory).remembered;
    }

    @Override
    public void close() {}
  }

  private Path record() {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    EnvironmentFactory factory =
        type.prepare(
            type.settings()
                .parse(
                    Map.of("aircraft", "2", "radius", "60", "steps", Integer.toString(STEPS)),
                    "test"),
            Optional.empty());
    Path out = folder.resolve("limited.rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    type,
                    factory,
                    Optional.empty(),
                    Optional.of(new ActingPolicy(new Counting(), "counting", "", "")),
                    new ActionSelection.Argmax(),
                    STEPS + 3,
                    Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void theEndAndTheValueOfTheFinalObservationAreColumns() {
    try (Rollout rollout = Rollouts.open(record())) {
      AgentColumn finalValue = AgentColumn.of(rollout, EpisodeEnds.FINAL_VALUE).orElseThrow();
      AgentColumn value = AgentColumn.of(rollout, "value").orElseThrow();
      AgentColumn terminal = AgentColumn.of(rollout, "terminal").orElseThrow();
      EpisodeEnds ends = new EpisodeEnds(rollout);
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        boolean limit = tick == STEPS - 1;
        assertEquals(limit, ends.timedOut(tick, 0), "tick " + tick);
        assertEquals(0, terminal.value(tick, 0));
        // With the memory as it was, and as a tick that never happened.
        assertEquals(limit ? STEPS + 1 : Double.NaN, finalValue.value(tick, 0));
        assertEquals(tick < STEPS ? tick + 1 : tick - STEPS + 1, value.value(tick, 0));
      }
    }
  }

  @Test
  void figuresAreColumnsOfTheTickWhoseActionBroughtThemAbout() {
    try (Rollout rollout = Rollouts.open(record())) {
      AgentColumn reward = AgentColumn.of(rollout, "reward").orElseThrow();
      List<AgentColumn> parts =
          Stream.of("loss", "conflict", "drift", "action", "leaving")
              .map(part -> AgentColumn.of(rollout, "figure/reward_" + part).orElseThrow())
              .toList();
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < 2; agent++) {
          int t = tick;
          int a = agent;
          double sum = parts.stream().mapToDouble(part -> part.value(t, a)).sum();
          assertEquals(reward.value(tick, agent), sum, 1e-5, "tick " + tick);
        }
      }
      assertTrue(IntStream.range(0, STEPS).anyMatch(t -> parts.get(2).value(t, 0) != 0));
    }
  }

  @Test
  void recordedObservationsWipeTheMemoryAfterATimeLimit() {
    try (Rollout rollout = Rollouts.open(record())) {
      RecordedObservations rows =
          new RecordedObservations(rollout, TeacherForcing.shapeOf(rollout));
      assertEquals(OptionalInt.of(STEPS - 1), rows.firstEnd(rollout.ticks()));
      assertEquals(STEPS, rows.episodeStart(STEPS + 1));
      assertTrue(rows.at(STEPS).episodeEnded(0));
    }
  }
}
