package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

/// What holds for every kind of replay buffer, with episodes that begin, grow and end at random.
/// The observation of a step is its number among all steps ever stored, so a batch says what was
/// drawn.
class ReplayBufferContractTest {
  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("step")))));

  private static final int CAPACITY = 120;
  private static final int STEPS = 2;
  private static final int ROWS = 64;

  static Stream<ReplayBufferKind> kinds() {
    return ReplayBufferKind.ALL.stream();
  }

  private static ReplayBuffer open(ReplayBufferKind kind) {
    return ReplayBufferKind.open(kind.id(), new ReplayBufferKind.Sizes(CAPACITY, STEPS, 0.6, 0.4));
  }

  /// Several agents that fill a buffer, and what should be in it.
  private static final class Story {
    private final SplittableRandom random;
    private final ReplayBuffer buffer;
    private final List<Live> live = new ArrayList<>();
    private final Deque<List<Integer>> ended = new ArrayDeque<>();
    private int number;

    /// @param seen numbers of its observations
    private record Live(ReplayEpisode episode, List<Integer> seen) {}

    Story(ReplayBuffer buffer, long seed) {
      this.buffer = buffer;
      this.random = new SplittableRandom(seed);
    }

    private ObservationStore next(List<Integer> seen) {
      seen.add(number);
      return new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {number++}));
    }

    void tick() {
      while (live.size() < 3) {
        Live fresh = new Live(new ReplayEpisode(PACKING, 0, 0.9), new ArrayList<>());
        fresh.episode().see(next(fresh.seen()), 0);
        buffer.begin(fresh.episode());
        live.add(fresh);
      }
      Live one = live.get(random.nextInt(live.size()));
      one.episode().act(1, 1);
      if (random.nextInt(12) == 0) {
        one.seen().add(-1);
        one.episode().terminate();
        buffer.grow(one.episode());
        end(one);
      } else {
        one.episode().see(next(one.seen()), 0);
        buffer.grow(one.episode());
        evict();
        if (random.nextInt(12) == 0) {
          end(one);
        }
      }
      evict();
    }

    private void end(Live one) {
      buffer.end(one.episode());
      live.remove(one);
      ended.add(one.seen());
    }

    private int size() {
      return ended.stream().mapToInt(seen -> seen.size() - 1).sum()
          + live.stream().mapToInt(one -> one.seen().size() - 1).sum();
    }

    private void evict() {
      while (size() > CAPACITY && !ended.isEmpty()) {
        ended.removeFirst();
      }
    }

    /// The observations of all starts.
    List<Integer> starts() {
      List<Integer> all = new ArrayList<>();
      Stream.concat(ended.stream(), live.stream().map(Live::seen))
          .forEach(seen -> all.addAll(seen.subList(0, Math.max(0, seen.size() - STEPS))));
      return all;
    }
  }

  private static float[] errors(float[] seen) {
    float[] errors = new float[seen.length];
    for (int i = 0; i < seen.length; i++) {
      errors[i] = 0.1f + seen[i] % 7;
    }
    return errors;
  }

  /// Fails if the buffer draws what it should not hold, or counts it wrongly.
  private static void check(ReplayBuffer buffer, NDManager manager) {
    Story story = new Story(buffer, 5);
    SplittableRandom random = new SplittableRandom(6);
    try (ReplayBatch batch = new ReplayBatch(manager, ROWS, 1)) {
      for (int t = 0; t < 1500; t++) {
        story.tick();
        List<Integer> starts = story.starts();
        assertEquals(story.size(), buffer.size());
        assertEquals(starts.size(), buffer.starts());
        if (!starts.isEmpty()) {
          buffer.sample(random, batch);
          float[] seen = batch.observation().toFloatArray();
          for (float one : seen) {
            assertTrue(starts.contains((int) one), "step " + (int) one + " is not stored");
          }
          buffer.learned(batch, errors(seen));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void drawsOnlyStepsThatItHolds(ReplayBufferKind kind) {
    try (NDManager manager = TestTorch.manager()) {
      check(open(kind), manager);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void drawsTheSameAfterACheckpoint(ReplayBufferKind kind) {
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, ROWS, 1)) {
      ReplayBuffer first = open(kind);
      Story story = new Story(first, 7);
      SplittableRandom random = new SplittableRandom(8);
      for (int t = 0; t < 700; t++) {
        story.tick();
        if (first.starts() > 0) {
          first.sample(random, batch);
          first.learned(batch, errors(batch.observation().toFloatArray()));
        }
      }
      Map<String, Tensor> kept = new LinkedHashMap<>();
      first.kept("x.").forEach(tensor -> kept.put(tensor.name(), tensor));
      ReplayBuffer second = open(kind);
      Story again = new Story(second, 7);
      for (int t = 0; t < 700; t++) {
        again.tick();
      }
      second.restore("x.", kept);
      for (int t = 0; t < 100; t++) {
        story.tick();
        again.tick();
        assertArrayEquals(drawn(first, batch, t), drawn(second, batch, t), "draw " + t);
      }
    }
  }

  private static float[] drawn(ReplayBuffer buffer, ReplayBatch batch, long seed) {
    buffer.sample(new SplittableRandom(seed), batch);
    float[] seen = batch.observation().toFloatArray();
    buffer.learned(batch, errors(seen));
    float[] weights = batch.weight().toFloatArray();
    float[] all = java.util.Arrays.copyOf(seen, 2 * ROWS);
    System.arraycopy(weights, 0, all, ROWS, ROWS);
    return all;
  }

  /// Planted: a buffer that still draws what it has evicted.
  @Test
  void aBufferThatDrawsFromAnEvictedEpisodeIsFound() {
    try (NDManager manager = TestTorch.manager()) {
      AssertionFailedError found =
          assertThrows(AssertionFailedError.class, () -> check(new Forgetful(), manager));
      assertTrue(found.toString().contains("is not stored"), found.toString());
    }
  }

  /// Counts as it should, but now and then draws its first episode, gone or not.
  private static final class Forgetful implements ReplayBuffer {
    private final ReplayBuffer inner = open(ReplayBufferKind.ALL.getFirst());
    private final List<ReplayEpisode> ever = new ArrayList<>();

    @Override
    public long size() {
      return inner.size();
    }

    @Override
    public long added() {
      return inner.added();
    }

    @Override
    public int episodes() {
      return inner.episodes();
    }

    @Override
    public int starts() {
      return inner.starts();
    }

    @Override
    public long bytes() {
      return inner.bytes();
    }

    @Override
    public void begin(ReplayEpisode episode) {
      ever.add(episode);
      inner.begin(episode);
    }

    @Override
    public void grow(ReplayEpisode episode) {
      inner.grow(episode);
    }

    @Override
    public void end(ReplayEpisode episode) {
      inner.end(episode);
    }

    @Override
    public long oldestGeneration(long now) {
      return inner.oldestGeneration(now);
    }

    @Override
    public void sample(SplittableRandom random, ReplayBatch into) {
      inner.sample(random, into);
      ever.stream()
          .filter(episode -> episode.starts(STEPS) > 0)
          .findFirst()
          .ifPresent(episode -> episode.copy(0, STEPS, into, 0));
    }

    @Override
    public void learned(ReplayBatch batch, float[] errors) {
      inner.learned(batch, errors);
    }

    @Override
    public Map<String, Double> figures() {
      return inner.figures();
    }

    @Override
    public List<Tensor> kept(String name) {
      return inner.kept(name);
    }

    @Override
    public void restore(String name, Map<String, Tensor> tensors) {
      inner.restore(name, tensors);
    }
  }
}
