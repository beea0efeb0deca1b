package dev.hindsight.trainer.record;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Everything a recording is made of, loaded and checked.
///
/// @param type the kind of environment
/// @param factory its checked configuration
/// @param scenario the scenario file; its bytes go into the recording, so that it can be replayed
///   anywhere
/// @param actor who acts; nobody where actions come from elsewhere
/// @param selection how actions are chosen
/// @param ticks how many to record, at the most
/// @param until what ends the recording
/// @param seed where all randomness comes from
/// @param out the file to make
/// @param declared what somebody asked of knobs, by name; the factory holds what came of it
public record RecordingRequest(
    EnvironmentType type,
    EnvironmentFactory factory,
    Optional<Path> scenario,
    Optional<ActingPolicy> actor,
    ActionSelection selection,
    int ticks,
    Until until,
    long seed,
    Path out,
    Map<String, DeclaredSetting> declared) {
  /// Copies the map.
  public RecordingRequest {
    declared = Collections.unmodifiableMap(new LinkedHashMap<>(declared));
  }

  /// Where nobody says what was asked for.
  public RecordingRequest(
      EnvironmentType type,
      EnvironmentFactory factory,
      Optional<Path> scenario,
      Optional<ActingPolicy> actor,
      ActionSelection selection,
      int ticks,
      Until until,
      long seed,
      Path out) {
    this(type, factory, scenario, actor, selection, ticks, until, seed, out, Map.of());
  }

  /// What ends a recording.
  public enum Until {
    /// The number of ticks, episodes following each other.
    ALL_TICKS,
    /// The tick at which the episode of every agent ended, if it comes before.
    EPISODE_END
  }

  /// A policy, and what the manifest says of it.
  ///
  /// @param policy used by the recorder's thread alone; whoever opened it closes it
  /// @param id the kind of policy
  /// @param checkpointSha256 hex digest of its checkpoint, empty where there is none
  /// @param checkpointName file name of its checkpoint
  /// @param checkpointPath as in [Manifest.PolicyInfo]
  public record ActingPolicy(
      Policy policy,
      String id,
      String checkpointSha256,
      String checkpointName,
      String checkpointPath) {
    /// One whose file lies where it is looked for anyway, or that has none.
    public ActingPolicy(Policy policy, String id, String checkpointSha256, String checkpointName) {
      this(policy, id, checkpointSha256, checkpointName, "");
    }
  }

  /// What the manifest says of who acted.
  Manifest.PolicyInfo policyInfo() {
    return actor
        .map(a ->
            new Manifest.PolicyInfo(
                a.id(),
                a.checkpointSha256(),
                a.checkpointName(),
                a.checkpointPath(),
                selection.id()))
        .orElse(new Manifest.PolicyInfo("none", "", "", selection.id()));
  }
}
