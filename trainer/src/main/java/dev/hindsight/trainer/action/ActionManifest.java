package dev.hindsight.trainer.action;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The meaning of actions, in the manifest's key `actions`: `{"factors": [{"name", "unit",
/// "levels", "words"}]}` for joint actions, `{"numbers": [{"name", "unit", "factor"}]}` for
/// numbers.
///
/// Without the key, or with an invalid one, the actions of a recording are bare numbers.
public final class ActionManifest {
  /// The key in [Manifest#extra()].
  public static final String KEY = "actions";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ActionManifest() {}

  /// The value of the key in the manifest.
  public static Map<String, JsonNode> of(ActionSpace space) {
    Record json =
        switch (space) {
          case ActionSpace.Discrete discrete ->
              new JointActionsJson(discrete.factors().stream().map(FactorJson::of).toList());
          case ActionSpace.Continuous continuous -> new ActionNumbersJson(numbersJson(continuous));
        };
    return Map.of(KEY, JSON.valueToTree(json));
  }

  private static List<ActionNumberJson> numbersJson(ActionSpace.Continuous space) {
    List<ActionNumberJson> numbers = new ArrayList<>();
    for (int i = 0; i < space.names().size(); i++) {
      String name = space.names().get(i);
      if (space.quantities().isEmpty()) {
        numbers.add(new ActionNumberJson(name, null, null));
      } else {
        Quantity quantity = space.quantities().get(i);
        numbers.add(new ActionNumberJson(name, quantity.unit(), quantity.factor()));
      }
    }
    return numbers;
  }

  private record JointActionsJson(List<FactorJson> factors) {}

  private record FactorJson(
      String name,
      String unit,
      List<Float> levels,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> words) {
    static FactorJson of(ActionSpace.Factor factor) {
      return new FactorJson(factor.name(), factor.unit(), factor.levels(), factor.words());
    }
  }

  private record ActionNumbersJson(List<ActionNumberJson> numbers) {}

  /// @param unit null if unknown
  /// @param factor null if unknown
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ActionNumberJson(String name, @Nullable String unit, @Nullable Double factor) {}

  /// The meaning of a recording's actions; empty if the manifest does not say.
  public static Optional<ActionSpace> read(Manifest manifest) {
    return Optional.ofNullable(manifest.extra().get(KEY)).flatMap(ActionManifest::read);
  }

  /// The joint actions of a recording; empty if its actions are continuous, or the manifest does
  /// not say what they mean.
  public static Optional<ActionSpace.Discrete> joint(Manifest manifest) {
    return read(manifest)
        .filter(ActionSpace.Discrete.class::isInstance)
        .map(ActionSpace.Discrete.class::cast);
  }

  /// The numbers of a recording's actions; empty if its actions are discrete, or the manifest does
  /// not say what they mean.
  public static Optional<ActionSpace.Continuous> numbers(Manifest manifest) {
    return read(manifest)
        .filter(ActionSpace.Continuous.class::isInstance)
        .map(ActionSpace.Continuous.class::cast);
  }

  private static Optional<ActionSpace> read(JsonNode node) {
    if (node.path("factors").isArray() && !node.path("factors").isEmpty()) {
      List<ActionSpace.Factor> factors = new ArrayList<>();
      long combinations = 1;
      for (JsonNode one : node.path("factors")) {
        List<Float> levels = new ArrayList<>();
        one.path("levels").forEach(level -> levels.add((float) level.asDouble()));
        combinations *= levels.size();
        if (combinations == 0 || combinations > Integer.MAX_VALUE) {
          return Optional.empty();
        }
        factors.add(
            new ActionSpace.Factor(
                OneLine.of(one.path("name").asText()),
                OneLine.of(one.path("unit").asText()),
                levels,
                texts(one.path("words"))));
      }
      return Optional.of(new ActionSpace.Discrete(factors));
    }
    if (node.path("numbers").isArray() && !node.path("numbers").isEmpty()) {
      List<String> names = new ArrayList<>();
      List<Quantity> quantities = new ArrayList<>();
      for (JsonNode one : node.path("numbers")) {
        names.add(OneLine.of(one.path("name").asText()));
        quantities.add(
            Quantity.measured(one.path("unit").asText(), one.path("factor").asDouble(1)));
      }
      return Optional.of(new ActionSpace.Continuous(names, quantities));
    }
    return Optional.empty();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(OneLine.of(text.asText())));
    return texts;
  }
}
