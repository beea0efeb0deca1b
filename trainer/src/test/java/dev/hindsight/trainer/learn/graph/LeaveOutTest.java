package dev.hindsight.trainer.learn.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.parity.Nonlinearity;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/// Laws of leaving neighbours out of an agent's view, for networks with random weights.
class LeaveOutTest {
  private static final int AGENTS = 7;
  private static final int ROWS = 4;
  private static final int CASES = 20;

  private static RandomNeighbours sky(int seed) {
    RandomNeighbours sky = RandomNeighbours.random(AGENTS, ROWS, new Random(seed));
    sky.removed()[3] = 1;
    sky.name(0, 0, 3);
    sky.name(0, 1, 5);
    sky.name(0, 2, 6);
    sky.name(0, 3, -1);
    return sky;
  }

  private static RandomNeighbours without(RandomNeighbours sky, int agent, IntPredicate hidden) {
    NeighbourTable table = NeighbourTable.of(RandomNeighbours.layout(ROWS)).orElseThrow();
    return new RandomNeighbours(
        AGENTS,
        ROWS,
        table.without(sky.observation(), AGENTS, agent, hidden),
        sky.removed().clone());
  }

  /// The same sky without a row of agent 0: the rows after it move up, so that it is nowhere in the
  /// table.
  private static RandomNeighbours compacted(RandomNeighbours sky, int other) {
    RandomNeighbours less = sky.copy();
    int width = 1 + RandomNeighbours.EDGE;
    int to = 0;
    for (int row = 0; row < ROWS; row++) {
      if (sky.slot(0, row) != other) {
        System.arraycopy(
            sky.observation(), sky.slotAt(0, row), less.observation(), less.slotAt(0, to), width);
        to++;
      }
    }
    for (; to < ROWS; to++) {
      Arrays.fill(less.observation(), less.slotAt(0, to), less.slotAt(0, to) + width, 0);
      less.name(0, to, -1);
    }
    return less;
  }

  private static EdgeTrace look(GraphIntrospection network, RandomNeighbours sky) {
    return network.look(sky.observation(), sky.removed());
  }

  private static GraphIntrospection open(SmallGraphNetwork small) {
    return new GraphIntrospection(
        TestTorch.manager(),
        small.network,
        small.tensors(),
        Nonlinearity.AS_TRAINED,
        new ActionSpace.Discrete(List.of()));
  }

  private static float[] logits(EdgeTrace trace, int agent) {
    return Arrays.copyOfRange(
        trace.logits(), agent * RandomNeighbours.ACTIONS, (agent + 1) * RandomNeighbours.ACTIONS);
  }

  @Test
  void leavingOutAnAgentWithoutAnOpenEdgeChangesNoBit() {
    try (SmallGraphNetwork small = new SmallGraphNetwork(AGENTS, ROWS);
        GraphIntrospection network = open(small)) {
      for (int seed = 0; seed < CASES; seed++) {
        RandomNeighbours sky = sky(seed);
        EdgeTrace whole = look(network, sky);
        for (int other : new int[] {1, 2, 4, 3}) { // agent 0 sees 3, which is in limbo
          EdgeTrace less = look(network, without(sky, 0, at -> at == other));
          assertArrayEquals(whole.logits(), less.logits(), 0, "without " + other);
          assertArrayEquals(whole.values(), less.values(), 0, "without " + other);
          assertEquals(0, whole.apart(less));
        }
      }
    }
  }

  @Test
  void leavingOutOneIsTheForwardPassWithoutTheEdge() {
    try (SmallGraphNetwork small = new SmallGraphNetwork(AGENTS, ROWS);
        GraphIntrospection network = open(small)) {
      PlainGraph plain = new PlainGraph(small.tensors(), SmallGraphNetwork.SPEC);
      double least = Double.POSITIVE_INFINITY;
      for (int seed = 0; seed < CASES; seed++) {
        RandomNeighbours sky = sky(seed);
        for (int other : new int[] {5, 6}) {
          EdgeTrace less = look(network, without(sky, 0, at -> at == other));
          PlainGraph.Output right = plain.say(compacted(sky, other));
          for (int agent = 0; agent < AGENTS; agent++) {
            for (int i = 0; i < RandomNeighbours.ACTIONS && agent != 3; i++) {
              assertEquals(right.logits()[agent][i], logits(less, agent)[i], 1e-5);
            }
            assertEquals(right.values()[agent], less.values()[agent], agent == 3 ? 10 : 1e-5);
          }
          least = Math.min(least, EdgeTrace.apart(logits(look(network, sky), 0), logits(less, 0)));
        }
      }
      assertTrue(least > 1e-4, "with the edge it would have been noticed: " + least);
    }
  }

  @Test
  void leavingOutAllIsThePolicyAlone() {
    try (SmallGraphNetwork small = new SmallGraphNetwork(AGENTS, ROWS);
        GraphIntrospection network = open(small)) {
      for (int seed = 0; seed < CASES; seed++) {
        RandomNeighbours sky = sky(seed);
        EdgeTrace blind = look(network, without(sky, 0, _ -> true));
        RandomNeighbours alone = sky.copy();
        Arrays.fill(alone.removed(), 1, AGENTS, (byte) 1);
        assertArrayEquals(logits(look(network, alone), 0), logits(blind, 0), 1e-6f);
        assertEquals(1, blind.self(0, 0, 0));
        assertEquals(1, blind.self(1, 3, 0));
      }
    }
  }

  @Test
  void theOthersStillSeeWhatTheySaw() {
    RandomNeighbours sky = sky(1);
    RandomNeighbours less = without(sky, 0, at -> at == 5);
    int size = RandomNeighbours.numbers(ROWS);
    assertArrayEquals(
        Arrays.copyOfRange(sky.observation(), size, AGENTS * size),
        Arrays.copyOfRange(less.observation(), size, AGENTS * size));
    assertEquals(-1, less.slot(0, 1));
    assertEquals(6, less.slot(0, 2));
  }
}
