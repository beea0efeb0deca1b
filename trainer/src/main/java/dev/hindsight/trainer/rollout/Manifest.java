package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Collections;
import java.util.LinkedHashMap;
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
    @JsonInclude(JsonInclude.Include.ALWAYS) List<ChannelSpec> channels,
    @JsonProperty("static") List<ChannelSpec> fixed,
    @JsonAnyGetter Map<String, JsonNode> extra) {
  /// The value of [#format()] in every file of ours.
  public static final String FORMAT = "hindsight-rollout";

  /// The newest layout this code writes and reads.
  public static final int VERSION = 1;

  /// Copies the collections.
  public Manifest {
    channels = List.copyOf(channels);
    fixed = List.copyOf(fixed);
    extra = Map.copyOf(extra);
  }

  /// What ran.
  ///
  /// @param id as in the list of environments
  /// @param config every knob with the value that took effect
  /// @param codeVersion version of the code that simulated
  /// @param extra keys this version does not know
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record EnvironmentInfo(
      String id,
      Map<String, JsonNode> config,
      String codeVersion,
      @JsonAnyGetter Map<String, JsonNode> extra) {
    /// Copies the maps, keeping the order.
    public EnvironmentInfo {
      config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
      extra = Map.copyOf(extra);
    }

    /// An environment of ours.
    public EnvironmentInfo(String id, Map<String, JsonNode> config, String codeVersion) {
      this(id, config, codeVersion, Map.of());
    }
  }

  /// Who acted.
  ///
  /// @param id the kind of policy: `drive-lstm`
  /// @param checkpointSha256 hex digest of the checkpoint file, empty where there is none
  /// @param checkpointName its file name, without folders
  /// @param checkpointPath where the file lay when it acted, absolute; a relative one, as other
  ///   programs may write it, starts at the recording's folder or the working directory. Empty
  ///   where there is no file, or it ships with the program
  /// @param actionSelection `argmax`, `sample`, `random` or `file`
  /// @param extra keys this version does not know
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record PolicyInfo(
      String id,
      String checkpointSha256,
      String checkpointName,
      String checkpointPath,
      String actionSelection,
      @JsonAnyGetter Map<String, JsonNode> extra) {
    /// Copies the map.
    public PolicyInfo {
      extra = Map.copyOf(extra);
    }

    /// A policy of ours.
    public PolicyInfo(
        String id,
        String checkpointSha256,
        String checkpointName,
        String checkpointPath,
        String actionSelection) {
      this(id, checkpointSha256, checkpointName, checkpointPath, actionSelection, Map.of());
    }

    /// A policy of ours whose file lies where it is looked for anyway, or that has none.
    public PolicyInfo(
        String id, String checkpointSha256, String checkpointName, String actionSelection) {
      this(id, checkpointSha256, checkpointName, "", actionSelection);
    }
  }

  /// @param count K, trials an episode has; 1 where the environment knows no trials
  /// @param timeoutTicks ticks after which a trial ends by itself; 0 where it does not
  /// @param extra keys this version does not know
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Trials(int count, int timeoutTicks, @JsonAnyGetter Map<String, JsonNode> extra) {
    /// Copies the map.
    public Trials {
      extra = Map.copyOf(extra);
    }

    /// Trials of ours.
    public Trials(int count, int timeoutTicks) {
      this(count, timeoutTicks, Map.of());
    }
  }

  /// The same, with other numbers of agents and of ticks in a chunk.
  Manifest measured(int agentCount, int ticksPerChunk) {
    return new Manifest(
        format,
        version,
        producer,
        createdUtc,
        environment,
        policy,
        seed,
        agentCount,
        tickSeconds,
        trials,
        ticksPerChunk,
        observation,
        channels,
        fixed,
        extra);
  }
}
