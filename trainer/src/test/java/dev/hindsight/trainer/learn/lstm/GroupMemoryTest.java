package dev.hindsight.trainer.learn.lstm;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;

/// Two groups of three agents with memories, over six ticks; in the second group an episode begins
/// at its fourth tick.
class GroupMemoryTest {
  private static final int SEEN = 4;
  private static final int NUMBERS = 2;
  private static final int OUTPUTS = 2 * NUMBERS;
  private static final int WIDTH = 5;
  private static final int MEMBERS = 3;
  private static final int GROUPS = 2;
  private static final int TICKS = 6;
  private static final int ALL = GROUPS * TICKS;
  private static final long[] POSITIONS = {7, 8, 9, 10, 11, 12, 3, 4, 5, 0, 1, 2};

  /// The second group's members are not in the order of the agents.
  private static final GroupRows ROWS =
      new GroupRows(MEMBERS, List.of(List.of(0, 1, 2), List.of(5, 3, 4)));

  private final Random random = new Random(3);
  private final float[] observation = numbers(ALL * MEMBERS * SEEN);
  private final float[] action = numbers(ALL * MEMBERS * NUMBERS);

  private float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  private static GroupActors actors(Form form) {
    int times = form == Form.JOINT ? MEMBERS : 1;
    ActorCriticHeads heads =
        new ActorCriticHeads(
            WIDTH,
            times * OUTPUTS,
            CriticOnly.NONE,
            new ActorCriticHeads.Sizes(List.of(), List.of(WIDTH), List.of()),
            ActionBound.TANH);
    return new GroupActors(
        form,
        MEMBERS,
        new LstmNetwork(new LinearEncoder(times * SEEN, WIDTH), heads, Shaping.BY_ACTOR));
  }

  private static LstmCriticNetwork critic() {
    return new LstmCriticNetwork(
        new JointEncoder(new LinearEncoder(SEEN, WIDTH), CriticOnly.NONE, MEMBERS),
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

  private static long[] everyTick() {
    long[] all = new long[ALL];
    Arrays.setAll(all, i -> i);
    return all;
  }

  private static SegmentBatch segments(
      NDArray seen, long[] positions, long[] chosen, int burnIn, Optional<NDArray> memory) {
    NDManager manager = seen.getManager();
    int ticks = positions.length / GROUPS;
    Shape shape = new Shape(GROUPS, ticks);
    return new SegmentBatch(
            GROUPS,
            ticks,
            seen,
            manager.create(positions, shape),
            manager.zeros(shape, DataType.INT32),
            manager.zeros(shape, DataType.BOOLEAN))
        .with(new ReplayedTicks(manager.create(chosen), burnIn, memory));
  }

  private static NDArray seen(NDManager manager, float[] numbers) {
    int width = MEMBERS * SEEN;
    return manager.create(numbers, new Shape(numbers.length / width, width));
  }

  /// `[tick of all, M * w]`
  private static float[][] outputs(GroupActors actors, float[] observation) {
    try (NDManager manager = TestTorch.manager()) {
      SegmentBatch batch =
          segments(seen(manager, observation), POSITIONS, everyTick(), 0, Optional.empty());
      float[] all = actors.outputs(named(weights(manager, actors)), batch).logits().toFloatArray();
      float[][] ticks = new float[ALL][];
      for (int tick = 0; tick < ALL; tick++) {
        int from = tick * MEMBERS * OUTPUTS;
        ticks[tick] = Arrays.copyOfRange(all, from, from + MEMBERS * OUTPUTS);
      }
      return ticks;
    }
  }

  private float[] criticValues(float[] observation) {
    try (NDManager manager = TestTorch.manager()) {
      LstmCriticNetwork critic = critic();
      SegmentBatch batch =
          segments(seen(manager, observation), POSITIONS, everyTick(), 0, Optional.empty());
      NDArray done = manager.create(action, new Shape(ALL, MEMBERS * NUMBERS));
      NamedWeights weights = weights(manager, critic.parameters(), 0).weights();
      return critic.values(weights, batch, done, WeightUse.FIXED).toFloatArray();
    }
  }

  private static float[] member(float[] outputs, int member) {
    return Arrays.copyOfRange(outputs, member * OUTPUTS, (member + 1) * OUTPUTS);
  }

  private float[] changed(int tick, int member) {
    float[] changed = observation.clone();
    changed[(tick * MEMBERS + member) * SEEN + 1] += 0.75f;
    return changed;
  }

  /// Whether a tick still remembers another: the same or a later one of the same episode.
  private static boolean remembers(int tick, int earlier) {
    boolean sameRow = tick / TICKS == earlier / TICKS;
    return sameRow && tick >= earlier && POSITIONS[tick] - POSITIONS[earlier] == tick - earlier;
  }

  private void requireBlindToOthers(GroupActors actors) {
    float[][] before = outputs(actors, observation);
    for (int other = 0; other < MEMBERS; other++) {
      for (int tick = 0; tick < ALL; tick++) {
        float[][] after = outputs(actors, changed(tick, other));
        for (int now = 0; now < ALL; now++) {
          for (int member = 0; member < MEMBERS; member++) {
            boolean same = Arrays.equals(member(before[now], member), member(after[now], member));
            boolean expected = member != other || !remembers(now, tick);
            assertEquals(expected, same, "member " + member + " and what " + other + " saw");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "OWN"})
  void nothingThatAnotherMemberEverObservedChangesAnAction(Form form) {
    requireBlindToOthers(actors(form));
  }

  /// Planted: a memory of what all members observe, for the actors too.
  @Test
  void anActorThatRemembersWhatOthersObservedIsFound() {
    AssertionFailedError found =
        assertThrows(AssertionFailedError.class, () -> requireBlindToOthers(actors(Form.JOINT)));
    assertTrue(found.toString().contains("saw"), found.toString());
  }

  @Test
  void theCriticRemembersWhatEveryMemberObserved() {
    float[] before = criticValues(observation);
    for (int member = 0; member < MEMBERS; member++) {
      for (int tick = 0; tick < ALL; tick++) {
        float[] after = criticValues(changed(tick, member));
        for (int now = 0; now < ALL; now++) {
          assertEquals(!remembers(now, tick), before[now] == after[now], now + " of " + tick);
        }
      }
    }
  }

  @Test
  void theCriticSeesWhatEveryMemberDoesNow() {
    float[] before = criticValues(observation);
    for (int member = 0; member < MEMBERS; member++) {
      int at = (4 * MEMBERS + member) * NUMBERS;
      action[at] += 0.5f;
      float[] after = criticValues(observation);
      action[at] -= 0.5f;
      for (int now = 0; now < ALL; now++) {
        assertEquals(now != 4, before[now] == after[now]);
      }
    }
  }

  private static float[] act(NetworkActor actor, float[] seen, float[] values) {
    float[] logits = new float[GROUPS * MEMBERS * OUTPUTS];
    actor.act(seen, new byte[GROUPS * MEMBERS], logits, values);
    return logits;
  }

  /// What the agents see at a tick of the segments.
  private float[] agentsSee(int tick) {
    float[] seen = new float[GROUPS * MEMBERS * SEEN];
    for (int group = 0; group < GROUPS; group++) {
      for (int member = 0; member < MEMBERS; member++) {
        int from = ((group * TICKS + tick) * MEMBERS + member) * SEEN;
        System.arraycopy(observation, from, seen, ROWS.row(group, member) * SEEN, SEEN);
      }
    }
    return seen;
  }

  /// The states of all groups, as a replay buffer keeps them.
  private static float[] stored(GroupActors actors, NetworkActor actor) {
    int numbers = actor.stateNumbers();
    float[] each = new float[GROUPS * MEMBERS * numbers];
    actor.copyState(each);
    float[] all = new float[GROUPS * actors.states() * numbers];
    for (int group = 0; group < GROUPS; group++) {
      for (int i = 0; i < actors.states(); i++) {
        int to = (group * actors.states() + i) * numbers;
        System.arraycopy(each, ROWS.row(group, i) * numbers, all, to, numbers);
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void sequencesGiveWhatActingGaveFromTheStateItHad(Form form) {
    GroupActors actors = actors(form);
    int from = 2;
    long[] positions = new long[GROUPS * (TICKS - from)];
    float[] rest = new float[positions.length * MEMBERS * SEEN];
    try (NDManager manager = TestTorch.manager();
        NetworkActor actor = actors.actor(weights(manager, actors), ROWS)) {
      List<float[]> logits = new ArrayList<>();
      List<float[]> values = new ArrayList<>();
      float[] state = new float[0];
      for (int tick = 0; tick < TICKS; tick++) {
        for (int group = 0; group < GROUPS; group++) {
          int at = group * TICKS + tick;
          if (POSITIONS[at] == 0) {
            ROWS.groups().get(group).forEach(actor::endEpisode);
          }
          if (tick >= from) {
            int to = group * (TICKS - from) + tick - from;
            positions[to] = POSITIONS[at];
            int width = MEMBERS * SEEN;
            System.arraycopy(observation, at * width, rest, to * width, width);
          }
        }
        state = tick == from ? stored(actors, actor) : state;
        values.add(new float[GROUPS * MEMBERS]);
        logits.add(act(actor, agentsSee(tick), values.getLast()));
      }
      // Not all ticks, and not in their order.
      long[] chosen = {3, 0, 2, 4, 5, 7};
      NDArray memory = manager.create(state, new Shape(GROUPS, state.length / GROUPS));
      GroupOutputs outputs =
          actors.outputs(
              named(weights(manager, actors)),
              segments(seen(manager, rest), positions, chosen, 0, Optional.of(memory)));
      float[] learned = outputs.logits().toFloatArray();
      float[] estimated = outputs.values().toFloatArray();
      int estimates = estimated.length / chosen.length;
      for (int k = 0; k < chosen.length; k++) {
        int group = (int) chosen[k] / (TICKS - from);
        int tick = from + (int) chosen[k] % (TICKS - from);
        for (int member = 0; member < MEMBERS; member++) {
          int row = ROWS.row(group, member);
          int at = k * MEMBERS + member;
          assertArrayEquals(
              member(logits.get(tick), row),
              Arrays.copyOfRange(learned, at * OUTPUTS, (at + 1) * OUTPUTS),
              1e-5f);
          float value = estimated[k * estimates + member % estimates];
          assertEquals(values.get(tick)[row], value, 1e-5f);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aSequenceOfTheFirstTickOnlyIsThatTickAlone(Form form) {
    GroupActors actors = actors(form);
    try (NDManager manager = TestTorch.manager()) {
      List<NamedWeights> weights = named(weights(manager, actors));
      float[] first = Arrays.copyOf(observation, GROUPS * MEMBERS * SEEN);
      NDArray seen = seen(manager, first);
      // At position 0 the memory is empty, whatever was stored.
      NDArray other =
          manager.create(
              numbers(GROUPS * actors.states() * 2 * WIDTH),
              new Shape(GROUPS, actors.states() * 2L * WIDTH));
      float[] alone = actors.outputs(weights, seen).logits().toFloatArray();
      for (Optional<NDArray> memory : List.of(Optional.<NDArray>empty(), Optional.of(other))) {
        SegmentBatch batch = segments(seen, new long[] {0, 0}, new long[] {0, 1}, 0, memory);
        assertArrayEquals(alone, actors.outputs(weights, batch).logits().toFloatArray());
      }
      SegmentBatch later =
          segments(seen, new long[] {1, 1}, new long[] {0, 1}, 0, Optional.of(other));
      assertFalse(Arrays.equals(alone, actors.outputs(weights, later).logits().toFloatArray()));
    }
  }

  /// Whether a loss at the last ticks has a gradient in what was seen at each tick.
  private boolean[] reached(int burnIn) {
    boolean[] reached = new boolean[TICKS];
    for (Form form : Form.values()) {
      GroupActors actors = actors(form);
      LstmCriticNetwork critic = critic();
      try (NDManager manager = TestTorch.manager()) {
        NDArray seen = seen(manager, observation);
        seen.setRequiresGradient(true);
        try (GradientCollector collector = ExclusiveGradientCollector.begin(manager.getEngine())) {
          SegmentBatch batch =
              segments(seen, POSITIONS, new long[] {5, 11}, burnIn, Optional.empty());
          NDArray done = manager.create(Arrays.copyOf(action, 2 * MEMBERS * NUMBERS));
          NDArray value =
              critic.values(
                  weights(manager, critic.parameters(), 0).weights(),
                  batch,
                  done.reshape(2, (long) MEMBERS * NUMBERS),
                  WeightUse.LEARNING);
          NDArray loss = actors.outputs(named(weights(manager, actors)), batch).logits().sum();
          collector.backward(loss.add(value.sum()));
        }
        float[] slope = seen.getGradient().toFloatArray();
        for (int tick = 0; tick < TICKS; tick++) {
          int width = MEMBERS * SEEN;
          for (int i = tick * width; i < (tick + 1) * width; i++) {
            reached[tick] |= slope[i] != 0;
          }
        }
      }
    }
    return reached;
  }

  @Test
  void noGradientFlowsBackIntoTheBurnIn() {
    boolean[] all = {true, true, true, true, true, true};
    assertArrayEquals(all, reached(0));
    boolean[] behind = {false, false, true, true, true, true};
    assertArrayEquals(behind, reached(2));
  }
}
