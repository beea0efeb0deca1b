package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A requested value of a knob, before presets and rules determined what took effect. Recordings
/// keep it beside the effective configuration, in the manifest's key `provenance`; checkpoints keep
/// it under the same key of their metadata.
///
/// @param value as written
/// @param source where the request came from
/// @param where it was written: `--set`, a file's name
public record DeclaredSetting(String value, Source source, String where) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String KEY = "provenance";
  private static final String KNOBS = "declared";

  /// Where a request for a knob can come from.
  public enum Source {
    /// The user, on the command line or in a form.
    USER("user"),
    /// The settings with which the acting checkpoint was trained.
    CHECKPOINT("checkpoint"),
    /// A named set of tested settings.
    PRESET("preset"),
    /// A file of settings.
    FILE("file");

    private final String word;

    Source(String word) {
      this.word = word;
    }

    /// The word in files and for people.
    @JsonValue
    public String word() {
      return word;
    }
  }

  /// The entries of a manifest, or of a checkpoint's metadata.
  ///
  /// @param declared by the knob's name, without knobs that nothing requested
  /// @param versions of the software involved, by name: `hindsight`, `java`
  public static Map<String, JsonNode> manifest(
      Map<String, DeclaredSetting> declared, Map<String, String> versions) {
    return Map.of(KEY, JSON.valueToTree(new ManifestEntryJson(declared, versions)));
  }

  private record ManifestEntryJson(
      @JsonProperty(KNOBS) Map<String, DeclaredSetting> declared, Map<String, String> versions) {}

  /// The requests in a manifest; empty if it does not keep them.
  public static Optional<Map<String, DeclaredSetting>> of(Manifest manifest) {
    return of(manifest.extra());
  }

  /// The requests among other keys; empty if there are none.
  ///
  /// @param keys made by [#manifest], among others
  public static Optional<Map<String, DeclaredSetting>> of(Map<String, JsonNode> keys) {
    return object(keys, KNOBS)
        .map(knobs -> {
          Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
          knobs
              .properties()
              .forEach(knob -> {
                JsonNode fields = knob.getValue();
                String value = fields.path("value").asText();
                String where = fields.path("where").asText();
                declared.put(knob.getKey(), new DeclaredSetting(value, source(fields), where));
              });
          return declared;
        });
  }

  /// Versions of the software involved in a recording, by name.
  public static Map<String, String> versions(Manifest manifest) {
    Map<String, String> versions = new LinkedHashMap<>();
    object(manifest.extra(), "versions")
        .ifPresent(all ->
            all.properties().forEach(one -> versions.put(one.getKey(), one.getValue().asText())));
    return versions;
  }

  private static Optional<JsonNode> object(Map<String, JsonNode> keys, String key) {
    return Optional.ofNullable(keys.get(KEY))
        .map(provenance -> provenance.path(key))
        .filter(JsonNode::isObject);
  }

  private static Source source(JsonNode fields) {
    for (Source source : Source.values()) {
      if (source.word.equals(fields.path("source").asText())) {
        return source;
      }
    }
    return Source.FILE;
  }
}
