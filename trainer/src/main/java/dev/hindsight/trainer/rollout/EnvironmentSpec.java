package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/// What Gymnasium needs to make the environment of a recording again: the text that its
/// `EnvSpec.to_json` gives.
public final class EnvironmentSpec {
  /// The key in [Manifest.EnvironmentInfo#extra].
  public static final String KEY = "env_spec";

  /// The key of what its agents may do, as Minari writes a space.
  public static final String ACTIONS = "action_space";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private EnvironmentSpec() {}

  /// The text that a recording has; empty if it has none.
  public static Optional<String> of(Manifest manifest) {
    return text(manifest, KEY);
  }

  /// What the agents of a recording may do, as Minari writes it; empty if the recording does not
  /// say.
  public static Optional<String> actions(Manifest manifest) {
    return text(manifest, ACTIONS);
  }

  private static Optional<String> text(Manifest manifest, String key) {
    JsonNode text = manifest.environment().extra().get(key);
    return text != null && text.isTextual() ? Optional.of(text.asText()) : Optional.empty();
  }

  /// The name of the environment in Gymnasium's registry; empty if the text does not say.
  public static Optional<String> id(String text) {
    try {
      return Optional.of(JSON.readTree(text).path("id").asText()).filter(id -> !id.isEmpty());
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }
}
