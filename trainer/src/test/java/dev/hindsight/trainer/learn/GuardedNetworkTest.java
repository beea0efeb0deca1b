package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.graph.GraphNetwork;
import dev.hindsight.trainer.learn.graph.GraphSpec;
import dev.hindsight.trainer.learn.graph.RandomNeighbours;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A network whose weights are no numbers any more.
class GuardedNetworkTest {
  private static final int CREW = 4;
  private static final EnvironmentShape SHAPE = RandomNeighbours.shape(CREW, 3);

  private static Checkpoint broken() {
    GraphNetwork network =
        new GraphNetwork(
            RandomNeighbours.input(3), GraphSpec.of(8, 2, 1, 8), RandomNeighbours.ACTIONS, CREW);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    network
        .parameters()
        .split(network.parameters().initial(1))
        .forEach(tensor -> tensors.put(tensor.name(), tensor));
    Objects.requireNonNull(tensors.get("policy.actor.bias")).values()[2] = Float.NaN;
    return new Checkpoint("broken", "", tensors, Map.of());
  }

  private static StepBuffer seen() {
    StepBuffer seen = new StepBuffer(CREW, RandomNeighbours.numbers(3));
    float[] sky = RandomNeighbours.random(CREW, 3, new Random(1)).observation();
    System.arraycopy(sky, 0, seen.observation, 0, sky.length);
    return seen;
  }

  @Test
  void whereSomethingNeutralCanBeDoneItIsDoneAndCounted() {
    EnvironmentShape shape = SHAPE.with(new NeutralAction(3));
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    ActionSelector selector = new ActionSelector(new ActionSelection.Argmax(), shape, 0);
    try (Policy policy = new GraphType().open(broken(), shape)) {
      policy.act(seen(), output);
      selector.choose(seen(), output, 0, actions, new float[CREW]);
    }
    for (int agent = 0; agent < CREW; agent++) {
      assertEquals(3, actions.joint[agent]);
    }
    assertEquals(CREW, selector.guard().count());
  }

  @Test
  void elsewhereItIsRefusedByName() {
    try (Policy policy = new GraphType().open(broken(), SHAPE)) {
      Problem problem =
          assertThrows(Problem.class, () -> policy.act(seen(), new PolicyOutput(SHAPE)));
      assertEquals("logit 2 is NaN", problem.what());
    }
  }

  @Test
  void anAgentInLimboMayGetAnything() {
    StepBuffer seen = seen();
    Arrays.fill(seen.removed, (byte) 1);
    PolicyOutput output = new PolicyOutput(SHAPE);
    try (Policy policy = new GraphType().open(broken(), SHAPE)) {
      policy.act(seen, output);
      seen.removed[1] = 0;
      Problem problem = assertThrows(Problem.class, () -> policy.act(seen, output));
      assertTrue(problem.where().startsWith("agent 1"), problem.where());
    }
  }
}
