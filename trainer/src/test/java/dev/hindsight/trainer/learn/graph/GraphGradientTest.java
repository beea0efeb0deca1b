package dev.hindsight.trainer.learn.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.learn.net.Heads;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.Torch;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The way back, against finite differences of the plain formulas in double.
class GraphGradientTest {
  private static final int CREW = 6;
  private static final int ROWS = 4;

  @Test
  void gradientsAreThoseOfFiniteDifferences() {
    Sky sky = Sky.random(CREW, ROWS, new Random(8));
    sky.removed()[4] = 1;
    try (Flock flock = new Flock(CREW, ROWS)) {
      float[] gradient = gradient(flock, sky);
      Random random = new Random(2);
      int moved = 0;
      for (int probe = 0; probe < 120; probe++) {
        int at = random.nextInt(gradient.length);
        double slope = (loss(flock, sky, at, 1e-4) - loss(flock, sky, at, -1e-4)) / 2e-4;
        assertEquals(slope, gradient[at], 2e-3 * Math.max(1, Math.abs(slope)), "weight " + at);
        moved += Math.abs(slope) > 1e-3 ? 1 : 0;
      }
      assertTrue(moved > 60, "most weights matter: " + moved);
    }
  }

  /// Squares of all that is said, so that every output has a gradient of its own.
  private static float[] gradient(Flock flock, Sky sky) {
    try (NDScope scope = new NDScope();
        SegmentForward forward = flock.network.segments(flock.manager);
        GradientCollector collector = Torch.gradients()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch =
          SegmentBatch.of(flock.manager, CREW, 1, sky.observation(), new byte[CREW], sky.removed());
      Heads heads = forward.run(flock.vector.weights(), batch);
      NDArray loss = heads.logits().square().sum().add(heads.values().square().sum());
      collector.backward(loss);
      return flock.vector.flat().getGradient().toFloatArray();
    }
  }

  private static double loss(Flock flock, Sky sky, int at, double step) {
    PlainGraph.Said said =
        new PlainGraph(flock.tensors(), Flock.SPEC).moved(flock.vector.layout(), at, step).say(sky);
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
