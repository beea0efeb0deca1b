package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.run.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VectorEnvironmentTest {
  private static final int WORLDS = 3;
  private static final Seeds SEEDS = new Seeds(4);

  @Test
  void noTwoWorldsHaveTheSameSeedAndReplacedOnesHaveOthers() {
    try (VectorEnvironment worlds = worlds(WORLDS, 0)) {
      List<Long> seeds = new ArrayList<>();
      for (long update : new long[] {0, 1, 8}) {
        worlds.renew(SEEDS, update);
        seeds.addAll(seeds(worlds));
      }
      assertEquals(3 * WORLDS, new HashSet<>(seeds).size(), seeds.toString());
      worlds.renew(SEEDS, 0);
      assertEquals(seeds.subList(0, WORLDS), seeds(worlds));
    }
  }

  @Test
  void aPartOfTheWorldsHasTheSeedsOfTheWhole() {
    try (VectorEnvironment whole = worlds(WORLDS, 0);
        VectorEnvironment part = worlds(WORLDS - 1, 1)) {
      assertEquals(seeds(whole).subList(1, WORLDS), seeds(part));
    }
  }

  private static List<Long> seeds(VectorEnvironment worlds) {
    List<Long> seeds = new ArrayList<>();
    for (int e = 0; e < worlds.count(); e++) {
      seeds.add(worlds.seed(e));
    }
    return seeds;
  }

  private static VectorEnvironment worlds(int count, int before) {
    SpreadEnvironmentType type = new SpreadEnvironmentType();
    EnvironmentFactory factory = type.prepare(type.settings().defaults(), Optional.empty());
    return new VectorEnvironment(List.of(factory), count, SEEDS, LearningAgents.ALL, 1, before);
  }
}
