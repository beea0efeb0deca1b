package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecyclingRuleTest {
  @Test
  void aWorkerIsDueByAgeOrByMemory() {
    assertFalse(RecyclingRule.USUAL.due(49, 0.85));
    assertTrue(RecyclingRule.USUAL.due(50, 0));
    assertTrue(RecyclingRule.USUAL.due(0, Math.nextUp(0.85)));
  }

  @Test
  void everyGenerationOfEveryWorkerHasItsOwnSeedAndTheSameOneInEveryRun() {
    Set<Long> seeds = new HashSet<>();
    for (int worker = 0; worker < 8; worker++) {
      for (int generation = 0; generation < 100; generation++) {
        seeds.add(RecyclingRule.seed(7, worker, generation));
      }
    }

    assertEquals(800, seeds.size());
    assertEquals(RecyclingRule.seed(7, 3, 5), RecyclingRule.seed(7, 3, 5));
    assertNotEquals(RecyclingRule.seed(7, 3, 5), RecyclingRule.seed(8, 3, 5));
  }
}
