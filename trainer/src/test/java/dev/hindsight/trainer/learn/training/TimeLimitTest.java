package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.run.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a collection keeps of episodes that end at a time limit.
class TimeLimitTest {
  private static final int LENGTH = 3;
  private static final int COUNT = 2;

  /// Its value is 2 + 10 times what it sees, plus 100 for every tick that it remembers.
  private static final class Remembering extends NetworkActor {
    private final int[] remembered = new int[COUNT];
    private final List<List<Byte>> absent = new ArrayList<>();

    private record Memory(int[] remembered) implements PolicyMemory {
      @Override
      public long bytes() {
        return 0;
      }
    }

    @Override
    public void reset() {
      java.util.Arrays.fill(remembered, 0);
    }

    @Override
    public void endEpisode(int agent) {
      remembered[agent] = 0;
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      java.util.Arrays.fill(logits, 0);
      absent.add(List.of(removed[0], removed[1]));
      for (int agent = 0; agent < COUNT; agent++) {
        values[agent] = 2 + 10 * observation[agent] + 100 * remembered[agent]++;
      }
    }

    @Override
    public PolicyMemory memory() {
      return new Memory(remembered.clone());
    }

    @Override
    public void remember(PolicyMemory policyMemory) {
      System.arraycopy(((Memory) policyMemory).remembered, 0, remembered, 0, COUNT);
    }

    @Override
    protected void free() {}
  }

  /// Two worlds side by side: the episodes of the first end at a time limit, those of the second
  /// for good.
  private static Trajectories collect(RowKind rowKind, int ticks) {
    Trajectories all = trajectories(ticks);
    Collector.Split _ = collector(vectorEnvironment(), all, rowKind).collect(new Seeds(9), 0);
    return all;
  }

  private static VectorEnvironment vectorEnvironment() {
    return vectorEnvironment(LENGTH);
  }

  /// @param second length of the second world's episodes
  private static VectorEnvironment vectorEnvironment(int second) {
    return new VectorEnvironment(
        List.of(
            LimitedWorld.factory(LENGTH, EpisodeEnd.TIMEOUT),
            LimitedWorld.factory(second, EpisodeEnd.TASK_DONE)),
        COUNT,
        new Seeds(4),
        LearningAgents.ALL);
  }

  private static Trajectories trajectories(int ticks) {
    return new Trajectories(
        COUNT, ticks, ObservationStore.of(ObservationPacking.ofFloats(1), COUNT, ticks));
  }

  private static Collector collector(
      VectorEnvironment vectorEnvironment, Trajectories all, RowKind rowKind) {
    return collector(vectorEnvironment, all, rowKind, new Remembering());
  }

  private static Collector collector(
      VectorEnvironment vectorEnvironment,
      Trajectories all,
      RowKind rowKind,
      Remembering remembering) {
    return new Collector(
        vectorEnvironment,
        remembering,
        new CoPlayers(vectorEnvironment, Optional.empty()),
        new ActionLog(COUNT),
        all,
        rowKind,
        new Collector.Rules(1, 0.9, 1),
        StepBudget.NONE);
  }

  @Test
  void onlyATimeLimitIsValuedAndFromTheFinalObservationWithTheMemoryAsItWas() {
    Trajectories all = collect(RowKind.SEGMENTS, LENGTH + 1);
    int last = LENGTH - 1;
    // 2 + 10 * 0.3, as the reference has it, and the three ticks of the episode.
    assertEquals(5 + 300, all.timeoutValue[all.at(0, last)], 1e-4);
    assertEquals(Float.NaN, all.timeoutValue[all.at(1, last)]);
    for (int t = 0; t < last; t++) {
      assertEquals(Float.NaN, all.timeoutValue[all.at(0, t)]);
    }
  }

  @Test
  void theFinalObservationIsNoTickOfTheNextEpisode() {
    Trajectories all = collect(RowKind.SEGMENTS, 2 * LENGTH);
    for (int row = 0; row < COUNT; row++) {
      for (int t = 0; t < 2 * LENGTH; t++) {
        int since = t % LENGTH;
        assertEquals(2 + since + 100 * since, all.value[all.at(row, t)], 1e-4, row + " " + t);
      }
    }
  }

  @Test
  void anEpisodeUnderWayRemembersNothingOfTheTimeLimitOfAnother() {
    int length = LENGTH + 2;
    Trajectories all = trajectories(length);
    Collector.Split _ =
        collector(vectorEnvironment(length), all, RowKind.SEGMENTS).collect(new Seeds(9), 0);
    for (int t = 0; t < length; t++) {
      assertEquals(2 + t + 100 * t, all.value[all.at(1, t)], 1e-4, "tick " + t);
    }
  }

  @Test
  void anAgentWhoseEpisodeIsOverForGoodIsNotThereAtTheTimeLimitOfAnother() {
    Remembering remembering = new Remembering();
    Collector.Split _ =
        collector(vectorEnvironment(), trajectories(LENGTH), RowKind.EPISODES, remembering)
            .collect(new Seeds(9), 0);
    List<List<Byte>> expected =
        new ArrayList<>(Collections.nCopies(LENGTH, List.of((byte) 0, (byte) 0)));
    expected.add(List.of((byte) 0, (byte) 1));
    assertEquals(expected, remembering.absent);
  }

  @Test
  void endsAreKeptApart() {
    Trajectories all = collect(RowKind.SEGMENTS, LENGTH + 1);
    byte[] here = {0, 0, 1, 0};
    byte[] nowhere = new byte[LENGTH + 1];
    assertArrayEquals(here, row(all, all.ended, 0));
    assertArrayEquals(here, row(all, all.truncation, 0));
    assertArrayEquals(nowhere, row(all, all.terminal, 0));
    assertArrayEquals(here, row(all, all.ended, 1));
    assertArrayEquals(nowhere, row(all, all.truncation, 1));
    assertArrayEquals(here, row(all, all.terminal, 1));
  }

  @Test
  void figuresAreAveragedOverTheLiveTicksOfAnUpdateByName() {
    VectorEnvironment vectorEnvironment = vectorEnvironment();
    Collector collector = collector(vectorEnvironment, trajectories(LENGTH), RowKind.EPISODES);
    Collector.Split split = collector.collect(new Seeds(9), 0);
    assertEquals(
        1.0,
        collector
            .report(1, split, 0, new HashMap<>())
            .metrics()
            .getOrDefault("figure/age", Double.NaN),
        1e-9,
        "the mean of 0, 1 and 2");
  }

  @Test
  void aTimeLimitEndsAWholeEpisodeToo() {
    Trajectories all = collect(RowKind.EPISODES, 2 * LENGTH);
    assertEquals(LENGTH, all.used);
    assertEquals(5 + 300, all.timeoutValue[all.at(0, LENGTH - 1)], 1e-4);
  }

  private static byte[] row(Trajectories all, byte[] flags, int row) {
    return java.util.Arrays.copyOfRange(flags, all.at(row, 0), all.at(row, all.used));
  }
}
