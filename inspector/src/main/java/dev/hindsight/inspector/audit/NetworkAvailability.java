package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Checks whether the network that acted can be run again, and says what to do if not.
final class NetworkAvailability {
  private NetworkAvailability() {}

  static Optional<String> missing(Rollout rollout) {
    if (AgentColumn.widthOf(rollout, "observation") == 0) {
      return Optional.of("The recording holds no observations.");
    }
    String policy = rollout.manifest().policy().id();
    return policy.isEmpty() || policy.equals("none")
        ? Optional.of("No policy acted.")
        : Optional.empty();
  }

  /// Why there is no checkpoint.
  static String notFound(Rollout rollout) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    return policy.checkpointSha256().isEmpty()
        ? "The policy '" + policy.id() + "' has no weights."
        : "The checkpoint "
            + policy.checkpointName()
            + " is "
            + (policy.checkpointPath().isEmpty() ? "" : "not at " + policy.checkpointPath() + ", ")
            + "not among the shipped policies, not beside the recording and not in the newest runs;"
            + " choose it.";
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
