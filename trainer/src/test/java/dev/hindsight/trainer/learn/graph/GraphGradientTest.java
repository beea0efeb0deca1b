package dev.hindsight.trainer.learn.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The backward pass, compared with finite differences of the plain formulas in double precision.
class GraphGradientTest {
  private static final int CREW = 6;
  private static final int ROWS = 4;

  @Test
  void gradientsAreThoseOfFiniteDifferences() {
    RandomNeighbours randomNeighbours = RandomNeighbours.random(CREW, ROWS, new Random(8));
    randomNeighbours.removed()[4] = 1;
    try (SmallGraphNetwork flock = new SmallGraphNetwork(CREW, ROWS)) {
      float[] gradient = gradient(flock, randomNeighbours);
      Random random = new Random(2);
      int moved = 0;
      for (int probe = 0; probe < 120; probe++) {
        int at = random.nextInt(gradient.length);
        double slope =
            (loss(flock, randomNeighbours, at, 1e-4) - loss(flock, randomNeighbours, at, -1e-4))
                / 2e-4;
        assertEquals(slope, gradient[at], 2e-3 * Math.max(1, Math.abs(slope)), "weight " + at);
        moved += Math.abs(slope) > 1e-3 ? 1 : 0;
      }
      assertTrue(moved > 60, "most weights matter: " + moved);
    }
  }

  /// Squares of all that is said, so that every output has a gradient of its own.
  private static float[] gradient(
      SmallGraphNetwork smallGraphNetwork, RandomNeighbours randomNeighbours) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = smallGraphNetwork.network.segments(smallGraphNetwork.manager);
        GradientCollector collector = TestTorch.gradients()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch =
          SegmentBatch.of(
              smallGraphNetwork.manager,
              CREW,
              1,
              randomNeighbours.observation(),
              new byte[CREW],
              randomNeighbours.removed());
      LogitsAndValues logitsAndValues = forward.run(smallGraphNetwork.vector.weights(), batch);
      NDArray loss =
          logitsAndValues.logits().square().sum().add(logitsAndValues.values().square().sum());
      collector.backward(loss);
      return smallGraphNetwork.vector.flat().getGradient().toFloatArray();
    }
  }

  private static double loss(
      SmallGraphNetwork smallGraphNetwork, RandomNeighbours randomNeighbours, int at, double step) {
    PlainGraph.Output said =
        new PlainGraph(smallGraphNetwork.tensors(), SmallGraphNetwork.SPEC)
            .moved(smallGraphNetwork.vector.layout(), at, step)
            .say(randomNeighbours);
    double sum = 0;
    for (int agent = 0; agent < CREW; agent++) {
      sum += said.values()[agent] * said.values()[agent];
      for (double logit : said.logits()[agent]) {
        sum += logit * logit;
      }
    }
    return sum;
  }
}
