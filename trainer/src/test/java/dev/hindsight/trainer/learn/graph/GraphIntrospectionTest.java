package dev.hindsight.trainer.learn.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.parity.Nonlinearity;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The attention that is shown is the attention that was used.
class GraphIntrospectionTest {
  private static final int CREW = 7;
  private static final int ROWS = 4;

  private static RandomNeighbours sky() {
    RandomNeighbours randomNeighbours = RandomNeighbours.random(CREW, ROWS, new Random(6));
    randomNeighbours.removed()[3] = 1;
    randomNeighbours.name(0, 0, 3);
    randomNeighbours.name(0, 1, 5);
    for (int row = 0; row < ROWS; row++) {
      randomNeighbours.name(1, row, -1);
    }
    return randomNeighbours;
  }

  private static EdgeTrace trace(
      SmallGraphNetwork smallGraphNetwork, RandomNeighbours randomNeighbours) {
    try (GraphIntrospection inside =
        new GraphIntrospection(
            TestTorch.manager(),
            smallGraphNetwork.network,
            smallGraphNetwork.tensors(),
            Nonlinearity.AS_TRAINED,
            new ActionSpace.Discrete(List.of()))) {
      return inside.look(randomNeighbours.observation(), randomNeighbours.removed());
    }
  }

  @Test
  void everyWeightIsThatOfTheFormulasAndOfWhatActs() {
    RandomNeighbours randomNeighbours = sky();
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS);
        GraphActor actor = new GraphActor(flock.network, flock.vector, CREW)) {
      SmallGraphNetwork.Output output = flock.act(randomNeighbours);
      actor.act(
          randomNeighbours.observation(),
          randomNeighbours.removed(),
          new float[CREW * RandomNeighbours.ACTIONS],
          new float[CREW]);
      EdgeTrace trace = trace(flock, randomNeighbours);
      double[][][][] plain =
          new PlainGraph(flock.tensors(), SmallGraphNetwork.SPEC).say(randomNeighbours).alpha();
      for (int layer = 0; layer < trace.layers(); layer++) {
        ByteBuffer acting = ByteBuffer.allocate(4 * actor.taps().get(layer).rowLength());
        actor.tap(layer, acting);
        assertFalse(acting.hasRemaining());
        acting.flip();
        for (int agent = 0; agent < CREW; agent++) {
          for (int head = 0; head < trace.heads(); head++) {
            for (int row = 0; row <= ROWS; row++) {
              float weight = trace.weight(layer, head, agent, row);
              assertEquals(acting.getFloat(), weight, 1e-5f);
              assertEquals(plain[layer][agent][head][row], weight, 1e-5);
            }
          }
        }
      }
      assertArrayEquals(output.logits(), trace.logits(), 1e-5f);
      assertArrayEquals(output.values(), trace.values(), 1e-5f);
    }
  }

  @Test
  void weightsSumToOneAndGoToNobodyInLimbo() {
    RandomNeighbours randomNeighbours = sky();
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      EdgeTrace trace = trace(flock, randomNeighbours);
      for (int agent = 0; agent < CREW; agent++) {
        double sum = 0;
        for (int row = 0; row <= ROWS; row++) {
          sum += trace.weight(1, 2, agent, row);
        }
        assertEquals(agent == 3 ? 0 : 1, sum, 1e-6, "agent " + agent);
      }
      assertEquals(3, trace.neighbour(0, 0));
      assertEquals(0, trace.weight(0, 0, 0, 0), "the neighbour is in limbo");
    }
  }

  @Test
  void whoSeesNobodyLooksAtItselfAlone() {
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      EdgeTrace trace = trace(flock, sky());
      assertEquals(1, trace.self(0, 1, 1));
      assertEquals(0, trace.entropy(0, 1, 1));
      assertEquals(-1, trace.neighbour(1, 0));
    }
  }
}
