package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a checkpoint says of the contents of replay buffers.
class ReplayContentsTest {
  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("step")))));

  private static final int ROWS = 8;
  private static final int STEPS = 2;

  static Stream<ReplayBufferKind> kinds() {
    return ReplayBufferKind.ALL.stream();
  }

  private static ReplayBuffer open(ReplayBufferKind kind) {
    return ReplayBufferKind.open(kind.id(), new ReplayBufferKind.Sizes(20, STEPS, 0.5, 0.4));
  }

  private static ObservationStore seen(float number) {
    return new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {number}));
  }

  /// An episode whose rewards are 1, 2, 3 and so on.
  ///
  /// @param pause ticks in limbo after its second step
  private static void play(ReplayBuffer buffer, ReplayOrigin origin, int length, int pause) {
    ReplayEpisode episode =
        new ReplayEpisode(PACKING, StepSizes.LONE, SequenceSizes.SINGLE, origin, 0.9);
    buffer.begin(episode);
    episode.see(seen(0), 0);
    for (int step = 0; step < length; step++) {
      episode.act(0, step + 1f);
      episode.made(origin.tick() + step + (step > 1 ? pause : 0));
      episode.see(seen(step + 1f), 0);
      buffer.grow(episode);
    }
    episode.end(StoredEpisodeEnd.TRIAL_END);
    buffer.end(episode);
  }

  private static Map<String, Tensor> kept(ReplayBuffer buffer) {
    Map<String, Tensor> kept = new LinkedHashMap<>();
    buffer.kept("x.").forEach(tensor -> kept.put(tensor.name(), tensor));
    return kept;
  }

  private static ReplayContents contents(ReplayBuffer buffer) {
    return ReplayContents.read("x.", kept(buffer)).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void itSaysWhereEpisodesAreFromWhatTheyBroughtAndHowOldTheyAre(ReplayBufferKind kind) {
    ReplayBuffer buffer = open(kind);
    play(buffer, new ReplayOrigin(0, 1, 4), 9, 0);
    play(buffer, new ReplayOrigin(3, 2, 7), 6, 5);
    play(buffer, new ReplayOrigin(3, 0, 30), 8, 0);
    ReplayContents contents = contents(buffer);
    assertEquals(14, contents.steps(), "the first one had to go");
    assertEquals(new ReplayContents.Counts(23, 1, 0), contents.counts());
    StoredEpisode second = contents.episodes().getFirst();
    assertEquals(new ReplayOrigin(3, 2, 7), second.origin());
    assertEquals(StoredEpisodeEnd.TRIAL_END, second.end());
    assertEquals(6, second.length());
    assertEquals(5, second.starts(), "two steps are drawn together");
    assertEquals(21, second.sumOfRewards());
    assertEquals(14, contents.age(second), "its own steps and eight more");
    assertEquals(List.of(7, 8, 14, 15), ticks(second).subList(0, 4), "limbo has no steps");
    assertEquals(List.of(30, 31, 32, 33), ticks(contents.episodes().getLast()).subList(0, 4));
    assertEquals(buffer.starts(), contents.starts());
    assertEquals(contents.starts(), contents.neverDrawn());
    assertEquals(StoredEpisode.NEVER, second.since());
    double sum = contents.episodes().stream().mapToDouble(contents::probability).sum();
    assertEquals(1, sum, 1e-12);
  }

  private static List<Integer> ticks(StoredEpisode episode) {
    List<Integer> ticks = new ArrayList<>();
    for (int step = 0; step < episode.length(); step++) {
      ticks.add(episode.tick(step));
    }
    return ticks;
  }

  /// Draws are counted against what the batches themselves say.
  @ParameterizedTest
  @MethodSource("kinds")
  void itCountsWhatWasDrawnAndWhenLast(ReplayBufferKind kind) {
    ReplayBuffer buffer = open(kind);
    play(buffer, new ReplayOrigin(0, 0, 0), 12, 0);
    int starts = buffer.starts();
    int[] draws = new int[starts];
    int[] last = new int[starts];
    Arrays.fill(last, -1);
    SplittableRandom random = new SplittableRandom(3);
    int batches = 3;
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, ROWS, 1)) {
      for (int b = 1; b <= batches; b++) {
        buffer.sample(random, batch);
        for (float observed : batch.observation().toFloatArray()) {
          draws[(int) observed]++;
          last[(int) observed] = b;
        }
        buffer.learned(batch, new float[ROWS]);
      }
    }
    ReplayContents contents = contents(buffer);
    StoredEpisode episode = contents.episodes().getFirst();
    assertEquals(batches, contents.counts().batches());
    assertEquals((long) batches * ROWS, episode.draws());
    for (int start = 0; start < starts; start++) {
      assertEquals(draws[start], episode.draws(start), "start " + start);
      assertEquals(
          last[start] < 0 ? StoredEpisode.NEVER : batches - last[start],
          episode.since(start),
          "start " + start);
    }
  }

  @Test
  void probabilitiesFollowPriorities() {
    ReplayBuffer buffer = open(ReplayBufferKind.ALL.getLast());
    play(buffer, new ReplayOrigin(0, 0, 0), 3, 0);
    play(buffer, new ReplayOrigin(0, 1, 0), 2, 0);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, ROWS, 1)) {
      // Enough batches for every one of the three starts.
      SplittableRandom random = new SplittableRandom(1);
      for (int b = 0; b < 20; b++) {
        buffer.sample(random, batch);
        float[] errors = batch.observation().toFloatArray();
        for (int row = 0; row < ROWS; row++) {
          errors[row] = errors[row] == 0 ? 4 : 9;
        }
        buffer.learned(batch, errors);
      }
    }
    ReplayContents contents = contents(buffer);
    StoredEpisode first = contents.episodes().getFirst();
    assertEquals(4, first.priority(0));
    assertEquals(9, first.priority(1));
    assertEquals(6.5, first.meanPriority());
    assertEquals(9, first.largestPriority());
    // alpha is 0.5: the roots are 2, 3 and 2.
    assertEquals(2.0 / 7, contents.probability(first, 0), 1e-12);
    assertEquals(3.0 / 7, contents.probability(first, 1), 1e-12);
    assertEquals(2.0 / 7, contents.probability(contents.episodes().getLast()), 1e-12);
  }

  /// A buffer from which nothing can be drawn yet has no arrays without numbers: files cannot hold
  /// such.
  @ParameterizedTest
  @MethodSource("kinds")
  void anEmptyBufferIsStoredAndRestored(ReplayBufferKind kind) {
    ReplayBuffer buffer = open(kind);
    Map<String, Tensor> kept = kept(buffer);
    kept.values().forEach(tensor -> assertTrue(tensor.values().length > 0, tensor.name()));
    ReplayContents contents = ReplayContents.read("x.", kept).orElseThrow();
    assertEquals(0, contents.steps());
    assertEquals(0, contents.neverDrawn());
    assertEquals(List.of(), contents.episodes());
    ReplayBuffer again = open(kind);
    again.restore("x.", kept);
    assertEquals(0, again.size());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aCheckpointOfAnOlderVersionSaysNothingAndIsRestoredAllTheSame(ReplayBufferKind kind) {
    ReplayBuffer buffer = open(kind);
    play(buffer, new ReplayOrigin(0, 0, 0), 5, 0);
    Map<String, Tensor> kept = kept(buffer);
    kept.keySet().removeIf(name -> name.startsWith("x.replay_"));
    assertTrue(ReplayContents.read("x.", kept).isEmpty());
    ReplayBuffer again = open(kind);
    play(again, new ReplayOrigin(0, 0, 0), 5, 0);
    again.restore("x.", kept);
    assertEquals(5, contents(again).steps());
  }

  /// Arrays that do not fit each other, and bytes that are changed, are problems, never exceptions.
  @ParameterizedTest
  @MethodSource("kinds")
  void damagedArraysAreOneProblem(ReplayBufferKind kind) {
    ReplayBuffer buffer = open(kind);
    play(buffer, new ReplayOrigin(0, 0, 0), 5, 0);
    play(buffer, new ReplayOrigin(0, 1, 0), 7, 2);
    Map<String, Tensor> whole = kept(buffer);
    assertFalse(whole.isEmpty());
    for (String name : whole.keySet()) {
      float[] values = Objects.requireNonNull(whole.get(name)).values();
      for (int length : new int[] {0, 1, values.length / 2, values.length - 1}) {
        if (name.endsWith("places") || name.endsWith("largest")) {
          continue;
        }
        Map<String, Tensor> damaged = new LinkedHashMap<>(whole);
        damaged.put(name, new Tensor(name, new int[] {length}, Arrays.copyOf(values, length)));
        Problem problem =
            assertThrows(
                Problem.class, () -> ReplayContents.read("x.", damaged), name + " " + length);
        assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
      }
    }
    SplittableRandom random = new SplittableRandom(9);
    String name = "x.replay_episodes";
    for (int i = 0; i < 300; i++) {
      float[] values = Objects.requireNonNull(whole.get(name)).values().clone();
      values[random.nextInt(values.length)] = random.nextInt(1 << 25) - 5;
      Map<String, Tensor> damaged = new LinkedHashMap<>(whole);
      damaged.put(name, new Tensor(name, new int[] {values.length}, values));
      try {
        ReplayContents.read("x.", damaged);
      } catch (Problem expected) {
        assertEquals(1, expected.getMessage().lines().count(), expected.getMessage());
      }
    }
  }
}
