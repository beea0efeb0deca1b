package dev.hindsight.trainer.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.observation.NestedObservation;
import dev.hindsight.trainer.observation.ObservationMatch;
import dev.hindsight.trainer.observation.ObservationTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Cases of grouped agents in a file, in the form of the reference numbers: steps to group
/// (`group_agents_wrapper`), turns of rock, paper, scissors to play (`rps_grouped`), and
/// observations to compare (`concat_boundary_compare`). A missing section is left out.
///
/// @param file the object of the file
public record GroupingCases(CaseFile file) {
  private static final String WRAPPER = "group_agents_wrapper";
  private static final String TURNS = "rps_grouped";
  private static final String COMPARE = "concat_boundary_compare";

  /// Reads a file.
  ///
  /// @throws Problem if it is not a JSON object
  public static GroupingCases read(Path path) {
    return new GroupingCases(CaseFile.read(path));
  }

  /// The results by section, ready to be written as JSON.
  ///
  /// @throws Problem naming the field that is not as it should be
  public Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    if (file.has(WRAPPER)) {
      result.put(
          WRAPPER, file.object(WRAPPER).objects("cases").stream().map(this::grouped).toList());
    }
    if (file.has(TURNS)) {
      result.put(TURNS, played(file.list(TURNS)));
    }
    if (file.has(COMPARE)) {
      result.put(COMPARE, file.objects(COMPARE).stream().map(GroupingCases::compared).toList());
    }
    return result;
  }

  private Map<String, Object> grouped(CaseFile one) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("name", one.text("name"));
    try {
      AgentGroups groups =
          new AgentGroups(map(one.object("groups").node(), n -> list(n, JsonNode::asText)));
      result.put(
          "ungrouped_action",
          groups.ungroup(
              map(
                  one.object("action").node(),
                  n -> n.isArray() ? list(n, Function.identity()) : List.of(n))));
      JsonNode step = one.list("env_return");
      GroupedStep grouped =
          groups.group(
              new MultiAgentStep(
                  map(step.path(0), GroupingCases::observation),
                  map(step.path(1), JsonNode::asDouble),
                  map(step.path(2), JsonNode::asBoolean),
                  map(step.path(3), JsonNode::asBoolean)));
      result.put(
          "result",
          List.of(
              observations(grouped),
              grouped.rewards(),
              grouped.terminateds(),
              grouped.truncateds(),
              infos(groups, grouped, map(step.path(4), Function.identity()))));
    } catch (IllegalArgumentException refused) {
      result.remove("ungrouped_action");
      result.put("error", String.valueOf(refused.getMessage()));
    }
    return result;
  }

  private static Map<String, Object> observations(GroupedStep grouped) {
    Map<String, Object> observations = new LinkedHashMap<>();
    grouped.observations().forEach((id, one) -> observations.put(id, nested(one)));
    return observations;
  }

  private static Map<String, Object> infos(
      AgentGroups groups, GroupedStep grouped, Map<String, JsonNode> infos) {
    Map<String, Object> all = new LinkedHashMap<>();
    Map<String, List<JsonNode>> known = groups.members(infos);
    grouped
        .memberRewards()
        .forEach((group, rewards) -> {
          Map<String, Object> own = new LinkedHashMap<>();
          if (known.containsKey(group)) {
            own.put("_group_info", known.get(group));
          }
          own.put("_group_rewards", rewards);
          all.put(group, own);
        });
    return all;
  }

  /// Plays turns until the game is over; a refused action ends the list with its message.
  private static List<Object> played(JsonNode turns) {
    EnvironmentType type = BuiltInEnvironments.named("rps");
    Environment game =
        type.prepare(type.settings().parse(Map.of(), TURNS), Optional.empty()).create(0);
    Actions actions = new Actions(game.shape());
    StepBuffer buffer = game.buffer();
    List<Object> results = new ArrayList<>();
    for (JsonNode turn : turns) {
      if (!turn.has("action")) {
        game.reset();
        results.add(Map.of("reset_obs", pair(buffer.observation)));
        continue;
      }
      for (int player = 0; player < actions.continuous.length; player++) {
        double number = CaseFile.number(turn.get("action").path(player), "action", TURNS);
        actions.continuous[player] = (float) (number - 1);
      }
      try {
        game.step(actions);
      } catch (Problem refused) {
        results.add(Map.of("error", refused.getMessage()));
        break;
      }
      boolean over = buffer.terminal[0] != 0 && buffer.terminal[1] != 0;
      boolean cut = buffer.truncation[0] != 0 && buffer.truncation[1] != 0;
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("obs", pair(over ? buffer.finalObservation() : buffer.observation));
      result.put("reward", Map.of("pack", buffer.reward[0] + buffer.reward[1]));
      result.put("terminateds", Map.of(MultiAgentStep.ALL, over));
      result.put("truncateds", Map.of(MultiAgentStep.ALL, cut));
      result.put("_group_rewards", List.of(buffer.reward[0], buffer.reward[1]));
      results.add(result);
    }
    return results;
  }

  private static List<List<Float>> pair(float[] observation) {
    return List.of(List.of(observation[0]), List.of(observation[1]));
  }

  private static Map<String, Object> compared(CaseFile one) {
    ObservationMatch match =
        ObservationMatch.of(observation(one.node().path("a")), observation(one.node().path("b")));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("name", one.text("name"));
    switch (match) {
      case ObservationMatch.Same same -> {
        result.put("same", true);
        same.warning().ifPresent(warning -> result.put("warning", warning));
      }
      case ObservationMatch.OtherNumber found -> {
        result.put("same", false);
        result.put("leaf", found.leaf());
        result.put("words", found.words());
      }
      case ObservationMatch.OtherStructure found -> {
        result.put("same", "structure mismatch");
        result.put("leaf", found.path());
        result.put("words", found.words());
      }
    }
    return result;
  }

  /// An observation in JSON: objects are dictionaries, lists of numbers are arrays, other lists are
  /// tuples. Numbers that are not finite are words.
  public static NestedObservation observation(JsonNode node) {
    List<Float> numbers = new ArrayList<>();
    ObservationTree tree = tree(node, numbers);
    float[] flat = new float[numbers.size()];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = numbers.get(i);
    }
    return new NestedObservation(tree, flat);
  }

  private static ObservationTree tree(JsonNode node, List<Float> numbers) {
    if (node.isObject()) {
      Map<String, ObservationTree> entries = new LinkedHashMap<>();
      node.properties()
          .forEach(entry -> entries.put(entry.getKey(), tree(entry.getValue(), numbers)));
      return new ObservationTree.Dictionary(entries);
    }
    boolean nested = false;
    for (JsonNode item : node) {
      nested |= item.isContainerNode();
    }
    if (nested) {
      return ObservationTree.Sequence.tuple(list(node, item -> tree(item, numbers)));
    }
    if (!node.isArray()) {
      numbers.add((float) CaseFile.number(node, ObservationTree.WHOLE, COMPARE));
      return ObservationTree.ArrayLeaf.of(1);
    }
    node.forEach(
        number -> numbers.add((float) CaseFile.number(number, ObservationTree.WHOLE, COMPARE)));
    return ObservationTree.ArrayLeaf.of(node.size());
  }

  /// The same observation in JSON; an array of one number is the number.
  private static Object nested(NestedObservation observation) {
    return nested(observation.tree(), observation.numbers(), new int[1]);
  }

  private static Object nested(ObservationTree tree, float[] numbers, int[] at) {
    return switch (tree) {
      case ObservationTree.ArrayLeaf leaf -> {
        int length = leaf.shape().stream().reduce(1, Math::multiplyExact);
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < length; i++) {
          all.add(CaseFile.jsonNumber(numbers[at[0]++]));
        }
        yield length == 1 ? all.getFirst() : all;
      }
      case ObservationTree.Dictionary dictionary -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        dictionary
            .entries()
            .forEach((name, entry) -> entries.put(name, nested(entry, numbers, at)));
        yield entries;
      }
      case ObservationTree.Sequence sequence ->
          sequence.items().stream().map(item -> nested(item, numbers, at)).toList();
    };
  }

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
}
