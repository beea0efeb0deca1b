package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The derivatives that our networks compute by what an agent observes are those of finite
/// differences, at a tick with a memory and at one that begins an episode.
class InputGradientsTest {
  private static final float STEP = 2e-3f;
  private static final int CHECKED = 25;

  private static PolicyType type(String id) {
    return BuiltInPolicies.all().stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mlp",
        "lstm",
        "transformer",
        "graph",
        "mlp-members",
        "mlp-joint",
        "lstm-members",
        "lstm-joint",
        "transformer-members",
        "transformer-joint"
      })
  void derivativesAreThoseOfFiniteDifferences(String id) {
    PolicyType type = type(id);
    EnvironmentShape shape = PolicyContractTest.shape(type);
    Random random = new Random(5);
    StepBuffer seen = new StepBuffer(shape);
    PolicyOutput output = new PolicyOutput(shape);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      for (int tick = 0; tick < 4; tick++) {
        draw(shape, seen, random);
        policy.act(seen, output);
      }
      draw(shape, seen, random);
      float most = check(policy, shape, seen, random);
      seen.terminal[1] = 1;
      assertNotEquals(0, most + check(policy, shape, seen, random));
    }
  }

  private static void draw(EnvironmentShape shape, StepBuffer seen, Random random) {
    for (int i = 0; i < seen.observation.length; i++) {
      seen.observation[i] = (float) random.nextGaussian();
    }
    if (NeighbourTable.of(shape.observation()).isPresent()) {
      PolicyContractTest.makeKindsWhole(shape, seen.observation);
    }
  }

  /// The larger derivatives found, of the logit or the value, whichever is less.
  private static float check(
      Policy policy, EnvironmentShape shape, StepBuffer seen, Random random) {
    InputGradients gradients = (InputGradients) policy;
    PolicyOutput output = new PolicyOutput(shape);
    policy.actOnce(seen, output);
    float[] before = output.logits.clone();
    int size = shape.observation().size();
    int agent = 1;
    int number = shape.actions() instanceof ActionSpace.Discrete ? 3 : 1;
    float[] slopes = gradients.gradient(seen, agent, number);
    float[] values = gradients.gradient(seen, agent, -1);
    policy.actOnce(seen, output);
    assertArrayEquals(before, output.logits, "the memory is another now");
    assertEquals(size, slopes.length);
    Set<Integer> slots = slots(shape);
    float most = 0;
    float mostValue = 0;
    for (int i = 0; i < CHECKED; i++) {
      int d = random.nextInt(size);
      if (slots.contains(d)) {
        continue;
      }
      int at = agent * size + d;
      float own = seen.observation[at];
      seen.observation[at] = own + STEP;
      policy.actOnce(seen, output);
      float above = output.logits[agent * output.width + number];
      float valueAbove = output.value[agent];
      seen.observation[at] = own - STEP;
      policy.actOnce(seen, output);
      seen.observation[at] = own;
      float logit = (above - output.logits[agent * output.width + number]) / (2 * STEP);
      assertEquals(logit, slopes[d], 2e-4 + 0.02 * Math.abs(logit), "number " + d);
      float value = (valueAbove - output.value[agent]) / (2 * STEP);
      assertEquals(value, values[d], 2e-4 + 0.02 * Math.abs(value), "value by number " + d);
      most = Math.max(most, Math.abs(slopes[d]));
      mostValue = Math.max(mostValue, Math.abs(values[d]));
    }
    return Math.min(most, mostValue);
  }

  /// Where an observation names agents: whole numbers, which have no derivatives.
  private static Set<Integer> slots(EnvironmentShape shape) {
    Set<Integer> slots = new HashSet<>();
    Optional<NeighbourTable> graph = NeighbourTable.of(shape.observation());
    graph.ifPresent(table -> {
      for (int row = 0; row < table.rows(); row++) {
        slots.add(table.slotAt(row));
      }
    });
    return slots;
  }

  @Test
  void whileATrainingRunLearnsItsGradientsAreLeftAlone() {
    PolicyType type = type("mlp");
    EnvironmentShape shape = PolicyContractTest.shape(type);
    ExclusiveGradientCollector.learnerBegins();
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      Problem problem =
          assertThrows(
              Problem.class, () -> ((InputGradients) policy).gradient(new StepBuffer(shape), 0, 0));
      assertEquals(1, problem.getMessage().lines().count());
    } finally {
      ExclusiveGradientCollector.learnerEnds();
    }
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      assertEquals(
          List.of(shape.observation().size()),
          List.of(((InputGradients) policy).gradient(new StepBuffer(shape), 0, 0).length));
    }
  }
}
