package dev.hindsight.trainer.learn.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Laws of the graph network for any weights.
class GraphNetworkTest {
  private static final int CREW = 8;
  private static final int ROWS = 5;

  /// Two agents in limbo, whom others still name.
  private static RandomNeighbours sky(int seed) {
    RandomNeighbours randomNeighbours = RandomNeighbours.random(CREW, ROWS, new Random(seed));
    randomNeighbours.removed()[2] = 1;
    randomNeighbours.removed()[5] = 1;
    randomNeighbours.name(0, 0, 2);
    return randomNeighbours;
  }

  private static void assertNear(double[] expected, float[] actual, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], tolerance);
    }
  }

  @Test
  void itSaysWhatThePlainFormulasSay() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      PlainGraph plain = new PlainGraph(flock.tensors(), SmallGraphNetwork.SPEC);
      for (int seed = 0; seed < 5; seed++) {
        RandomNeighbours randomNeighbours = sky(seed);
        PlainGraph.Output expected = plain.say(randomNeighbours);
        SmallGraphNetwork.Output output = flock.act(randomNeighbours);
        for (int agent = 0; agent < CREW; agent++) {
          assertNear(expected.logits()[agent], output.logits(agent), 1e-4);
          assertEquals(expected.values()[agent], output.values()[agent], 1e-4);
        }
      }
    }
  }

  @Test
  void theOrderOfAgentsAndOfTheirNeighboursMeansNothing() {
    Random random = new Random(3);
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      RandomNeighbours randomNeighbours = sky(1);
      List<Integer> order = new ArrayList<>(IntStream.range(0, CREW).boxed().toList());
      Collections.shuffle(order, random);
      int[] place = order.stream().mapToInt(Integer::intValue).toArray();
      SmallGraphNetwork.Output first = flock.act(randomNeighbours);
      SmallGraphNetwork.Output second = flock.act(randomNeighbours.permuted(place, random));
      for (int agent = 0; agent < CREW; agent++) {
        assertArrayEquals(first.logits(agent), second.logits(place[agent]), 1e-5f);
        assertEquals(first.values()[agent], second.values()[place[agent]], 1e-5f);
      }
    }
  }

  @Test
  void agentsOutOfSightChangeNothingAnyoneDoes() {
    RandomNeighbours few = sky(1);
    RandomNeighbours many = few.with(RandomNeighbours.random(42, ROWS, new Random(4)));
    try (SmallGraphNetwork eight = new SmallGraphNetwork(CREW, ROWS);
        SmallGraphNetwork fifty = new SmallGraphNetwork(CREW + 42, ROWS)) {
      assertArrayEquals(eight.vector.values(), fifty.vector.values());
      SmallGraphNetwork.Output alone = eight.act(few);
      SmallGraphNetwork.Output among = fifty.act(many);
      for (int agent = 0; agent < CREW; agent++) {
        assertArrayEquals(alone.logits(agent), among.logits(agent), 1e-6f);
      }
      assertNotEquals(alone.values()[0], among.values()[0], "the value is of the whole world");
    }
  }

  @Test
  void aNeighbourChangesWhatIsDone() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      RandomNeighbours randomNeighbours = sky(1);
      randomNeighbours.name(0, 1, 3);
      SmallGraphNetwork.Output before = flock.act(randomNeighbours);
      int own = 3 * RandomNeighbours.numbers(ROWS);
      randomNeighbours.observation()[own] += 1;
      assertTrue(apart(before.logits(0), flock.act(randomNeighbours).logits(0)) > 1e-4);
      randomNeighbours.name(0, 1, -1);
      SmallGraphNetwork.Output without = flock.act(randomNeighbours);
      assertTrue(apart(before.logits(0), without.logits(0)) > 1e-4);
    }
  }

  @Test
  void whoIsInLimboLeavesNoTraceNotEvenAsNoNumber() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      RandomNeighbours randomNeighbours = sky(2);
      RandomNeighbours disturbed = randomNeighbours.copy();
      int size = RandomNeighbours.numbers(ROWS);
      for (int agent : new int[] {2, 5}) {
        Arrays.fill(disturbed.observation(), agent * size, (agent + 1) * size, Float.NaN);
      }
      disturbed.observation()[disturbed.slotAt(0, 0) + 1] = Float.POSITIVE_INFINITY;
      assertArrayEquals(flock.act(randomNeighbours).logits(), flock.act(disturbed).logits());
      assertArrayEquals(flock.act(randomNeighbours).values(), flock.act(disturbed).values());
    }
  }

  @Test
  void aWorldEverybodyLeftSaysNumbers() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      RandomNeighbours randomNeighbours = sky(2);
      Arrays.fill(randomNeighbours.removed(), (byte) 1);
      Arrays.fill(randomNeighbours.observation(), Float.NaN);
      SmallGraphNetwork.Output output = flock.act(randomNeighbours);
      float[] bias = Objects.requireNonNull(flock.tensors().get("policy.actor.bias")).values();
      for (int agent = 0; agent < CREW; agent++) {
        assertArrayEquals(bias, output.logits(agent), "an embedding of zeros");
        assertTrue(Float.isFinite(output.values()[agent]));
      }
    }
  }

  @Test
  void learningSaysWhatActingDoesInEveryWorldAtEveryTick() {
    int worlds = 3;
    int ticks = 7;
    int size = RandomNeighbours.numbers(ROWS);
    float[] observation = new float[worlds * CREW * ticks * size];
    byte[] removed = new byte[worlds * CREW * ticks];
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      List<SmallGraphNetwork.Output> acted = new ArrayList<>();
      for (int t = 0; t < ticks; t++) {
        float[] seen = new float[worlds * CREW * size];
        byte[] gone = new byte[worlds * CREW];
        for (int world = 0; world < worlds; world++) {
          RandomNeighbours randomNeighbours = sky(100 * t + world);
          System.arraycopy(
              randomNeighbours.observation(), 0, seen, world * CREW * size, CREW * size);
          System.arraycopy(randomNeighbours.removed(), 0, gone, world * CREW, CREW);
        }
        for (int row = 0; row < worlds * CREW; row++) {
          System.arraycopy(seen, row * size, observation, (row * ticks + t) * size, size);
          removed[row * ticks + t] = gone[row];
        }
        acted.add(flock.act(seen, gone));
      }
      SmallGraphNetwork.Output learned = flock.learn(worlds * CREW, ticks, observation, removed);
      for (int at = 0; at < removed.length; at++) {
        int row = at / ticks;
        assertArrayEquals(acted.get(at % ticks).logits(row), learned.logits(at), 1e-5f);
        assertEquals(acted.get(at % ticks).values()[row], learned.values()[at], 1e-5f);
      }
    }
  }

  @Test
  void rowsThatAreNoWholeWorldAreRefused() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      int size = RandomNeighbours.numbers(ROWS);
      assertThrows(
          IllegalArgumentException.class,
          () -> flock.learn(CREW - 1, 1, new float[(CREW - 1) * size], new byte[CREW - 1]));
    }
  }

  @Test
  void oneAgentOfManyAskedAloneIsRefused() {
    RandomNeighbours randomNeighbours = sky(1);
    randomNeighbours.name(0, 1, 3);
    try (SmallGraphNetwork flock = new SmallGraphNetwork(1, ROWS)) {
      Problem problem =
          assertThrows(
              Problem.class,
              () ->
                  flock.act(
                      Arrays.copyOf(randomNeighbours.observation(), RandomNeighbours.numbers(ROWS)),
                      new byte[1]));
      assertTrue(problem.remedy().contains("all agents of a world"), problem.getMessage());
    }
  }

  @Test
  void aThousandTicksHoldNoMoreArraysThanOne() {
    RandomNeighbours randomNeighbours = sky(1);
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS);
        var actor = flock.network.actor(flock.vector, CREW)) {
      float[] logits = new float[CREW * RandomNeighbours.ACTIONS];
      float[] values = new float[CREW];
      actor.act(randomNeighbours.observation(), randomNeighbours.removed(), logits, values);
      int held = flock.manager.getManagedArrays().size();
      for (int t = 0; t < 1000; t++) {
        actor.act(randomNeighbours.observation(), randomNeighbours.removed(), logits, values);
      }
      assertEquals(held, flock.manager.getManagedArrays().size());
    }
  }

  static double apart(float[] a, float[] b) {
    double most = 0;
    for (int i = 0; i < a.length; i++) {
      most = Math.max(most, Math.abs(a[i] - b[i]));
    }
    return most;
  }
}
