package dev.hindsight.trainer.env.multi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MultiAgentStepTest {
  private static final List<String> IDS = List.of("KL1", "KL2", "KL3", "KL4");

  private static MultiAgentStep random(SplittableRandom random) {
    Map<String, float[]> observations = new HashMap<>();
    Map<String, Float> rewards = new HashMap<>();
    Map<String, Boolean> terminateds = new HashMap<>();
    Map<String, Boolean> truncateds = new HashMap<>();
    for (String id : IDS) {
      if (random.nextBoolean()) {
        observations.put(id, new float[] {random.nextInt(9)});
        rewards.put(id, (float) random.nextInt(9));
        terminateds.put(id, random.nextBoolean());
        truncateds.put(id, random.nextBoolean());
      }
    }
    terminateds.put(MultiAgentStep.ALL, random.nextBoolean());
    truncateds.put(MultiAgentStep.ALL, random.nextBoolean());
    return new MultiAgentStep(observations, rewards, terminateds, truncateds);
  }

  @Test
  void everyFilterKeepsTheEndOfEverybodyInBothMaps() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 1000; trial++) {
      MultiAgentStep step = random(random);
      Set<String> ids = new HashSet<>();
      IDS.stream().filter(_ -> random.nextBoolean()).forEach(ids::add);

      MultiAgentStep kept = step.filter(ids);

      assertEquals(
          step.terminateds().get(MultiAgentStep.ALL), kept.terminateds().get(MultiAgentStep.ALL));
      assertEquals(
          step.truncateds().get(MultiAgentStep.ALL), kept.truncateds().get(MultiAgentStep.ALL));
      Set<String> expected = new HashSet<>(step.rewards().keySet());
      expected.retainAll(ids);
      assertEquals(expected, kept.rewards().keySet());
      assertEquals(expected, kept.observations().keySet());
      expected.add(MultiAgentStep.ALL);
      assertEquals(expected, kept.terminateds().keySet());
      assertEquals(expected, kept.truncateds().keySet());
    }
  }

  /// The bug: ends filtered like everything else.
  @Test
  void aFilterThatDropsTheEndOfEverybodyCannotMakeAStep() {
    MultiAgentStep step = random(new SplittableRandom(2));
    Map<String, Boolean> some = new HashMap<>(step.terminateds());
    some.keySet().retainAll(Set.of("KL1", "KL2"));

    assertThrows(
        IllegalArgumentException.class,
        () -> new MultiAgentStep(Map.of(), Map.of(), some, step.truncateds()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new MultiAgentStep(Map.of(), Map.of(), step.terminateds(), some));
  }

  @Test
  void everybodyIsNoAgent() {
    Map<String, Boolean> ends = Map.of(MultiAgentStep.ALL, false);
    assertThrows(
        IllegalArgumentException.class,
        () -> new MultiAgentStep(Map.of(), Map.of(MultiAgentStep.ALL, 1f), ends, ends));
    assertFalse(new MultiAgentStep(Map.of(), Map.of(), ends, ends).over());
  }
}
