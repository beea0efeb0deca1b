package dev.hindsight.trainer.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Promises that environments declare broken: never by default, always by one of their knobs.
class WaiversContractTest {
  @Test
  void noEnvironmentWaivesAnythingByDefaultOrWhereItsConfigurationIsNotKnown() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      Map<String, JsonNode> usual = type.settings().parse(Map.of(), "test").values();
      assertEquals(List.of(), type.waivers(usual), type.id());
      assertEquals(List.of(), type.waivers(Map.of()), type.id());
    }
  }

  @Test
  void everyWaiverNamesAKnobOfItsEnvironmentAndEveryPromiseIsWaivedByOne() {
    Set<Promise> waived = new HashSet<>();
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      Set<String> knobs = new HashSet<>();
      type.settings().all().forEach(setting -> knobs.add(setting.name()));
      for (Map<String, JsonNode> config : reproducing(type)) {
        for (Waiver waiver : type.waivers(config)) {
          assertTrue(knobs.contains(waiver.knob()), waiver.toString());
          waived.add(waiver.promise());
        }
      }
    }
    assertEquals(Set.of(Promise.values()), waived);
  }

  /// All flags set, with every choice of every knob that has some.
  private static List<Map<String, JsonNode>> reproducing(EnvironmentType type) {
    Map<String, JsonNode> flagged = new HashMap<>(type.settings().parse(Map.of(), "test").values());
    for (Setting setting : type.settings().all()) {
      if (setting instanceof Setting.Flag flag) {
        flagged.put(flag.name(), BooleanNode.TRUE);
      }
    }
    return type.settings().all().stream()
        .filter(Setting.Choice.class::isInstance)
        .map(Setting.Choice.class::cast)
        .flatMap(choice ->
            choice.choices().stream()
                .map(value -> {
                  Map<String, JsonNode> config = new HashMap<>(flagged);
                  config.put(choice.name(), TextNode.valueOf(value));
                  return config;
                }))
        .toList();
  }
}
