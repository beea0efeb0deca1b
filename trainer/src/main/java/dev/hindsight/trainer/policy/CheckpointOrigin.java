package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The origin of weights trained by Hindsight, from their checkpoint: enough to train them again.
///
/// @param policy id of the architecture: `drive-lstm`
/// @param environment the training environment with every knob
/// @param observation meaning of each observed number
/// @param training every knob of the training run
/// @param codeVersion version of the training code
/// @param parentSha256 digest of the checkpoint it continued from, empty for a fresh start
public record CheckpointOrigin(
    String policy,
    Manifest.EnvironmentInfo environment,
    ObservationLayout observation,
    Map<String, JsonNode> training,
    String codeVersion,
    String parentSha256) {
  /// Incomplete metadata is rejected, not filled with nulls; keys of a later version are ignored.
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /// Key in [#training()] of the algorithm's id; files of older versions lack it.
  public static final String ALGORITHM = "algorithm";

  /// Key in [#training()] of the training maps.
  public static final String SCENARIOS = "scenarios";

  /// Key in [#training()] of the maps on which it was evaluated while it trained, if they are not
  /// the training maps; missing in files of older versions.
  public static final String HELD_OUT = "held_out";

  /// Key in [#training()] of the population that drove the agents that did not learn; missing if
  /// all agents learned, and in files of older versions.
  public static final String PARTNERS = "partners";

  /// Key in [#training()] of the number of ticks after which memory was emptied in training, even
  /// within an episode; missing if memory lasted as long as the episode, and in files of older
  /// versions.
  public static final String MEMORY_TICKS = "memory_ticks";

  /// The newest supported layout of this metadata. Version 1 has no version key.
  private static final int NEWEST_LAYOUT = 1;

  private static final String LAYOUT = "layout";
  private static final String POLICY = "policy";
  private static final String ENVIRONMENT = "environment";
  private static final String OBSERVATION = "observation";
  private static final String TRAINING = "training";
  private static final String CODE_VERSION = "codeVersion";
  private static final String PARENT = "parent";

  /// Copies, keeping the order.
  public CheckpointOrigin {
    training = Collections.unmodifiableMap(new LinkedHashMap<>(training));
  }

  /// The knobs of its training as a user would type them, without those that the user typed.
  ///
  /// @param environmentId of the environment it will act in; in another one they mean nothing
  /// @param typed knobs the user set; a preset among them stands for all the others
  public Map<String, String> settings(String environmentId, Map<String, String> typed) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (environment.id().equals(environmentId) && !typed.containsKey("preset")) {
      environment.config().forEach((name, value) -> settings.put(name, value.asText()));
      settings.keySet().removeAll(typed.keySet());
    }
    return settings;
  }

  /// Maps of its training, as the user named them.
  public List<String> scenarios() {
    return names(SCENARIOS);
  }

  /// Maps on which it was evaluated while it trained, as the user named them; empty if these were
  /// the training maps.
  public List<String> heldOut() {
    return names(HELD_OUT);
  }

  private List<String> names(String key) {
    List<String> names = new ArrayList<>();
    JsonNode named = training.get(key);
    if (named != null) {
      named.forEach(name -> names.add(name.asText()));
    }
    return names;
  }

  /// The population that drove the agents that did not learn, as a user would type it; empty if all
  /// agents learned, or if the file does not say.
  public Optional<String> partners() {
    return Optional.ofNullable(training.get(PARTNERS)).map(JsonNode::asText);
  }

  /// The form stored as metadata of a checkpoint.
  public Map<String, JsonNode> metadata() {
    ObjectNode knobs = JSON.createObjectNode();
    training.forEach(knobs::set);
    Map<String, JsonNode> metadata = new LinkedHashMap<>();
    metadata.put(POLICY, JsonNodeFactory.instance.textNode(policy));
    metadata.put(ENVIRONMENT, JSON.valueToTree(environment));
    metadata.put(OBSERVATION, JSON.valueToTree(observation));
    metadata.put(TRAINING, knobs);
    metadata.put(CODE_VERSION, JsonNodeFactory.instance.textNode(codeVersion));
    metadata.put(PARENT, JsonNodeFactory.instance.textNode(parentSha256));
    return metadata;
  }

  /// The origin of a checkpoint; empty for one that another program wrote.
  ///
  /// @throws Problem if it claims to be Hindsight's but is malformed
  public static Optional<CheckpointOrigin> of(Checkpoint checkpoint) {
    Map<String, JsonNode> metadata = checkpoint.metadata();
    refuseNewer(metadata.get(LAYOUT), checkpoint.name());
    JsonNode environment = metadata.get(ENVIRONMENT);
    JsonNode observation = metadata.get(OBSERVATION);
    if (environment == null || observation == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CheckpointOrigin(
              text(metadata, POLICY),
              new Manifest.EnvironmentInfo(
                  environment.required("id").asText(),
                  fields(environment.path("config")),
                  environment.path("codeVersion").asText()),
              WholeJson.read(JSON, measured(observation), ObservationLayout.class),
              fields(metadata.getOrDefault(TRAINING, JSON.createObjectNode())),
              text(metadata, CODE_VERSION),
              text(metadata, PARENT)));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new Problem(
          wording("CheckpointOrigin.its_metadata_does_not_say_where", e.getMessage()),
          checkpoint.name(),
          wording("CheckpointOrigin.take_the_checkpoint_as_the_training"),
          e);
    }
  }

  private static void refuseNewer(@Nullable JsonNode layout, String name) {
    if (layout != null && layout.asInt() > NEWEST_LAYOUT) {
      throw new Problem(
          wording("CheckpointOrigin.it_has_the_layout_of_version", layout.asInt(), NEWEST_LAYOUT),
          name,
          wording("CheckpointOrigin.open_it_with_a_newer_hindsight"));
    }
  }

  private static Map<String, JsonNode> fields(JsonNode object) {
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return fields;
  }

  private static String text(Map<String, JsonNode> metadata, String key) {
    JsonNode value = metadata.get(key);
    return value == null ? "" : value.asText();
  }

  /// Checkpoints may omit the quantities of observations: names are enough to compare. Segments
  /// without a type hold floats, those without an audience are seen by all.
  private static JsonNode measured(JsonNode observation) {
    JsonNode whole = observation.deepCopy();
    for (JsonNode segment : whole.path("segments")) {
      if (segment instanceof ObjectNode fields) {
        if (!fields.has("quantities")) {
          fields.putArray("quantities");
        }
        if (!fields.has("type")) {
          fields.put("type", NumberType.F4.code());
        }
        if (!fields.has("audience")) {
          fields.put("audience", Audience.ALL.id());
        }
      }
    }
    return whole;
  }
}
