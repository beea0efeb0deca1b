package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelActorTest {
  private static final int AGENTS = 7;
  private static final int NUMBERS = 5;
  private static final int ACTIONS = 3;
  private static final int TICKS = 12;
  private static final float ROUNDING = 2e-6f;

  private static final Network NETWORK =
      new TransformerNetwork(
          new LinearEncoder(NUMBERS, 8), new TransformerSpec(8, 2, 2, 16, TICKS), ACTIONS);

  /// An actor, and its outputs at the last tick.
  private record Acting(NetworkActor actor, float[] logits, float[] values) {
    Acting(NetworkActor actor) {
      this(actor, new float[AGENTS * ACTIONS], new float[AGENTS]);
      actor.reset();
    }

    void act(float[] observation, byte[] removed) {
      actor.act(observation, removed, logits, values);
    }

    void actsLike(Acting other) {
      assertArrayEquals(other.logits, logits, ROUNDING);
      assertArrayEquals(other.values, values, ROUNDING);
    }
  }

  private static float[] seen(Random random) {
    float[] observation = new float[AGENTS * NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return observation;
  }

  private static byte[] gone(Random random) {
    byte[] removed = new byte[AGENTS];
    for (int agent = 0; agent < AGENTS; agent++) {
      removed[agent] = (byte) (random.nextInt(4) == 0 ? 1 : 0);
    }
    return removed;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20})
  void agentsActAndRememberAsWithOneActor(int threads) {
    Random random = new Random(3);
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, NETWORK.parameters(), NETWORK.parameters().initial(4))) {
      Acting one = new Acting(NETWORK.actor(weights, AGENTS));
      Acting several = new Acting(ParallelActor.of(NETWORK, weights, AGENTS, NUMBERS, threads));
      AttentionSummary expected = one.actor.attentionSummary().orElseThrow();
      AttentionSummary summary = several.actor.attentionSummary().orElseThrow();
      for (int tick = 0; tick < TICKS; tick++) {
        if (tick % 4 == 3) {
          int ended = random.nextInt(AGENTS);
          one.actor.endEpisode(ended);
          several.actor.endEpisode(ended);
        }
        float[] observation = seen(random);
        byte[] removed = gone(random);
        PolicyMemory before = several.actor.memory();
        several.act(seen(random), removed);
        several.actor.remember(before);
        one.act(observation, removed);
        several.act(observation, removed);
        several.actsLike(one);
        for (int agent = 0; agent < AGENTS; agent++) {
          assertEquals(expected.entropy(agent), summary.entropy(agent), ROUNDING);
          assertEquals(expected.limboMass(agent), summary.limboMass(agent), ROUNDING);
        }
      }
      one.actor.close();
      several.actor.close();
    }
  }

  @Test
  void aMemoryOfAnotherNumberOfThreadsIsRefused() {
    try (NDManager manager = TestTorch.manager();
        WeightVector weights =
            new WeightVector(manager, NETWORK.parameters(), NETWORK.parameters().initial(4))) {
      NetworkActor two = ParallelActor.of(NETWORK, weights, AGENTS, NUMBERS, 2);
      NetworkActor three = ParallelActor.of(NETWORK, weights, AGENTS, NUMBERS, 3);
      assertInstanceOf(ParallelActor.class, two);
      two.reset();
      three.reset();
      assertThrows(IllegalArgumentException.class, () -> two.remember(three.memory()));
      two.close();
      three.close();
    }
  }
}
