package dev.hindsight.trainer.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The meaning of actions, in the manifest's key `actions`: `{"factors": [{"name", "unit",
/// "levels", "words"}]}` for joint actions, `{"numbers": [{"name", "unit", "factor"}]}` for
/// numbers.
///
/// Without the key, or with an invalid one, the actions of a recording are bare numbers.
public final class ActionManifest {
  /// The key in [Manifest#extra()].
  public static final String KEY = "actions";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ActionManifest() {}

  /// The value of the key in the manifest.
  public static Map<String, JsonNode> of(ActionSpace space) {
    ObjectNode node = JSON.objectNode();
    switch (space) {
      case ActionSpace.Discrete discrete -> {
        ArrayNode factors = node.putArray("factors");
        for (ActionSpace.Factor factor : discrete.factors()) {
          ObjectNode one = factors.addObject();
          one.put("name", factor.name()).put("unit", factor.unit());
          ArrayNode levels = one.putArray("levels");
          factor.levels().forEach(levels::add);
          if (!factor.words().isEmpty()) {
            ArrayNode words = one.putArray("words");
            factor.words().forEach(words::add);
          }
        }
      }
      case ActionSpace.Continuous continuous -> {
        ArrayNode numbers = node.putArray("numbers");
        for (int i = 0; i < continuous.names().size(); i++) {
          ObjectNode one = numbers.addObject().put("name", continuous.names().get(i));
          if (!continuous.quantities().isEmpty()) {
            Quantity quantity = continuous.quantities().get(i);
            one.put("unit", quantity.unit()).put("factor", quantity.factor());
          }
        }
      }
    }
    return Map.of(KEY, node);
  }

  /// The meaning of a recording's actions; empty if the manifest does not say.
  public static Optional<ActionSpace> read(Manifest manifest) {
    return Optional.ofNullable(manifest.extra().get(KEY)).flatMap(ActionManifest::read);
  }

  private static Optional<ActionSpace> read(JsonNode node) {
    if (node.path("factors").isArray() && !node.path("factors").isEmpty()) {
      List<ActionSpace.Factor> factors = new ArrayList<>();
      for (JsonNode one : node.path("factors")) {
        List<Float> levels = new ArrayList<>();
        one.path("levels").forEach(level -> levels.add((float) level.asDouble()));
        if (levels.isEmpty()) {
          return Optional.empty();
        }
        factors.add(
            new ActionSpace.Factor(
                one.path("name").asText(),
                one.path("unit").asText(),
                levels,
                texts(one.path("words"))));
      }
      return Optional.of(new ActionSpace.Discrete(factors));
    }
    if (node.path("numbers").isArray() && !node.path("numbers").isEmpty()) {
      List<String> names = new ArrayList<>();
      List<Quantity> quantities = new ArrayList<>();
      for (JsonNode one : node.path("numbers")) {
        names.add(one.path("name").asText());
        quantities.add(
            Quantity.measured(one.path("unit").asText(), one.path("factor").asDouble(1)));
      }
      return Optional.of(new ActionSpace.Continuous(names, quantities));
    }
    return Optional.empty();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
