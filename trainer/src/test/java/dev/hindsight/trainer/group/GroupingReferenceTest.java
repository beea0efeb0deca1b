package dev.hindsight.trainer.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Compares with the numbers of another library's grouping wrapper, a game that it runs, and its
/// comparison of observations where fragments of an episode meet.
class GroupingReferenceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "rllib_grouping_rps";

  private static JsonNode expected(String section) {
    return AirTrafficReference.file(FILE).get(section);
  }

  private static JsonNode computed(String section) {
    GroupingCases cases = GroupingCases.read(SharedData.require("golden/" + FILE + ".json"));
    return JSON.valueToTree(cases.result()).get(section);
  }

  /// The same numbers, whether whole or not.
  private static Object plain(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(field -> map.put(field.getKey(), plain(field.getValue())));
      return map;
    }
    return node.isArray()
        ? node.valueStream().map(GroupingReferenceTest::plain).toList()
        : node.asText();
  }

  private static void same(JsonNode expected, JsonNode actual, String what) {
    assertEquals(plain(expected), plain(actual), what);
  }

  @Test
  void groupsSeeDoAndEndAsInTheReference() {
    JsonNode cases = expected("group_agents_wrapper").get("cases");
    JsonNode results = computed("group_agents_wrapper");
    int refused = 0;
    for (int i = 0; i < cases.size(); i++) {
      JsonNode wanted = cases.get(i);
      JsonNode result = results.get(i);
      String name = wanted.get("name").asText();
      assertEquals(name, result.get("name").asText());
      if (wanted.has("error")) {
        refused++;
        assertTrue(result.has("error"), name);
      } else {
        same(wanted.get("ungrouped_action"), result.get("ungrouped_action"), name);
        same(wanted.get("result"), result.get("result"), name);
      }
    }
    assertEquals(4, cases.size());
    assertEquals(2, refused);
  }

  @Test
  void aMissingMemberIsRefusedInTheReferencesWords() {
    for (JsonNode one : expected("group_agents_wrapper").get("cases")) {
      if (one.path("error").asText().equals("ValueError")) {
        String message = one.get("message").asText();
        JsonNode results = computed("group_agents_wrapper");
        String here = results.get(2).get("error").asText();
        String common = "Missing member of group G: b";
        assertTrue(message.startsWith(common), message);
        assertTrue(here.startsWith(common), here);
      }
    }
  }

  @Test
  void anAgentInTwoGroupsIsRefusedInTheReferencesWords() {
    String message = expected("group_agents_wrapper").get("duplicate_member_error").asText();
    try {
      assertTrue(new AgentGroups(Map.of("G", List.of("a"), "H", List.of("a"))).groups().isEmpty());
    } catch (IllegalArgumentException e) {
      assertEquals(message, e.getMessage());
    }
  }

  @Test
  void aGameOfTenTurnsIsPlayedAsInTheReference() {
    JsonNode turns = expected("rps_grouped");
    JsonNode played = computed("rps_grouped");
    assertEquals(turns.size(), played.size());
    same(turns.get(0).get("reset_obs"), played.get(0).get("reset_obs"), "reset");
    for (int i = 1; i < turns.size(); i++) {
      JsonNode turn = turns.get(i);
      for (String field : List.of("obs", "reward", "terminateds", "truncateds")) {
        same(turn.get(field), played.get(i).get(field), field + " of turn " + i);
      }
      same(
          turn.at("/infos/pack/_group_rewards"),
          played.get(i).get("_group_rewards"),
          "rewards of turn " + i);
    }
    assertEquals(11, turns.size());
  }

  @Test
  void numbersThatAreNoMoveAreRefusedInOneLine() {
    JsonNode outside = expected("rps_out_of_range").get("action");
    for (String action : List.of(outside.toString(), "[\"nan\", 0]", "[0, -1]", "[3, 0]")) {
      JsonNode file = parse("{\"rps_grouped\": [{\"action\": " + action + "}]}");
      JsonNode result =
          JSON.valueToTree(new GroupingCases(new CaseFile(file, "test")).result())
              .get("rps_grouped");
      String error = result.get(0).path("error").asText();
      assertTrue(error.contains("is not a move") && !error.contains("\n"), action + ": " + error);
    }
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// The reference's mended comparison gives these answers, but for NaN, which is never equal
  /// there: here it is, with a warning, or an episode that once observed it would never continue.
  @Test
  void observationsWhereFragmentsMeetAreComparedAsInTheReference() {
    JsonNode cases = expected("concat_boundary_compare");
    JsonNode results = computed("concat_boundary_compare");
    Function<JsonNode, String> name = one -> one.get("name").asText().toLowerCase(Locale.ROOT);
    for (int i = 0; i < cases.size(); i++) {
      assertEquals(name.apply(cases.get(i)), name.apply(results.get(i)));
      if (name.apply(cases.get(i)).equals("nan")) {
        assertTrue(results.get(i).get("same").asBoolean());
        assertTrue(results.get(i).get("warning").asText().contains("observation.0"));
      } else {
        same(
            cases.get(i).get("structure_aware"),
            results.get(i).get("same"),
            name.apply(cases.get(i)));
      }
    }
    assertEquals(8, cases.size());
    assertEquals("1", results.get(4).get("leaf").asText(), "the second item of the tuple");
    assertEquals("a", results.get(6).get("leaf").asText(), "only one has it");
  }
}
