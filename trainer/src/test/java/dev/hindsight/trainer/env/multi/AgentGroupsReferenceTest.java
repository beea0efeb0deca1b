package dev.hindsight.trainer.env.multi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Compares with the numbers of another library's grouping wrapper, and of a game it runs.
class AgentGroupsReferenceTest {
  private static final String FILE = "rllib_grouping_rps";

  private static <V> Map<String, V> map(JsonNode object, Function<JsonNode, V> value) {
    Map<String, V> map = new LinkedHashMap<>();
    object.properties().forEach(field -> map.put(field.getKey(), value.apply(field.getValue())));
    return map;
  }

  private static <V> List<V> list(JsonNode array, Function<JsonNode, V> value) {
    List<V> list = new ArrayList<>();
    array.forEach(element -> list.add(value.apply(element)));
    return list;
  }

  /// An agent of no group is a group of one here, and stands bare there.
  private static <V> List<V> some(JsonNode node, Function<JsonNode, V> value) {
    return node.isArray() ? list(node, value) : List.of(value.apply(node));
  }

  private static MultiAgentStep step(JsonNode returned) {
    return new MultiAgentStep(
        map(returned.get(0), n -> new float[] {n.floatValue()}),
        map(returned.get(1), JsonNode::floatValue),
        map(returned.get(2), JsonNode::booleanValue),
        map(returned.get(3), JsonNode::booleanValue));
  }

  private static Map<String, List<Float>> bare(Map<String, List<float[]>> seen) {
    Map<String, List<Float>> bare = new LinkedHashMap<>();
    seen.forEach((group, each) -> bare.put(group, each.stream().map(one -> one[0]).toList()));
    return bare;
  }

  private static Map<String, List<Integer>> actions(JsonNode test) {
    return map(test.get("action"), n -> some(n, JsonNode::intValue));
  }

  private static void agrees(JsonNode test) {
    AgentGroups groups = new AgentGroups(map(test.get("groups"), n -> list(n, JsonNode::asText)));
    MultiAgentStep step = step(test.get("env_return"));
    if (test.has("error")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> {
            groups.ungroup(actions(test));
            groups.group(step);
          },
          test.get("message").asText());
      return;
    }
    assertEquals(
        map(test.get("ungrouped_action"), JsonNode::intValue), groups.ungroup(actions(test)));
    JsonNode result = test.get("result");
    GroupedStep grouped = groups.group(step);
    assertEquals(
        map(result.get(0), n -> some(n, JsonNode::floatValue)), bare(grouped.observations()));
    assertEquals(map(result.get(1), JsonNode::floatValue), grouped.rewards());
    assertEquals(map(result.get(2), JsonNode::booleanValue), grouped.terminateds());
    assertEquals(map(result.get(3), JsonNode::booleanValue), grouped.truncateds());
    JsonNode known = result.get(4).get("G");
    assertEquals(
        list(known.get("_group_rewards"), JsonNode::floatValue), grouped.memberRewards().get("G"));
    if (known.has("_group_info")) {
      Map<String, JsonNode> infos = map(test.get("env_return").get(4), Function.identity());
      assertEquals(
          list(known.get("_group_info"), Function.identity()), groups.group(infos).get("G"));
    }
  }

  @Test
  void groupsSeeDoAndEndAsInTheReference() {
    JsonNode cases = AirTrafficReference.file(FILE).get("group_agents_wrapper").get("cases");
    cases.forEach(AgentGroupsReferenceTest::agrees);
    assertEquals(4, cases.size());
  }

  @Test
  void anAgentInTwoGroupsIsRefusedInTheSameWords() {
    String message =
        AirTrafficReference.file(FILE).at("/group_agents_wrapper/duplicate_member_error").asText();
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new AgentGroups(Map.of("G", List.of("a"), "H", List.of("a"))));
    assertTrue(message.equalsIgnoreCase("agent id a is in multiple groups"), message);
    assertTrue(message.replace(" id ", " ").equalsIgnoreCase(e.getMessage()), e.getMessage());
  }

  @Test
  void aGameOfTenTurnsIsPlayedAsInTheReference() {
    JsonNode turns = AirTrafficReference.file(FILE).get("rps_grouped");
    RockPaperScissors game = new RockPaperScissors();
    AgentGroups pack = RockPaperScissors.pack();
    assertSeen(turns.get(0).get("reset_obs"), pack.group(game.reset()));
    for (int i = 1; i < turns.size(); i++) {
      JsonNode turn = turns.get(i);
      List<Double> chosen = list(turn.get("action"), JsonNode::doubleValue);
      GroupedStep step = pack.group(game.step(pack.ungroup(Map.of("pack", chosen))));
      assertSeen(turn.get("obs"), step.observations());
      assertEquals(map(turn.get("reward"), JsonNode::floatValue), step.rewards());
      assertEquals(map(turn.get("terminateds"), JsonNode::booleanValue), step.terminateds());
      assertEquals(map(turn.get("truncateds"), JsonNode::booleanValue), step.truncateds());
      assertEquals(
          list(turn.at("/infos/pack/_group_rewards"), JsonNode::intValue),
          step.memberRewards().getOrDefault("pack", List.of()).stream()
              .map(Float::intValue)
              .toList());
    }
  }

  private static void assertSeen(JsonNode expected, Map<String, List<float[]>> seen) {
    List<float[]> pack = seen.getOrDefault("pack", List.of());
    assertEquals(expected.size(), pack.size());
    for (int i = 0; i < pack.size(); i++) {
      float there = expected.get(i).get(0).floatValue();
      assertArrayEquals(new float[] {there}, pack.get(i));
    }
  }

  @Test
  void aNumberThatIsNoMoveIsRefusedBeforeAnybodyMoves() {
    JsonNode action = AirTrafficReference.file(FILE).at("/rps_out_of_range/action");
    List<Double> chosen = list(action, JsonNode::doubleValue);
    AgentGroups pack = RockPaperScissors.pack();
    assertFalse(chosen.isEmpty());
    for (List<Double> bad : List.of(chosen, List.of(Double.NaN, 0.0))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new RockPaperScissors().step(pack.ungroup(Map.of("pack", bad))));
    }
  }
}
