package dev.hindsight.trainer.env.multi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentGroupsTest {
  private static final AgentGroups PAIR = new AgentGroups(Map.of("G", List.of("a", "b")));

  private static Map<String, Boolean> ends(boolean a, boolean b, boolean all) {
    Map<String, Boolean> ends = new LinkedHashMap<>();
    ends.put("b", b);
    ends.put("a", a);
    ends.put(MultiAgentStep.ALL, all);
    return ends;
  }

  private static GroupedStep ended(Map<String, Boolean> terminateds) {
    return PAIR.group(
        new MultiAgentStep(Map.of(), Map.of(), terminateds, Map.of(MultiAgentStep.ALL, false)));
  }

  @Test
  void aGroupEndsWithItsLastMember() {
    assertEquals(
        Map.of("G", false, "__all__", false), ended(ends(true, false, false)).terminateds());
    assertEquals(Map.of("G", true, "__all__", true), ended(ends(true, true, true)).terminateds());
  }

  @Test
  void theEndOfEverybodyIsToldWhereNobodyElseIs() {
    GroupedStep step = ended(Map.of(MultiAgentStep.ALL, true));
    assertEquals(Map.of("__all__", true), step.terminateds());
    assertEquals(Map.of("__all__", false), step.truncateds());
  }

  @Test
  void aGroupOfWhichSomeAreMissingIsRefusedByName() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> ended(Map.of("a", true, MultiAgentStep.ALL, false)))
            .getMessage();
    assertEquals("missing member of group G: b", message);
  }

  @Test
  void valuesStandInTheOrderOfTheGroupWhateverTheirOwn() {
    Map<String, Integer> backwards = new LinkedHashMap<>();
    backwards.put("b", 2);
    backwards.put("c", 3);
    backwards.put("a", 1);
    Map<String, List<Integer>> grouped = PAIR.group(backwards);
    assertEquals(Map.of("G", List.of(1, 2), "c", List.of(3)), grouped);
    assertEquals(Map.of("a", 1, "b", 2, "c", 3), PAIR.ungroup(grouped));
  }

  @Test
  void aGameWhoseRewardsAddUpToNothingPaysAGroupNothing() {
    RockPaperScissors game = new RockPaperScissors();
    AgentGroups pack = RockPaperScissors.pack();
    game.reset();
    boolean over = false;
    for (int turn = 0; !over; turn++) {
      List<Double> chosen = List.of((double) (turn % 3), (double) (turn / 3 % 3));
      GroupedStep step = pack.group(game.step(pack.ungroup(Map.of("pack", chosen))));
      assertEquals(Map.of("pack", 0f), step.rewards());
      over = step.terminateds().getOrDefault(MultiAgentStep.ALL, false);
    }
    assertTrue(over);
  }

  @Test
  void emptyGroupsAndGroupsNamedAsEverybodyAreRefused() {
    for (Map<String, List<String>> bad :
        List.of(Map.of("G", List.<String>of()), Map.of(MultiAgentStep.ALL, List.of("a")))) {
      assertThrows(IllegalArgumentException.class, () -> new AgentGroups(bad));
    }
  }
}
