package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.GroupCriticNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The losses of a group of three with two actions each, against sums over all joint actions in
/// doubles.
class GroupLossTest {
  private static final int ROWS = 5;
  private static final int MEMBERS = 3;
  private static final int ACTIONS = 2;
  private static final int JOINT = 8;
  private static final double[] ALPHAS = {0.3, 0.1, 0.7};

  private final Random random = new Random(8);
  private final float[] logits = noise(ROWS * MEMBERS * ACTIONS);
  private final float[] first = noise(ROWS * JOINT);
  private final float[] second = noise(ROWS * JOINT);

  private float[] noise(int length) {
    float[] noise = new float[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (float) (1.5 * random.nextGaussian());
    }
    return noise;
  }

  private static double logProb(float[] scores, int row, int member, int action) {
    int from = (row * MEMBERS + member) * ACTIONS;
    return Categorical.logProbability(Arrays.copyOfRange(scores, from, from + ACTIONS), action);
  }

  /// Member 0's action is the most significant digit of a joint action.
  private static int action(int joint, int member) {
    return joint >> (MEMBERS - 1 - member) & 1;
  }

  private double softValue(float[] scores, int row) {
    double sum = 0;
    for (int joint = 0; joint < JOINT; joint++) {
      double all = 0;
      double paid = 0;
      for (int member = 0; member < MEMBERS; member++) {
        double own = logProb(scores, row, member, action(joint, member));
        all += own;
        paid += ALPHAS[member] * own;
      }
      double least = Math.min(first[row * JOINT + joint], second[row * JOINT + joint]);
      sum += Math.exp(all) * (least - paid);
    }
    return sum;
  }

  private double actorLoss(float[] scores) {
    double sum = 0;
    for (int row = 0; row < ROWS; row++) {
      sum += softValue(scores, row);
    }
    return -sum / ROWS;
  }

  private List<NDArray> critics(NDManager manager) {
    Shape shape = new Shape(ROWS, JOINT);
    return List.of(manager.create(first, shape), manager.create(second, shape));
  }

  @Test
  void theValueOfAStateIsExpectedOverAllJointActions() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray scores = manager.create(logits, new Shape(ROWS * MEMBERS, ACTIONS));
      ActionDistribution all = ActionDistribution.every(scores, MEMBERS);
      NDArray value = all.softValue(critics(manager), ALPHAS);
      for (int row = 0; row < ROWS; row++) {
        assertEquals(softValue(logits, row), value.getFloat(row), 1e-4);
        for (int member = 0; member < MEMBERS; member++) {
          int from = (row * MEMBERS + member) * ACTIONS;
          assertEquals(
              -Categorical.entropy(Arrays.copyOfRange(logits, from, from + ACTIONS)),
              all.expectedLogProbs().getFloat(row, member),
              1e-5);
        }
      }
    }
  }

  @Test
  void theActorsGradientIsThatOfItsLoss() {
    try (NDManager manager = TestTorch.manager()) {
      NDArray scores = manager.create(logits, new Shape(ROWS * MEMBERS, ACTIONS));
      scores.setRequiresGradient(true);
      try (GradientCollector collector = TestTorch.gradients()) {
        collector.backward(
            Sac.actorLoss(
                ActionDistribution.every(scores, MEMBERS).softValue(critics(manager), ALPHAS),
                NDArray::mean));
      }
      float[] gradient = scores.getGradient().toFloatArray();
      double step = 1 / 64.0;
      for (int i = 0; i < gradient.length; i++) {
        float[] more = logits.clone();
        float[] less = logits.clone();
        more[i] += (float) step;
        less[i] -= (float) step;
        assertEquals(
            (actorLoss(more) - actorLoss(less)) / (2 * step), gradient[i], 1e-4, "logit " + i);
      }
    }
  }

  @Test
  void theDensityOfAJointActionIsTheProductOfThoseOfTheMembers() {
    float[] densities = {-1, 0.5f, 2, 0.25f, -0.75f, 1};
    try (NDManager manager = TestTorch.manager()) {
      ActionDistribution drawn = ActionDistribution.drawn(manager.create(densities), MEMBERS);
      NDArray value =
          drawn.softValue(List.of(manager.create(new float[] {10, 20}, new Shape(2, 1))), 1, 1, 1);
      assertEquals(10 - 1.5, value.getFloat(0), 1e-5);
      assertEquals(20 - 0.5, value.getFloat(1), 1e-5);
    }
  }

  /// The critic of two members with one number each: a plain network in doubles.
  private static double plainCritic(NamedWeights weights, float[] read) {
    double[] layer = new double[read.length];
    for (int i = 0; i < read.length; i++) {
      layer[i] = read[i];
    }
    for (String name : List.of("policy.q_layers.0", "policy.q_layers.1", "policy.q")) {
      NDArray weight = weights.named(name + ".weight");
      float[] flat = weight.toFloatArray();
      float[] bias = weights.named(name + ".bias").toFloatArray();
      double[] next = new double[bias.length];
      for (int to = 0; to < next.length; to++) {
        double sum = bias[to];
        for (int from = 0; from < layer.length; from++) {
          sum += flat[to * layer.length + from] * layer[from];
        }
        next[to] = name.equals("policy.q") ? sum : Math.max(0, sum);
      }
      layer = next;
    }
    return layer[0];
  }

  @Test
  void aCriticReadsWhatAllMembersObserveAndDoAndGivesGradientsToTheirActions() {
    CriticNetwork network =
        new GroupCriticNetwork(new LinearEncoder(3, 4), CriticOnly.NONE, 2, 1, 1, List.of(5, 4));
    float[] seen = noise(6);
    float[] done = {0.25f, -0.5f};
    try (NDManager manager = TestTorch.manager()) {
      float[] values = network.parameters().initial(3);
      NamedWeights weights = NamedWeights.of(manager.create(values), network.parameters());
      NDArray action = manager.create(done, new Shape(1, 2));
      action.setRequiresGradient(true);
      NDArray observation = manager.create(seen, new Shape(1, 6));
      try (GradientCollector collector = TestTorch.gradients()) {
        NDArray value = network.values(weights, observation, action, CriticNetwork.WeightUse.FIXED);
        float[] read = Arrays.copyOf(seen, 8);
        System.arraycopy(done, 0, read, 6, 2);
        assertEquals(plainCritic(weights, read), value.getFloat(), 1e-5);
        collector.backward(value.sum());
      }
      float[] gradient = action.getGradient().toFloatArray();
      for (int i = 0; i < 2; i++) {
        float[] more = Arrays.copyOf(seen, 8);
        float[] less = Arrays.copyOf(seen, 8);
        System.arraycopy(done, 0, more, 6, 2);
        System.arraycopy(done, 0, less, 6, 2);
        more[6 + i] += 1e-3f;
        less[6 + i] -= 1e-3f;
        double slope = (plainCritic(weights, more) - plainCritic(weights, less)) / 2e-3;
        assertEquals(slope, gradient[i], 2e-3, "action of member " + i);
        assertTrue(gradient[i] != 0, "the critic reads the action of member " + i);
      }
    }
  }
}
