package dev.hindsight.trainer.env;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A value for every knob: the effective configuration, as manifests and checkpoints hold it.
///
/// @param values name to value, in form order
/// @param chosen the names a user set; the rest are defaults
public record SettingValues(Map<String, JsonNode> values, Set<String> chosen) {
  /// Copies, keeping the order.
  public SettingValues {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    chosen = Set.copyOf(chosen);
  }

  /// The value of a [Setting.Whole].
  public int whole(String name) {
    return node(name).intValue();
  }

  /// The value of a [Setting.Real].
  public double real(String name) {
    return node(name).doubleValue();
  }

  /// The value of a [Setting.Flag].
  public boolean flag(String name) {
    return node(name).booleanValue();
  }

  /// The value of a [Setting.Choice].
  public String choice(String name) {
    return node(name).textValue();
  }

  /// The value of a [Setting.Text].
  public String text(String name) {
    return node(name).textValue();
  }

  private JsonNode node(String name) {
    JsonNode node = values.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no setting named " + name);
    }
    return node;
  }
}
