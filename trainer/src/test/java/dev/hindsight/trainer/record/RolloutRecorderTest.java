package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The policy walks right from 0, -1 and -2 to the goal at 2; a trial ends after 4 ticks, when all
/// are there, and an episode has two trials.
class RolloutRecorderTest {
  @TempDir Path folder;
  private LineRecording line = new LineRecording(Path.of(""));

  @BeforeEach
  void place() {
    line = new LineRecording(folder);
  }

  @Test
  void aRowHoldsTheWorldBeforeTheActionAndTheResultsOfIt() throws IOException {
    line.record(LineWorld.Fault.NONE, 5);
    try (Rollout rollout = Rollouts.open(line.file())) {
      assertArrayEquals(new float[] {0, 1, 2, 2, 0}, column(rollout, "pose", 0));
      assertArrayEquals(new float[] {0, 0, 1, 1, 0}, column(rollout, "removed", 0));
      assertArrayEquals(new float[] {0, 1, 0, 0, 0}, column(rollout, "reward", 0));
      assertArrayEquals(new float[] {0, 0, 0, 1, 0}, column(rollout, "trial_ended", 0));
      assertArrayEquals(new float[] {0, 0, 0, 1, 0}, column(rollout, "truncation", 0));
      assertArrayEquals(new float[] {0, 0, 0, 0, 1}, column(rollout, "trial", 0));
      assertArrayEquals(new float[] {0, 1, 2, 3, 0}, column(rollout, "trial_tick", 0));
      assertArrayEquals(new float[] {2, 2, 2, 2, 2}, column(rollout, "action", 0));
      assertArrayEquals(new float[] {2, 1, 0, 0, 2}, column(rollout, "value", 0));
      assertArrayEquals(new float[] {1, 2, 3, 4, 5}, column(rollout, "logits", 2));
    }
  }

  @Test
  void theLastRowIsTheWorldNobodyActedIn() throws IOException {
    line.record(LineWorld.Fault.NONE, 3);
    try (Rollout rollout = Rollouts.open(line.file())) {
      NpyArray pose = rollout.last("pose").orElseThrow();
      assertArrayEquals(new float[] {2, 0, 0, 2, 0, 0, 1, 0, 0}, pose.floats());
    }
  }

  @Test
  void theReportAndTheSummaryCountTheSame() throws IOException {
    RecordingReport report = line.record(LineWorld.Fault.NONE, 8);
    assertEquals(8, report.ticks());
    assertEquals(3, report.agents());
    assertEquals(6, report.goals());
    assertEquals(List.of(1.0, 1.0), report.trialScores());
    try (Rollout rollout = Rollouts.open(line.file())) {
      assertEquals(report.trialScores(), rollout.summary().orElseThrow().trialScores());
      assertEquals(6.0, rollout.summary().orElseThrow().totals().get("goals"));
    }
  }

  @Test
  void theManifestSaysWhoActedWhereAndHow() throws IOException {
    line.record(LineWorld.Fault.NONE, 2);
    try (Rollout rollout = Rollouts.open(line.file())) {
      var manifest = rollout.manifest();
      assertEquals("line", manifest.environment().id());
      assertEquals(5, config(rollout, "timeout").intValue());
      assertEquals(3, config(rollout, "agents").intValue());
      assertEquals("goal.txt", config(rollout, "scenario").textValue());
      assertEquals("walks-right", manifest.policy().id());
      assertEquals("00ff", manifest.policy().checkpointSha256());
      assertEquals("argmax", manifest.policy().actionSelection());
      assertEquals(7, manifest.seed());
      assertEquals(0.5, manifest.tickSeconds());
      assertEquals(2, manifest.trials().count());
      assertEquals(0, rollout.trials().stretchAt(1));
    }
  }

  /// Records until the first episode is over, up to 1,000 ticks.
  private RecordingReport oneEpisode(LineWorld.Fault fault, Policy policy) throws IOException {
    return line.record(
        fault,
        Optional.of(new ActingPolicy(policy, "p", "", "")),
        new ActionSelection.Argmax(),
        1000,
        Until.EPISODE_END);
  }

  @Test
  void aRecordingOfOneEpisodeEndsWithIt() throws IOException {
    RecordingReport report = oneEpisode(LineWorld.Fault.NONE, new LineRecording.WalksRight());
    assertEquals(8, report.ticks());
    try (Rollout rollout = Rollouts.open(line.file())) {
      assertArrayEquals(new float[] {0, 0, 0, 0, 0, 0, 0, 1}, column(rollout, "terminal", 2));
    }
  }

  @Test
  void anEpisodeWhoseAgentsEndOneByOneIsOverWithTheLastOfThem() throws IOException {
    RecordingReport report =
        oneEpisode(LineWorld.Fault.ENDS_ONE_BY_ONE, new LineRecording.WalksRight());
    assertEquals(8, report.ticks());
    try (Rollout rollout = Rollouts.open(line.file())) {
      assertArrayEquals(new float[] {0, 0, 0, 0, 0, 1, 0, 0}, column(rollout, "terminal", 0));
      assertArrayEquals(new float[] {0, 0, 0, 1, 0, 0, 0, 1}, column(rollout, "truncation", 0));
      RecordedObservations rows = new RecordedObservations(rollout, LineWorld.shape(3, 2, 5));
      assertEquals(OptionalInt.of(7), rows.firstEnd(8));
    }
  }

  @Test
  void anEpisodeIsNotOverWhereATrialEndsForAgentsThatPlayOn() throws IOException {
    RecordingReport report =
        oneEpisode(LineWorld.Fault.ENDS_WITH_EVERY_TRIAL, new LineRecording.StaysPut());
    assertEquals(10, report.ticks());
  }

  @Test
  void theMemoryOfAnAgentThatEndedBeforeTheOthersIsRecomputedWithItsLimbo() throws IOException {
    CountsItsTicks policy = new CountsItsTicks();
    line.record(
        LineWorld.Fault.ENDS_ONE_BY_ONE,
        Optional.of(new ActingPolicy(policy, "c", "", "")),
        new ActionSelection.Argmax(),
        12,
        Until.ALL_TICKS);
    try (Rollout rollout = Rollouts.open(line.file())) {
      EnvironmentShape shape = LineWorld.shape(3, 2, 5);
      float[] recorded = column(rollout, "value", 0);
      assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}, recorded);

      new MemoryRecomputation(rollout, shape).replay(policy, 9, Edits.NONE, new Cancellation());
      PolicyOutput output = new PolicyOutput(shape);
      policy.act(new RecordedObservations(rollout, shape).at(9), output);

      assertEquals(recorded[9], output.value[0]);
    }
  }

  /// Walks to the right; values every agent by the ticks since its last end, limbo included.
  private static final class CountsItsTicks implements Policy {
    private final int[] ticks = new int[3];

    @Override
    public void reset() {
      Arrays.fill(ticks, 0);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int agent = 0; agent < ticks.length; agent++) {
        ticks[agent] = seen.episodeEnded(agent) ? 1 : ticks[agent] + 1;
        output.logits[3 * agent + 2] = 1;
        output.value[agent] = ticks[agent];
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void outputsForAgentsInLimboNeedNotBeNumbers() throws IOException {
    LineRecording.WalksRight walks = new LineRecording.WalksRight();
    Policy nan =
        new Policy() {
          @Override
          public void reset() {
            walks.reset();
          }

          @Override
          public void act(StepBuffer seen, PolicyOutput output) {
            walks.act(seen, output);
            for (int agent = 0; agent < output.value.length; agent++) {
              if (seen.removed[agent] != 0) {
                Arrays.fill(output.logits, 3 * agent, 3 * agent + 3, Float.NaN);
                output.value[agent] = Float.NaN;
              } else {
                Arrays.fill(output.logits, 3 * agent, 3 * agent + 2, 0);
              }
            }
          }

          @Override
          public void close() {}
        };
    for (ActionSelection selection :
        List.of(new ActionSelection.Argmax(), new ActionSelection.Sample())) {
      line.record(
          LineWorld.Fault.NONE,
          Optional.of(new ActingPolicy(nan, "nan", "", "")),
          selection,
          40,
          Until.ALL_TICKS);
      try (Rollout rollout = Rollouts.open(line.file())) {
        float[] removed = column(rollout, "removed", 0);
        float[] action = column(rollout, "action", 0);
        float[] logProb = column(rollout, "log_prob", 0);
        boolean limbo = false;
        for (int tick = 0; tick < 40; tick++) {
          limbo |= removed[tick] != 0;
          assertTrue(removed[tick] == 0 || (action[tick] == 0 && logProb[tick] == 0));
        }
        assertTrue(limbo);
      }
    }
  }

  @Test
  void equalRequestsGiveEqualHashes() throws IOException {
    String hash = randomHash();
    assertEquals(hash, randomHash());
  }

  @Test
  void cancellingLeavesNoFile() throws IOException {
    Cancellation cancellation = new Cancellation();
    Progress cancelsAtTick3 =
        (done, _, _) -> {
          if (done == 3) {
            cancellation.cancel();
          }
        };
    RolloutRecorder recorder = random(1000);
    assertThrows(CancellationException.class, () -> recorder.run(cancelsAtTick3, cancellation));
    assertOnlyTheScenarioIsLeft();
  }

  @Test
  void aPolicyThatStopsEndsTheRecordingAndKeepsWhatWasRecorded() throws IOException {
    Policy stopping =
        new Policy() {
          private int ticks;

          @Override
          public void reset() {}

          @Override
          public void act(StepBuffer seen, PolicyOutput output) {
            ticks++;
            if (stopped()) {
              throw new Problem("one pass took more than 60 s", "x.pt", "save another");
            }
          }

          @Override
          public boolean stopped() {
            return ticks > 5;
          }

          @Override
          public void close() {}
        };
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                line.record(
                    LineWorld.Fault.NONE,
                    Optional.of(new ActingPolicy(stopping, "stopping", "", "")),
                    new ActionSelection.Argmax(),
                    100,
                    Until.ALL_TICKS));
    assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
    try (Rollout rollout = Rollouts.open(line.file())) {
      assertTrue(rollout.complete());
      assertEquals(5, rollout.ticks());
    }
  }

  @Test
  void logitsThatAreNoNumbersAreAProblemAndLeaveNoFile() throws IOException {
    Policy confused =
        new Policy() {
          @Override
          public void reset() {}

          @Override
          public void act(StepBuffer seen, PolicyOutput output) {
            output.logits[4] = seen.trialTick == 2 ? Float.NaN : 0;
          }

          @Override
          public void close() {}
        };
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                line.record(
                    LineWorld.Fault.NONE,
                    Optional.of(new ActingPolicy(confused, "confused", "", "")),
                    new ActionSelection.Sample(),
                    10,
                    Until.ALL_TICKS));
    assertTrue(problem.getMessage().contains("agent 1 at tick 2"), problem.getMessage());
    assertOnlyTheScenarioIsLeft();
  }

  @Test
  void actionsThatDoNotExistAreAProblemAndLeaveNoFile() throws IOException {
    NpyArray actions = NpyArray.of(new int[] {0, 1, 2, 2, 9, 0}, 2, 3);
    assertThrows(
        Problem.class,
        () ->
            line.record(
                LineWorld.Fault.NONE,
                Optional.empty(),
                new ActionSelection.Script("a.npy", actions),
                2,
                Until.ALL_TICKS));
    assertOnlyTheScenarioIsLeft();
  }

  private String randomHash() throws IOException {
    RecordingReport _ = random(50).run(Progress.SILENT, new Cancellation());
    try (Rollout rollout = Rollouts.open(line.file())) {
      return rollout.summary().orElseThrow().hash();
    }
  }

  private RolloutRecorder random(int ticks) throws IOException {
    return line.recorder(
        LineWorld.Fault.NONE,
        Optional.empty(),
        new ActionSelection.Random(),
        ticks,
        Until.ALL_TICKS);
  }

  private void assertOnlyTheScenarioIsLeft() throws IOException {
    try (var left = Files.list(folder)) {
      assertEquals(List.of(line.scenario()), left.toList());
    }
  }

  private static JsonNode config(Rollout rollout, String key) {
    return Optional.ofNullable(rollout.manifest().environment().config().get(key)).orElseThrow();
  }

  private static float[] column(Rollout rollout, String name, int index) {
    Channel channel = rollout.channel(name).orElseThrow();
    float[] values = new float[rollout.ticks()];
    for (int tick = 0; tick < values.length; tick++) {
      values[tick] = (float) channel.value(tick, index);
    }
    return values;
  }
}
