package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the sources that a recording's attention can come from.
public final class AttentionSources {
  private static final String CHOOSE =
      wording("AttentionSources.choose_the_checkpoint_it_was_recorded");

  private AttentionSources() {}

  /// A sentence that says what a recording lacks to show attention; empty if it may have some.
  public static Optional<String> missing(Manifest manifest) {
    if (manifest.agents() > 0 && RecordedEdges.missing(manifest).isEmpty()) {
      return Optional.of(wording("AttentionSources.its_policy_has_no_memory_to"));
    }
    boolean observed =
        manifest.channels().stream().anyMatch(c -> c.name().equals("observation") && c.perAgent());
    boolean acted = !manifest.policy().id().equals("none") && !manifest.policy().id().isEmpty();
    if (manifest.agents() > 0 && (StoredAttention.promised(manifest) || (observed && acted))) {
      return Optional.empty();
    }
    return Optional.of(wording("AttentionSources.the_recording_holds_no_attention"));
  }

  /// Whether there is certainly some: it is stored, or a transformer acted.
  public static boolean expected(Manifest manifest) {
    return missing(manifest).isEmpty()
        && (StoredAttention.promised(manifest) || manifest.policy().id().equals("transformer"));
  }

  /// Opens the best available source: the network, or else the weights that the recording stores.
  ///
  /// @param chosen a checkpoint the user named; otherwise this method looks for the one that
  ///   recorded
  /// @throws Problem if there is none, or if a checkpoint does not fit
  public static AttentionSource open(Rollout rollout, Optional<Path> chosen) {
    Optional<Path> file = chosen.or(() -> CheckpointFinder.find(rollout, RunLedger.ofUser()));
    int numbers = rollout.manifest().agents() * rollout.manifest().observation().size();
    boolean observed =
        rollout.channel("observation").filter(c -> c.rowLength() == numbers).isPresent();
    if (file.isPresent() && observed) {
      String name = String.valueOf(file.get().getFileName());
      Optional<Introspection> network =
          BuiltInPolicies.introspect(file.get(), RecordedShape.of(rollout));
      if (network.isPresent()) {
        return new ComputedAttention(rollout, network.get(), name);
      }
    }
    return StoredAttention.of(rollout).orElseThrow(() -> nowhere(rollout, file));
  }

  private static Problem nowhere(Rollout rollout, Optional<Path> file) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    if (file.isPresent()) {
      return new Problem(
          wording("AttentionSources.the_policy_has_no_attention"),
          String.valueOf(file.get().getFileName()),
          wording("AttentionSources.record_with_a_policy_that_has"));
    }
    return policy.checkpointName().isEmpty()
        ? new Problem(
            wording("AttentionSources.the_recording_names_no_checkpoint"), policy.id(), CHOOSE)
        : new Problem(
            wording(
                "AttentionSources.the_checkpoint_is_not_among_the",
                policy.checkpointPath().isEmpty()
                    ? ""
                    : wording("AttentionSources.not_at", policy.checkpointPath())),
            policy.checkpointName(),
            CHOOSE);
  }
}
