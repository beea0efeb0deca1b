package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Checks whether the network that acted can be run again, and says what to do if not.
final class NetworkAvailability {
  private NetworkAvailability() {}

  static Optional<String> missing(Rollout rollout) {
    if (AgentColumn.widthOf(rollout, "observation") == 0) {
      return Optional.of(wording("NetworkAvailability.the_recording_holds_no_observations"));
    }
    String policy = rollout.manifest().policy().id();
    return policy.isEmpty() || policy.equals("none")
        ? Optional.of(wording("NetworkAvailability.no_policy_acted"))
        : Optional.empty();
  }

  /// Why no checkpoint was found.
  static String notFound(Rollout rollout) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    return policy.checkpointSha256().isEmpty()
        ? wording("NetworkAvailability.the_policy_has_no_weights", policy.id())
        : wording(
            "NetworkAvailability.the_checkpoint_is_not_among_the",
            policy.checkpointName(),
            policy.checkpointPath().isEmpty()
                ? ""
                : wording(
                    "NetworkAvailability.not_at",
                    RelativePath.inFull(rollout.file(), policy.checkpointPath())));
  }

  /// Reports a checkpoint that does not fit: the user named the wrong one, or the recording's
  /// digest points to another.
  static AuditReport unfit(String audit, AuditSubject subject, Problem problem) {
    if (subject.chosen().isPresent()) {
      throw problem;
    }
    return AuditReport.notApplicable(audit, problem.getMessage());
  }
}
