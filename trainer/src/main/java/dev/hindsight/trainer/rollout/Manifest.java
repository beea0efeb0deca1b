package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.ObservationLayout;
import java.util.List;
import java.util.Map;

/// The first member of a rollout file: who made it, from what, and which columns it has.
///
/// @param environment id and effective configuration of what ran
/// @param policy who acted, and how the action was chosen
/// @param seed the one number all randomness came from
/// @param agents A, the size of the axis `agent`
/// @param tickSeconds simulated seconds between two ticks
/// @param chunkTicks ticks in every stored chunk but the last
/// @param channels columns with a row per tick
/// @param fixed arrays without a tick axis (the JSON key is `static`)
/// @param extra keys this version does not know; kept and written back
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Manifest(
    String format,
    int version,
    String producer,
    String createdUtc,
    EnvironmentInfo environment,
    PolicyInfo policy,
    @JsonInclude(JsonInclude.Include.ALWAYS) long seed,
    @JsonInclude(JsonInclude.Include.ALWAYS) int agents,
    double tickSeconds,
    Trials trials,
    int chunkTicks,
    ObservationLayout observation,
    List<ChannelSpec> channels,
    @JsonProperty("static") List<ChannelSpec> fixed,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> extra) {

  /// The value of [#format()] in every file of ours.
  public static final String FORMAT = "hindsight-rollout";

  /// The newest layout this code writes and reads.
  public static final int VERSION = 1;

  /// What ran.
  ///
  /// @param id as in the list of environments
  /// @param config every knob with the value that took effect
  /// @param codeVersion version of the code that simulated
  public record EnvironmentInfo(String id, Map<String, JsonNode> config, String codeVersion) {}

  /// Who acted.
  ///
  /// @param id the kind of policy: `drive-lstm`
  /// @param checkpointSha256 hex digest of the checkpoint file, empty where there is none
  /// @param checkpointName its file name, without folders
  /// @param actionSelection `argmax`, `sample`, `random` or `file`
  public record PolicyInfo(
      String id, String checkpointSha256, String checkpointName, String actionSelection) {}

  /// @param count K, trials an episode has; 1 where the environment knows no trials
  /// @param timeoutTicks ticks after which a trial ends by itself; 0 where it does not
  public record Trials(int count, int timeoutTicks) {}
}
