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
import java.util.function.UnaryOperator;

/// The first member of a rollout file: what made the recording, from what, and which columns it
/// has.
///
/// @param environment id and effective configuration of the environment
/// @param policy the policy that acted, and how actions were chosen
/// @param seed source of all randomness
/// @param agents A, the size of the axis `agent`
/// @param tickSeconds simulated seconds per tick
/// @param chunkTicks ticks in every stored chunk except the last
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
  /// The value of [#format()] in every file that Hindsight writes.
  public static final String FORMAT = "hindsight-rollout";

  /// The member of a recording that holds the manifest.
  public static final String MEMBER = "manifest.json";

  /// The key of what a dataset of another program says of itself; only recordings made from one
  /// have it.
  public static final String DATASET = "dataset";

  /// The newest layout this code writes and reads.
  public static final int VERSION = 1;

  /// Copies the collections.
  public Manifest {
    channels = List.copyOf(channels);
    fixed = List.copyOf(fixed);
    extra = Map.copyOf(extra);
  }

  /// Whether it is known how long a tick lasts. Datasets of other programs do not say it; their
  /// [#tickSeconds] only serves to play them.
  public boolean tellsTickSeconds() {
    return tickSeconds > 0 && !wasDataset();
  }

  /// Whether the recording was made from a dataset of another program.
  public boolean wasDataset() {
    return extra.containsKey(DATASET);
  }

  /// Whether the recording holds what its agents saw: in one column, or each segment in a column of
  /// its own type. Either way [Rollout#channel] reads it as `observation`.
  public boolean observes() {
    return holds("observation")
        || (!observation.inOneColumn()
            && observation.segments().stream()
                .allMatch(segment -> holds(ComposedObservation.column(segment))));
  }

  private boolean holds(String perAgent) {
    return agents > 0
        && channels.stream().anyMatch(spec -> spec.name().equals(perAgent) && spec.perAgent());
  }

  /// The environment of a recording.
  ///
  /// @param id as in the list of environments
  /// @param config every knob with its effective value
  /// @param codeVersion version of the simulation code
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

    /// An environment of Hindsight.
    public EnvironmentInfo(String id, Map<String, JsonNode> config, String codeVersion) {
      this(id, config, codeVersion, Map.of());
    }
  }

  /// The policy of a recording.
  ///
  /// @param id the kind of policy: `drive-lstm`
  /// @param checkpointSha256 hex digest of the checkpoint file, empty if there is none
  /// @param checkpointName its file name, without folders
  /// @param checkpointPath the [RelativePath] of the file when it acted; absolute in recordings of
  ///   earlier versions. Empty if there is no file, or if it ships with the program
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

    /// What to call it in a message: its file, or its kind where there is none.
    public String place() {
      return checkpointName.isEmpty() ? id : checkpointName;
    }

    /// The same policy with other paths of its checkpoint and of its partners' checkpoints.
    ///
    /// @param path from the path here, which is not empty, to the new one
    public PolicyInfo withPaths(UnaryOperator<String> path) {
      Map<String, JsonNode> changed = new LinkedHashMap<>(extra);
      changed.computeIfPresent(
          RecordedPartners.PARTNERS, (_, partners) -> RecordedPartners.withPaths(partners, path));
      return new PolicyInfo(
          id,
          checkpointSha256,
          checkpointName,
          checkpointPath.isEmpty() ? "" : path.apply(checkpointPath),
          actionSelection,
          changed);
    }

    /// A policy of Hindsight.
    public PolicyInfo(
        String id,
        String checkpointSha256,
        String checkpointName,
        String checkpointPath,
        String actionSelection) {
      this(id, checkpointSha256, checkpointName, checkpointPath, actionSelection, Map.of());
    }

    /// A policy of Hindsight whose file is in a usual place, or that has none.
    public PolicyInfo(
        String id, String checkpointSha256, String checkpointName, String actionSelection) {
      this(id, checkpointSha256, checkpointName, "", actionSelection);
    }
  }

  /// @param count K, trials per episode; 1 if the environment has no trials
  /// @param timeoutTicks time limit of a trial in ticks; 0 if there is none
  /// @param extra keys this version does not know
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Trials(int count, int timeoutTicks, @JsonAnyGetter Map<String, JsonNode> extra) {
    /// Copies the map.
    public Trials {
      extra = Map.copyOf(extra);
    }

    /// The trials of a Hindsight environment.
    public Trials(int count, int timeoutTicks) {
      this(count, timeoutTicks, Map.of());
    }
  }

  /// A copy with other numbers of agents and of ticks in a chunk.
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
