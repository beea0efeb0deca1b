package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.replay.SequenceSizes.Ticks;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

/// Sequences of steps, with every kind of replay buffer. What is observed at a tick is its number
/// among all ticks, so a batch says what was drawn.
class ReplaySequenceTest {
  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))));

  private static final double DISCOUNT = 0.9;
  private static final int N = 2;
  private static final int LENGTH = 5;
  private static final int BURN_IN = 3;
  private static final int ROWS = 16;
  private static final int[] ALONE = {0};
  private static final byte[] LIMBO = {1};

  private static final SequenceSizes WITHOUT = SequenceSizes.without(LENGTH);
  private static final SequenceSizes EMPTY = new SequenceSizes(LENGTH, BURN_IN, Ticks.ALL, 0);
  private static final SequenceSizes STORED = new SequenceSizes(LENGTH, BURN_IN, Ticks.ALL, 2);

  static Stream<ReplayBufferKind> kinds() {
    return ReplayBufferKind.ALL.stream();
  }

  private static ReplayBuffer open(ReplayBufferKind kind) {
    return ReplayBufferKind.open(kind.id(), new ReplayBufferKind.Sizes(200, N, 0.6, 0.4));
  }

  /// What happened at a tick.
  ///
  /// @param episode its number
  /// @param limbo whether the agent was in limbo
  private record Tick(int episode, boolean limbo) {}

  /// Episodes of one agent with limbo at random, and a plain list of their ticks. The final
  /// observation of an episode that a time limit ends is a tick, too.
  private static final class Past {
    private final List<Tick> ticks = new ArrayList<>();
    private final List<Boolean> terminated = new ArrayList<>();
    private final ReplayBuffer buffer;
    private final SequenceSizes sequences;
    private final SplittableRandom random;

    Past(ReplayBuffer buffer, SequenceSizes sequences, long seed) {
      this.buffer = buffer;
      this.sequences = sequences;
      this.random = new SplittableRandom(seed);
    }

    private ObservationStore observation() {
      return new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {ticks.size()}));
    }

    /// @param glued number of episodes that are stored as if they were one, with the first's number
    void episodes(int count, int glued) {
      for (int i = 0; i < count; i++) {
        ReplayEpisode episode = new ReplayEpisode(PACKING, StepSizes.LONE, sequences, 0, DISCOUNT);
        buffer.begin(episode);
        for (int part = 0; part < glued; part++) {
          live(episode, terminated.size() + part);
        }
        boolean ends = random.nextBoolean();
        if (ends) {
          episode.terminate();
          buffer.grow(episode);
        } else {
          see(episode, terminated.size() + glued - 1);
        }
        buffer.end(episode);
        for (int part = 0; part < glued; part++) {
          terminated.add(ends);
        }
      }
    }

    private void live(ReplayEpisode episode, int number) {
      int length = 3 + random.nextInt(15);
      for (int t = 0; t < length; t++) {
        if (t > 0 && t < length - 1 && random.nextInt(4) == 0) {
          episode.rest(observation(), ALONE, LIMBO);
          ticks.add(new Tick(number, true));
          remember(episode);
        } else {
          see(episode, number);
          remember(episode);
          episode.act(1, ticks.size());
        }
      }
    }

    private void see(ReplayEpisode episode, int number) {
      if (episode.see(observation(), ALONE)) {
        buffer.grow(episode);
      }
      ticks.add(new Tick(number, false));
    }

    /// The state before a tick is its number, twice.
    private void remember(ReplayEpisode episode) {
      int tick = ticks.size() - 1;
      episode.remember(new float[] {tick, -tick}, 0);
    }

    /// The n-th tick outside limbo after one, or -1 behind the end of its episode.
    private int later(int tick, int n) {
      int at = tick;
      for (int left = n; left > 0; ) {
        at++;
        if (at == ticks.size() || ticks.get(at).episode() != ticks.get(tick).episode()) {
          return -1;
        }
        left -= ticks.get(at).limbo() ? 0 : 1;
      }
      return at;
    }

    /// Whether a tick begins n complete steps.
    private boolean starts(int tick, int n) {
      Tick one = ticks.get(tick);
      return !one.limbo()
          && (terminated.get(one.episode()) ? later(tick, n - 1) : later(tick, n)) >= 0;
    }
  }

  /// Fails if a batch without memory holds what it should not.
  private static void check(Past past, ReplayBatch batch) {
    float[] seen = batch.observation().toFloatArray();
    float[] later = batch.later().toFloatArray();
    float[] bootstrap = batch.bootstrap().toFloatArray();
    float[] reward = batch.reward().toFloatArray();
    for (int row = 0; row < ROWS; row++) {
      int tick = (int) seen[row * LENGTH];
      for (int k = 0; k < LENGTH; k++) {
        int at = row * LENGTH + k;
        boolean exists = tick >= 0 && past.starts(tick, N);
        assertEquals(exists, batch.isLive(at), "step " + k + " of a row");
        if (!exists) {
          tick = -1;
          continue;
        }
        assertEquals(tick, (int) seen[at], "a sequence goes on with the next step of its episode");
        checkStep(past, tick, bootstrap[at], reward[at]);
        if (bootstrap[at] > 0) {
          assertEquals(past.later(tick, N), (int) later[at]);
        }
        tick = past.later(tick, 1);
      }
    }
  }

  private static void checkStep(Past past, int tick, float bootstrap, float reward) {
    int then = past.later(tick, N);
    assertEquals(then < 0 ? 0 : DISCOUNT * DISCOUNT, bootstrap, 1e-6);
    // The reward of a step is the number of the tick after its observation.
    assertEquals(tick + 1 + DISCOUNT * (past.later(tick, 1) + 1), reward, 1e-3);
  }

  private static void check(ReplayBufferKind kind, int glued) {
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, ROWS, 1, StepSizes.LONE, WITHOUT)) {
      ReplayBuffer buffer = open(kind);
      Past past = new Past(buffer, WITHOUT, 3);
      SplittableRandom random = new SplittableRandom(4);
      for (int i = 0; i < 60; i++) {
        past.episodes(1, glued);
        if (buffer.starts() > 0) {
          buffer.sample(random, batch);
          check(past, batch);
          buffer.learned(batch, new float[ROWS]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aSequenceStaysWithinItsEpisodeAndEveryStepHasItsOwnTarget(ReplayBufferKind kind) {
    check(kind, 1);
  }

  /// Planted: two episodes that are stored as one.
  @ParameterizedTest
  @MethodSource("kinds")
  void aSequenceThatRunsAcrossTheEndOfAnEpisodeIsFound(ReplayBufferKind kind) {
    assertThrows(AssertionFailedError.class, () -> check(kind, 2));
  }

  @Test
  void anEpisodeThatIsOverTakesNoMoreSteps() {
    ReplayEpisode episode = new ReplayEpisode(PACKING, 0, DISCOUNT);
    episode.see(new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {1})), 0);
    episode.act(1, 1);
    assertTrue(episode.terminate());
    assertThrows(IllegalStateException.class, () -> episode.act(1, 1));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aMemoryReadsTheTicksBeforeAndThoseInLimboAsTheyWere(ReplayBufferKind kind) {
    for (SequenceSizes sequences : List.of(EMPTY, STORED)) {
      try (NDManager manager = TestTorch.manager();
          ReplayBatch batch = new ReplayBatch(manager, ROWS, 1, StepSizes.LONE, sequences)) {
        ReplayBuffer buffer = open(kind);
        Past past = new Past(buffer, sequences, 5);
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 40; i++) {
          past.episodes(1, 1);
          if (buffer.starts() > 0) {
            buffer.sample(random, batch);
            checkTicks(past, batch, sequences);
            buffer.learned(batch, new float[ROWS]);
          }
        }
      }
    }
  }

  private static void checkTicks(Past past, ReplayBatch batch, SequenceSizes sequences) {
    ReplayBatch.Readings readings = batch.readings(N);
    int width = readings.now().ticks();
    float[] seen = readings.now().observation().toFloatArray();
    long[] position = readings.now().position().toLongArray();
    ReplayedTicks now = readings.now().replayed().orElseThrow();
    long[] chosen = now.chosen().toLongArray();
    long[] next = readings.later().replayed().orElseThrow().chosen().toLongArray();
    float[] bootstrap = batch.bootstrap().toFloatArray();
    float[] reward = batch.reward().toFloatArray();
    assertEquals(BURN_IN, now.burnIn());
    assertEquals(sequences.state() > 0, now.memory().isPresent());
    for (int row = 0; row < ROWS; row++) {
      int tick = (int) seen[(int) chosen[row * LENGTH]];
      assertEquals((long) row * width + BURN_IN, chosen[row * LENGTH], "it begins with a step");
      int begin = tick;
      while (begin > 0 && past.ticks.get(begin - 1).episode() == past.ticks.get(tick).episode()) {
        begin--;
      }
      for (int back = 0; back <= BURN_IN; back++) {
        int at = row * width + BURN_IN - back;
        boolean exists = tick - back >= begin;
        assertEquals(exists ? tick - back : 0, seen[at], "tick " + back + " before");
        assertEquals(exists ? tick - back - begin : 0, position[at]);
      }
      if (now.memory().isPresent()) {
        float expected = tick - BURN_IN > begin ? tick - BURN_IN : 0;
        float[] states = now.memory().get().toFloatArray();
        assertEquals(expected, states[2 * row]);
        assertEquals(-expected, states[2 * row + 1], 0);
      }
      int step = tick;
      for (int k = 0; k < LENGTH; k++) {
        int at = row * LENGTH + k;
        boolean exists = step >= 0 && past.starts(step, N);
        assertEquals(exists, batch.isLive(at));
        if (!exists) {
          step = -1;
          continue;
        }
        assertEquals(row * width + BURN_IN + step - tick, (int) chosen[at]);
        assertEquals(step, (int) seen[(int) chosen[at]]);
        checkStep(past, step, bootstrap[at], reward[at]);
        if (bootstrap[at] > 0) {
          assertEquals(past.later(step, N), (int) seen[(int) next[at]]);
          for (int between = step; between <= past.later(step, N); between++) {
            assertEquals(between, (int) seen[(int) chosen[at] + between - step], "limbo too");
          }
        }
        step = past.later(step, 1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void statesAreCounted(ReplayBufferKind kind) {
    ReplayBuffer without = open(kind);
    ReplayBuffer with = open(kind);
    new Past(without, EMPTY, 7).episodes(10, 1);
    new Past(with, STORED, 7).episodes(10, 1);
    long ticks = 2L * Float.BYTES * 10 * 3;
    assertTrue(with.bytes() >= without.bytes() + ticks, with.bytes() + " " + without.bytes());
  }
}
