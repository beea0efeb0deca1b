package dev.hindsight.trainer.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.observation.NestedObservation;
import dev.hindsight.trainer.observation.ObservationTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  void aStepMayTellTheEndOfAllAgentsAlone() {
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
    assertEquals("Missing member of group G: b: [a]", message);
  }

  @Test
  void valuesAreInTheOrderOfTheGroupWhateverTheirOwn() {
    Map<String, Integer> backwards = new LinkedHashMap<>();
    backwards.put("b", 2);
    backwards.put("c", 3);
    backwards.put("a", 1);
    Map<String, List<Integer>> grouped = PAIR.members(backwards);
    assertEquals(Map.of("G", List.of(1, 2), "c", List.of(3)), grouped);
    assertEquals(Map.of("a", 1, "b", 2, "c", 3), PAIR.ungroup(grouped));
  }

  @Test
  void aGroupObservesItsMembersAsOneTuple() {
    Map<String, NestedObservation> seen = new LinkedHashMap<>();
    seen.put("b", new NestedObservation(ObservationTree.ArrayLeaf.of(2), new float[] {3, 4}));
    seen.put("a", new NestedObservation(ObservationTree.ArrayLeaf.of(2), new float[] {1, 2}));
    Map<String, Boolean> none = Map.of(MultiAgentStep.ALL, false);

    NestedObservation group =
        Optional.ofNullable(
                PAIR.group(new MultiAgentStep(seen, Map.of(), none, none)).observations().get("G"))
            .orElseThrow();

    assertEquals(List.of(1f, 2f, 3f, 4f), floats(group));
    assertEquals("1.0", group.tree().layout().nameOf(2));
  }

  private static List<Float> floats(NestedObservation observation) {
    List<Float> floats = new ArrayList<>();
    for (float number : observation.numbers()) {
      floats.add(number);
    }
    return floats;
  }

  /// Planted: ends filtered like everything else.
  @Test
  void aStepWithoutTheEndOfAllAgentsCannotBeMade() {
    Map<String, Boolean> some = Map.of("a", true, "b", true);
    Map<String, Boolean> all = Map.of(MultiAgentStep.ALL, true);
    assertThrows(
        IllegalArgumentException.class, () -> new MultiAgentStep(Map.of(), Map.of(), some, all));
    assertThrows(
        IllegalArgumentException.class, () -> new MultiAgentStep(Map.of(), Map.of(), all, some));
    assertThrows(
        IllegalArgumentException.class,
        () -> new MultiAgentStep(Map.of(), Map.of(MultiAgentStep.ALL, 1.0), all, all));
  }

  @Test
  void emptyGroupsAndGroupsNamedAsAllAgentsAreRefused() {
    for (Map<String, List<String>> bad :
        List.of(Map.of("G", List.<String>of()), Map.of(MultiAgentStep.ALL, List.of("a")))) {
      assertThrows(IllegalArgumentException.class, () -> new AgentGroups(bad));
    }
  }
}
