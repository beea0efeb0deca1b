package dev.hindsight.trainer.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RelativePath;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/// Everything needed to make a recording, loaded and checked.
///
/// @param type the kind of environment
/// @param factory its checked configuration
/// @param scenario the scenario file; the recording stores its bytes, so that it can be replayed
///   anywhere
/// @param actor the acting policy; empty if actions come from elsewhere
/// @param selection how actions are chosen
/// @param ticks the most ticks to record
/// @param until what ends the recording
/// @param seed source of all randomness
/// @param out the file to write
/// @param declared requested knobs by name; the factory holds what took effect
/// @param updates number of updates of its run that the acting policy had learned from, by tick, if
///   the actions come from a run; otherwise empty, and the actor's version acts at every tick
/// @param repeats further keys of the manifest that say what of a run the recording repeats
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
    Map<String, DeclaredSetting> declared,
    List<Integer> updates,
    Map<String, JsonNode> repeats) {
  /// The property that sets with how many threads PyTorch computes; 1 without it.
  public static final String TORCH_THREADS = "hindsight.torch.threads";

  /// Copies the collections.
  public RecordingRequest {
    repeats = Map.copyOf(repeats);
    declared = Collections.unmodifiableMap(new LinkedHashMap<>(declared));
    updates = List.copyOf(updates);
  }

  /// With the actor's version at every tick.
  public RecordingRequest(
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
    this(
        type, factory, scenario, actor, selection, ticks, until, seed, out, declared, List.of(),
        Map.of());
  }

  /// Without information on requested knobs.
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

  /// The same for actions from a run.
  ///
  /// @param acting as [#updates()]
  /// @param repeated as [#repeats()]
  public RecordingRequest acted(List<Integer> acting, Map<String, JsonNode> repeated) {
    return new RecordingRequest(
        type, factory, scenario, actor, selection, ticks, until, seed, out, declared, acting,
        repeated);
  }

  /// The version of the policy that acts at each tick; empty if none acts, or if it comes from no
  /// run.
  Optional<IntUnaryOperator> policyUpdate() {
    if (!updates.isEmpty()) {
      return Optional.of(tick -> tick < updates.size() ? updates.get(tick) : ActingUpdate.UNKNOWN);
    }
    OptionalInt named =
        selection.needs() == ActionSelection.Needs.A_POLICY
            ? actor.map(ActingPolicy::version).map(ActingUpdate::named).orElse(OptionalInt.empty())
            : OptionalInt.empty();
    return named.isEmpty() ? Optional.empty() : Optional.of(_ -> named.getAsInt());
  }

  /// What ends a recording.
  public enum Until {
    /// The number of ticks; episodes follow each other.
    ALL_TICKS,
    /// The tick at which the episodes of all agents have ended, if it comes earlier.
    EPISODE_END
  }

  /// A policy and its description in the manifest.
  ///
  /// @param policy used only by the recorder's thread; the caller that opened it closes it
  /// @param id the kind of policy
  /// @param checkpointSha256 hex digest of its checkpoint, empty if there is none
  /// @param checkpointName file name of its checkpoint
  /// @param checkpointPath absolute path of the file; empty if there is none, or if it ships with
  ///   the program
  /// @param partners of the agents it does not drive; empty if it drives all. The policy then
  ///   includes them, and the other components describe the policy of the egos
  /// @param version the run and the update that its weights come from, by key of the manifest;
  ///   empty if they do not say
  public record ActingPolicy(
      Policy policy,
      String id,
      String checkpointSha256,
      String checkpointName,
      String checkpointPath,
      Optional<RecordedPartners> partners,
      Map<String, JsonNode> version) {
    /// Copies the map.
    public ActingPolicy {
      version = Map.copyOf(version);
    }

    /// A policy that does not say which run it comes from.
    public ActingPolicy(
        Policy policy,
        String id,
        String checkpointSha256,
        String checkpointName,
        String checkpointPath,
        Optional<RecordedPartners> partners) {
      this(policy, id, checkpointSha256, checkpointName, checkpointPath, partners, Map.of());
    }

    /// A policy that drives all agents, and does not say which run it comes from.
    public ActingPolicy(
        Policy policy,
        String id,
        String checkpointSha256,
        String checkpointName,
        String checkpointPath) {
      this(
          policy, id, checkpointSha256, checkpointName, checkpointPath, Optional.empty(), Map.of());
    }

    /// A policy whose file is in a usual place, or that has none.
    public ActingPolicy(Policy policy, String id, String checkpointSha256, String checkpointName) {
      this(policy, id, checkpointSha256, checkpointName, "");
    }
  }

  /// The manifest's entry for the policy, with paths as seen from the recording.
  Manifest.PolicyInfo policyInfo() {
    return actor
        .map(a ->
            new Manifest.PolicyInfo(
                a.id(),
                a.checkpointSha256(),
                a.checkpointName(),
                a.checkpointPath(),
                selection.id(),
                extra(a)))
        .map(policy -> policy.withPaths(path -> RelativePath.from(out, Path.of(path)).orElse("")))
        .orElse(new Manifest.PolicyInfo("none", "", "", selection.id()));
  }

  private static Map<String, JsonNode> extra(ActingPolicy acting) {
    Map<String, JsonNode> extra = new LinkedHashMap<>(acting.version());
    acting.partners().map(RecordedPartners::keys).ifPresent(extra::putAll);
    // Another number of threads adds in another order and changes the last bits of outputs.
    int threads = Integer.getInteger(TORCH_THREADS, 1);
    if (threads != 1) {
      extra.put("torchThreads", IntNode.valueOf(threads));
    }
    return extra;
  }
}
