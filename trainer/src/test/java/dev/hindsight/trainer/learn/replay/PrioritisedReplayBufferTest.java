package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PrioritisedReplayBufferTest {
  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("step")))));

  private final PrioritisedReplayBuffer buffer = new PrioritisedReplayBuffer(1000, 1, 0.6, 0.4);

  /// An episode in which step t observes t.
  private void fill(int length) {
    ReplayEpisode episode = new ReplayEpisode(PACKING, 0, 0.9);
    episode.see(new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {0})), 0);
    buffer.begin(episode);
    for (int t = 1; t <= length; t++) {
      episode.act(0, 0);
      episode.see(new FloatObservations(PACKING, FloatBuffer.wrap(new float[] {t})), 0);
      buffer.grow(episode);
    }
    buffer.end(episode);
  }

  /// Draws until every step was drawn at once, and gives each its error.
  private void learn(ReplayBatch batch, float[] error) {
    for (int draw = 0; draw < 20; draw++) {
      buffer.sample(new SplittableRandom(draw), batch);
      float[] seen = batch.observation().toFloatArray();
      float[] errors = new float[batch.rows];
      for (int row = 0; row < batch.rows; row++) {
        errors[row] = error[(int) seen[row]];
      }
      buffer.learned(batch, errors);
    }
  }

  @Test
  void sharesAndWeightsAreThoseOfTheReference() {
    JsonNode given = AirTrafficReference.file("rllib_segment_tree_per").get("per_weights");
    float[] error = new float[given.get("td_error").size()];
    for (int i = 0; i < error.length; i++) {
      error[i] = given.get("td_error").get(i).floatValue();
    }
    fill(error.length);
    int rows = 40_000;
    try (NDManager manager = TestTorch.manager();
        ReplayBatch few = new ReplayBatch(manager, 64, 1);
        ReplayBatch many = new ReplayBatch(manager, rows, 1)) {
      learn(few, error);
      buffer.sample(new SplittableRandom(99), many);
      float[] seen = many.observation().toFloatArray();
      float[] weight = many.weight().toFloatArray();
      int[] count = new int[error.length];
      for (int row = 0; row < rows; row++) {
        int step = (int) seen[row];
        count[step]++;
        double expected = given.get("weights").get(step).doubleValue();
        assertEquals(expected, weight[row], 1e-6 * Math.max(1e-3, expected));
      }
      for (int step = 0; step < error.length; step++) {
        double share = given.get("prob").get(step).doubleValue();
        // Five standard deviations.
        double near = 5 * Math.sqrt(share * (1 - share) * rows) + 1;
        assertEquals(share * rows, count[step], near, "step " + step);
      }
    }
  }

  @Test
  void aNewStepHasTheLargestPrioritySoFar() {
    fill(4);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 64, 1)) {
      learn(batch, new float[] {0, 5000, 0, 0});
      fill(1);
      assertEquals(5000, buffer.figures().get("replay/priority_largest"));
      buffer.sample(new SplittableRandom(1), batch);
      float[] seen = batch.observation().toFloatArray();
      int fresh = 0;
      for (float one : seen) {
        fresh += one == 0 ? 1 : 0;
      }
      // Step 1 of the first episode and the new step share all but nothing.
      assertTrue(fresh > 16 && fresh < 48, fresh + " of 64");
    }
  }

  @Test
  void anErrorThatIsNotFiniteIsRefusedWithItsStepAndChangesNothing() {
    fill(3);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch batch = new ReplayBatch(manager, 4, 1)) {
      buffer.sample(new SplittableRandom(1), batch);
      float[] errors = {2, 2, Float.NaN, 2};
      int step = (int) batch.observation().toFloatArray()[2];
      Problem refused = assertThrows(Problem.class, () -> buffer.learned(batch, errors));
      assertTrue(
          refused.getMessage().contains("step " + step + " of episode 0"), refused.toString());
      assertEquals(1, buffer.figures().get("replay/priority_largest"));
      assertEquals(1, buffer.figures().get("replay/priority_mean"));
      buffer.sample(new SplittableRandom(2), batch);
    }
  }

  /// RLlib takes the steps of the batch that was drawn last: priorities told later hit other steps.
  @Test
  void errorsOfABatchAreRefusedOnceAnotherIsDrawn() {
    fill(3);
    try (NDManager manager = TestTorch.manager();
        ReplayBatch first = new ReplayBatch(manager, 4, 1);
        ReplayBatch second = new ReplayBatch(manager, 4, 1)) {
      buffer.sample(new SplittableRandom(1), first);
      buffer.sample(new SplittableRandom(2), second);
      assertThrows(IllegalStateException.class, () -> buffer.learned(first, new float[4]));
      buffer.learned(second, new float[4]);
    }
  }

  @Test
  void prioritiesThatDoNotFitTheStepsAreRefused() {
    fill(3);
    Map<String, Tensor> kept = new LinkedHashMap<>();
    buffer.kept("").forEach(tensor -> kept.put(tensor.name(), tensor));
    for (float bad : new float[] {Float.NaN, -1, 2}) {
      Map<String, Tensor> damaged = new LinkedHashMap<>(kept);
      damaged.put("priorities", new Tensor("priorities", new int[] {3}, new float[] {1, bad, 1}));
      assertThrows(Problem.class, () -> buffer.restore("", damaged));
    }
    for (float bad : new float[] {-1, Float.NaN, 1e9f}) {
      Map<String, Tensor> damaged = new LinkedHashMap<>(kept);
      damaged.put(
          "priority_places",
          new Tensor("priority_places", new int[] {3, 2}, new float[] {0, 0, bad, 1, 0, 2}));
      assertThrows(Problem.class, () -> buffer.restore("", damaged));
    }
    fill(1);
    assertThrows(Problem.class, () -> buffer.restore("", kept));
  }

  @Test
  void memoryStaysFlatOnceTheBufferIsFull() {
    for (int i = 0; i < 40; i++) {
      fill(50);
    }
    long full = buffer.bytes();
    for (int i = 0; i < 400; i++) {
      fill(50);
    }
    assertEquals(full, buffer.bytes());
    assertEquals(1000, buffer.size());
  }
}
