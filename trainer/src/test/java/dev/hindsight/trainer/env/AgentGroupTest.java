package dev.hindsight.trainer.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.Quantity;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class AgentGroupTest {
  @Test
  void worldsSideBySideHaveGroupsOfTheirOwn() {
    EnvironmentShape pair = shape(3).withGroups(List.of(new AgentGroup("pack", List.of(2, 0))));

    assertEquals(
        List.of(new AgentGroup("0.pack", List.of(2, 0)), new AgentGroup("1.pack", List.of(5, 3))),
        pair.sideBySide(List.of(3, 3)).groups());
  }

  /// The worlds of a training have no partners unless some are given.
  @Test
  void worldsWithoutAllMembersHaveNoGroup() {
    EnvironmentShape pair = shape(3).withGroups(List.of(new AgentGroup("pack", List.of(2, 0))));

    assertEquals(List.of(), pair.sideBySide(List.of(0, 0)).groups());
    assertEquals(
        List.of(new AgentGroup("1.pack", List.of(4, 2))), pair.sideBySide(List.of(2, 3)).groups());
  }

  @Test
  void agentsThatDoNotExistOrAreInTwoGroupsAreRefused() {
    List<AgentGroup> two =
        List.of(new AgentGroup("a", List.of(0, 1)), new AgentGroup("b", List.of(1)));

    assertTrue(refusal(() -> shape(3).withGroups(two)).contains("agent 1 of group b"));
    List<AgentGroup> unknown = List.of(new AgentGroup("a", List.of(1)));
    assertTrue(refusal(() -> shape(1).withGroups(unknown)).contains("agent 1 of group a"));
    assertThrows(IllegalArgumentException.class, () -> new AgentGroup("a", List.of()));
  }

  private static String refusal(Executable wrong) {
    return Objects.requireNonNull(assertThrows(IllegalArgumentException.class, wrong).getMessage());
  }

  private static EnvironmentShape shape(int agents) {
    ActionSpace one =
        new ActionSpace.Continuous(List.of("x"), List.of(Quantity.ranged("m", 1, -1, 1)));
    return new EnvironmentShape(
        agents, new ObservationLayout(List.of()), one, 0.1, 1, 10, List.of());
  }
}
