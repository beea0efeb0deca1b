package dev.hindsight.trainer.env.multi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProtocolCheckerTest {
  private static MultiAgentStep step(Set<String> acted, Set<String> ended, Set<String> next) {
    Map<String, float[]> observations = new HashMap<>();
    Map<String, Float> rewards = new HashMap<>();
    Map<String, Boolean> terminateds = new HashMap<>();
    Map<String, Boolean> truncateds = new HashMap<>();
    next.forEach(id -> observations.put(id, new float[0]));
    acted.forEach(id -> {
      rewards.put(id, 0f);
      terminateds.put(id, ended.contains(id));
      truncateds.put(id, false);
    });
    terminateds.put(MultiAgentStep.ALL, next.isEmpty());
    truncateds.put(MultiAgentStep.ALL, false);
    return new MultiAgentStep(observations, rewards, terminateds, truncateds);
  }

  @Test
  void stepsAreCountedInBothUnits() {
    ProtocolChecker watch = new ProtocolChecker(Set.of("A", "B"));
    watch.see(step(Set.of("A", "B"), Set.of(), Set.of("A", "B")));
    watch.see(step(Set.of("A", "B"), Set.of("A"), Set.of("B")));
    watch.see(step(Set.of("B"), Set.of("B"), Set.of()));

    assertEquals(3, watch.environmentSteps());
    assertEquals(5, watch.agentSteps());
  }

  @Test
  void aVanishedAircraftThatComesBackIsCaught() {
    ProtocolChecker seen = new ProtocolChecker(Set.of("A", "B"));
    seen.see(step(Set.of("A", "B"), Set.of("A"), Set.of("B")));
    assertThrows(
        IllegalStateException.class, () -> seen.see(step(Set.of("B"), Set.of(), Set.of("A", "B"))));

    ProtocolChecker acting = new ProtocolChecker(Set.of("A", "B"));
    acting.see(step(Set.of("A", "B"), Set.of("A"), Set.of("B")));
    assertThrows(
        IllegalStateException.class,
        () -> acting.see(step(Set.of("A", "B"), Set.of(), Set.of("B"))));
  }

  @Test
  void theEndOfEverybodyIsToldWhenAllHaveEndedAndNotBefore() {
    ProtocolChecker late = new ProtocolChecker(Set.of("A"));
    MultiAgentStep untold =
        new MultiAgentStep(
            Map.of(),
            Map.of("A", 0f),
            Map.of("A", true, MultiAgentStep.ALL, false),
            Map.of("A", false, MultiAgentStep.ALL, false));
    assertThrows(IllegalStateException.class, () -> late.see(untold));

    ProtocolChecker early = new ProtocolChecker(Set.of("A", "B"));
    assertThrows(
        IllegalStateException.class,
        () -> early.see(step(Set.of("A", "B"), Set.of("A"), Set.of())));
  }

  @Test
  void anAirspaceKeepsTheProtocolThroughAWholeEpisode() {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    Environment environment =
        type.prepare(
                type.settings().parse(Map.of("aircraft", "12", "radius", "25"), "test"),
                Optional.empty())
            .create(3);
    List<String> ids = IntStream.range(0, 12).mapToObj("AC%03d"::formatted).toList();
    MultiAgentEpisode episode = new MultiAgentEpisode(environment, ids);
    Actions actions = new Actions(environment.shape());
    Arrays.fill(actions.joint, 22);
    assertEquals(Set.copyOf(ids), episode.first().keySet());
    MultiAgentStep step = episode.step(actions);
    while (!step.over()) {
      step = episode.step(actions);
    }

    long all = 12 * episode.watch().environmentSteps();
    assertTrue(episode.watch().agentSteps() < all, "nobody left early");
    assertTrue(episode.watch().agentSteps() > all / 4);
  }
}
