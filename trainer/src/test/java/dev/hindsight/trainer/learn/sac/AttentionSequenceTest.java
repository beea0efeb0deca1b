package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupActors.Form;
import dev.hindsight.trainer.learn.net.GroupActors.GroupOutputs;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.JointEncoder;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.ReplayEpisode;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.SequenceSizes.Attention.From;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.replay.UniformReplayBuffer;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.transformer.TransformerCriticNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;

/// One episode of a group of two transformers: members are in limbo alone and together. What a
/// replay buffer's sequences give must be what acting gave, tick by tick.
class AttentionSequenceTest {
  private static final int SEEN = 3;
  private static final int NUMBERS = 2;
  private static final int OUTPUTS = 2 * NUMBERS;
  private static final int WIDTH = 8;
  private static final int MEMBERS = 2;
  private static final int TICKS = 14;
  private static final int[] BOTH = {0, 1};
  private static final StepSizes SIZES = new StepSizes(MEMBERS, NUMBERS);
  private static final GroupRows ROWS = new GroupRows(MEMBERS, List.of(List.of(0, 1)));
  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(
                  new ObservationLayout.Segment(
                      "seen", 0, List.of(SEEN), List.of("a", "b", "c")))));

  /// Member 0 rests at ticks 3 and 4, member 1 at 4, 5 and 9.
  private static final byte[][] LIMBO = new byte[TICKS][MEMBERS];

  static {
    LIMBO[3][0] = 1;
    LIMBO[4][0] = 1;
    LIMBO[4][1] = 1;
    LIMBO[5][1] = 1;
    LIMBO[9][1] = 1;
  }

  private final Random random = new Random(11);

  /// `[tick][M * D]`
  private final float[][] seen = new float[TICKS][];

  AttentionSequenceTest() {
    for (int tick = 0; tick < TICKS; tick++) {
      seen[tick] = numbers(MEMBERS * SEEN);
    }
  }

  private float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  private static TransformerSpec spec(int horizon) {
    return new TransformerSpec(WIDTH, 2, 2, 12, horizon);
  }

  private static GroupActors actors(Form form, int horizon) {
    int times = form == Form.JOINT ? MEMBERS : 1;
    ActorCriticHeads heads =
        new ActorCriticHeads(
            WIDTH,
            times * OUTPUTS,
            CriticOnly.NONE,
            new ActorCriticHeads.Sizes(List.of(), List.of(WIDTH), List.of()),
            ActionBound.TANH);
    LinearEncoder encoder = new LinearEncoder(times * SEEN, WIDTH);
    return new GroupActors(
        form, MEMBERS, new TransformerNetwork(encoder, spec(horizon), heads, Shaping.BY_ACTOR));
  }

  private static TransformerCriticNetwork critic(int horizon) {
    return new TransformerCriticNetwork(
        new JointEncoder(new LinearEncoder(SEEN, WIDTH), CriticOnly.NONE, MEMBERS),
        spec(horizon),
        CriticOnly.NONE,
        MEMBERS * NUMBERS,
        1,
        List.of(WIDTH));
  }

  private static WeightVector weights(NDManager manager, ParameterLayout layout, int seed) {
    float[] values = layout.initial(seed + 1L);
    for (int i = 0; i < values.length; i++) {
      values[i] += 0.2f * (float) Math.sin(i + seed);
    }
    return new WeightVector(manager, layout, values);
  }

  private static List<WeightVector> weights(NDManager manager, GroupActors actors) {
    List<WeightVector> all = new ArrayList<>();
    for (int which = 0; which < actors.networks(); which++) {
      all.add(weights(manager, actors.network().parameters(), which));
    }
    return all;
  }

  private static List<NamedWeights> named(List<WeightVector> weights) {
    return weights.stream().map(WeightVector::weights).toList();
  }

  private static boolean whole(int tick) {
    return LIMBO[tick][0] + LIMBO[tick][1] == 0;
  }

  private static List<Integer> steps() {
    List<Integer> steps = new ArrayList<>();
    for (int tick = 0; tick < TICKS; tick++) {
      if (whole(tick)) {
        steps.add(tick);
      }
    }
    return steps;
  }

  /// The episode in a buffer; its last tick is the final observation.
  private UniformReplayBuffer stored(SequenceSizes sizes, Form form, byte[][] limbo) {
    UniformReplayBuffer buffer = new UniformReplayBuffer(1000, 1);
    ReplayEpisode episode = new ReplayEpisode(PACKING, SIZES, sizes, 0, 0.9);
    buffer.begin(episode);
    for (int tick = 0; tick < TICKS; tick++) {
      FloatObservations now = new FloatObservations(PACKING, FloatBuffer.wrap(seen[tick]));
      if (!whole(tick)) {
        int[] at = BOTH.clone();
        for (int m = 0; m < MEMBERS; m++) {
          boolean zeros = form == Form.JOINT && LIMBO[tick][m] != 0;
          at[m] = zeros ? ReplayEpisode.NOTHING : m;
        }
        episode.rest(now, at, limbo[tick]);
        continue;
      }
      if (episode.see(now, BOTH)) {
        buffer.grow(episode);
      }
      if (tick < TICKS - 1) {
        episode.act(numbers(MEMBERS * NUMBERS), 1);
      }
    }
    buffer.end(episode);
    return buffer;
  }

  /// What the actors put out at each tick, `[tick][M * w]`.
  private float[][] acted(GroupActors actors, List<WeightVector> weights) {
    float[][] all = new float[TICKS][];
    try (NetworkActor actor = actors.actor(weights, ROWS)) {
      for (int tick = 0; tick < TICKS; tick++) {
        all[tick] = new float[MEMBERS * OUTPUTS];
        actor.act(seen[tick], LIMBO[tick], all[tick], new float[MEMBERS]);
      }
    }
    return all;
  }

  private static SequenceSizes sizes(int length, int burnIn, int horizon, From from) {
    return new SequenceSizes(
        length, burnIn, SequenceSizes.Ticks.ALL, 0, new SequenceSizes.Attention(horizon, from));
  }

  /// Compares every sequence of the buffer with the logits of acting.
  private void requireParity(Form form, int horizon, byte[][] limbo) {
    GroupActors actors = actors(form, horizon);
    SequenceSizes sizes = sizes(3, 1, horizon, From.EPISODE);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 2, SEEN, SIZES, sizes)) {
      List<WeightVector> weights = weights(manager, actors);
      float[][] acted = acted(actors, weights);
      UniformReplayBuffer buffer = stored(sizes, form, limbo);
      List<Integer> steps = steps();
      assertEquals(steps.size() - 1, buffer.starts());
      for (int start = 0; start < buffer.starts(); start++) {
        buffer.copy(start, batch, 0);
        // Another row whose steps begin elsewhere.
        int other = buffer.starts() - 1 - start;
        buffer.copy(other, batch, 1);
        ReplayBatch.Readings readings = batch.readings(1);
        float[] now = actors.outputs(named(weights), readings.now()).logits().toFloatArray();
        float[] later = actors.outputs(named(weights), readings.later()).logits().toFloatArray();
        for (int row = 0; row < 2; row++) {
          int first = row == 0 ? start : other;
          for (int k = 0; k < 3 && first + k < buffer.starts(); k++) {
            int at = (row * 3 + k) * MEMBERS * OUTPUTS;
            int to = at + MEMBERS * OUTPUTS;
            String where = form + ", step " + (first + k);
            float[] at0 = acted[steps.get(first + k)];
            assertArrayEquals(at0, Arrays.copyOfRange(now, at, to), 1e-5f, where);
            float[] at1 = acted[steps.get(first + k + 1)];
            assertArrayEquals(at1, Arrays.copyOfRange(later, at, to), 1e-5f, where);
          }
        }
      }
    }
  }

  /// Also where the memory starts over within the episode.
  @ParameterizedTest
  @CsvSource({"SHARED, 50", "OWN, 50", "JOINT, 50", "SHARED, 6", "OWN, 6", "JOINT, 6"})
  void sequencesGiveWhatActingGaveWithoutTheTicksInLimbo(Form form, int horizon) {
    requireParity(form, horizon, LIMBO);
  }

  /// Planted: a sequence that attends to ticks in limbo.
  @ParameterizedTest
  @EnumSource(Form.class)
  void aSequenceThatAttendsToLimboIsFound(Form form) {
    AssertionFailedError found =
        assertThrows(
            AssertionFailedError.class, () -> requireParity(form, 50, new byte[TICKS][MEMBERS]));
    assertTrue(found.toString().contains("step"), found.toString());
  }

  /// What a sequence whose memory begins with the burn-in puts out for its first step.
  private float[] first(UniformReplayBuffer buffer, int start, SequenceSizes sizes) {
    GroupActors actors = actors(Form.SHARED, 50);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 1, SEEN, SIZES, sizes)) {
      assertTrue(start < buffer.starts());
      buffer.copy(start, batch, 0);
      GroupOutputs outputs =
          actors.outputs(named(weights(manager, actors)), batch.readings(1).now());
      return Arrays.copyOf(outputs.logits().toFloatArray(), MEMBERS * OUTPUTS);
    }
  }

  @Test
  void anEmptyMemoryBeginsWithTheBurnInAndAWholeOneWithTheEpisode() {
    SequenceSizes empty = sizes(2, 2, 50, From.BURN_IN);
    SequenceSizes whole = sizes(2, 2, 50, From.EPISODE);
    // The sixth step is tick 8; its burn-in begins at tick 6.
    int start = 5;
    assertEquals(8, steps().get(start));
    float[] shortly = first(stored(empty, Form.SHARED, LIMBO), start, empty);
    float[] wholly = first(stored(whole, Form.SHARED, LIMBO), start, whole);
    assertFalse(Arrays.equals(shortly, wholly));
    seen[2][0] += 1;
    assertArrayEquals(shortly, first(stored(empty, Form.SHARED, LIMBO), start, empty));
    assertFalse(Arrays.equals(wholly, first(stored(whole, Form.SHARED, LIMBO), start, whole)));
    seen[6][0] += 1;
    assertFalse(Arrays.equals(shortly, first(stored(empty, Form.SHARED, LIMBO), start, empty)));
  }

  @Test
  void limboChangesNothingThatASequenceLearnsFrom() {
    SequenceSizes whole = sizes(2, 2, 50, From.EPISODE);
    float[] before = first(stored(whole, Form.SHARED, LIMBO), 5, whole);
    seen[3][0] += 1;
    assertArrayEquals(before, first(stored(whole, Form.SHARED, LIMBO), 5, whole));
    // The other member acts at that tick, and remembers it.
    seen[3][SEEN] += 1;
    assertFalse(Arrays.equals(before, first(stored(whole, Form.SHARED, LIMBO), 5, whole)));
  }

  /// Runs actors and critic over one row, back from a loss at the last tick.
  ///
  /// @return the gradient of what was seen by tick, then those of all weights by name
  private List<boolean[]> reached(Form form, int burnIn) {
    GroupActors actors = actors(form, 50);
    TransformerCriticNetwork critic = critic(50);
    List<boolean[]> all = new ArrayList<>();
    try (NDManager manager = TestTorch.manager()) {
      List<WeightVector> weights = weights(manager, actors);
      WeightVector judging = weights(manager, critic.parameters(), 7);
      float[] numbers = new float[TICKS * MEMBERS * SEEN];
      for (int tick = 0; tick < TICKS; tick++) {
        System.arraycopy(seen[tick], 0, numbers, tick * MEMBERS * SEEN, MEMBERS * SEEN);
      }
      NDArray observed = manager.create(numbers, new Shape(TICKS, MEMBERS * SEEN));
      observed.setRequiresGradient(true);
      try (GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
        SegmentBatch batch =
            new SegmentBatch(
                    1,
                    TICKS,
                    observed,
                    manager.arange(TICKS).toType(DataType.INT64, true).reshape(1, TICKS),
                    manager.zeros(new Shape(1, TICKS), DataType.INT32),
                    manager.zeros(new Shape(1, TICKS), DataType.BOOLEAN))
                .with(
                    new ReplayedTicks(
                        manager.create(new long[] {TICKS - 1}), burnIn, Optional.empty()));
        NDArray done = manager.create(numbers(MEMBERS * NUMBERS), new Shape(1, 4));
        NDArray value = critic.values(judging.weights(), batch, done, WeightUse.LEARNING);
        GroupOutputs outputs = actors.outputs(named(weights), batch);
        NDArray loss = outputs.logits().square().sum().add(outputs.values().sum());
        collector.backward(loss.add(value.sum()));
      }
      boolean[] ticks = new boolean[TICKS];
      float[] slope = observed.getGradient().toFloatArray();
      for (int i = 0; i < slope.length; i++) {
        ticks[i / (MEMBERS * SEEN)] |= slope[i] != 0;
      }
      all.add(ticks);
      List<WeightVector> vectors = new ArrayList<>(weights);
      vectors.add(judging);
      for (WeightVector vector : vectors) {
        float[] gradient = vector.flat().getGradient().toFloatArray();
        for (Tensor tensor : vector.layout().split(gradient)) {
          boolean moved = false;
          for (float number : tensor.values()) {
            assertTrue(Float.isFinite(number), tensor.name());
            moved |= number != 0;
          }
          assertTrue(moved, "no gradient in " + tensor.name());
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void gradientsAreFiniteReachEveryWeightAndStopAtTheBurnIn(Form form) {
    boolean[] every = new boolean[TICKS];
    Arrays.fill(every, true);
    assertArrayEquals(every, reached(form, 0).getFirst());
    boolean[] behind = every.clone();
    Arrays.fill(behind, 0, 5, false);
    assertArrayEquals(behind, reached(form, 5).getFirst());
  }
}
