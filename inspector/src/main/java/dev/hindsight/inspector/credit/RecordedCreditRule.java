package dev.hindsight.inspector.credit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// The rule for a recording's advantages, and where it comes from.
///
/// @param rule the checkpoint's as far as it says it; else training's default
/// @param source its origin, in a sentence
record RecordedCreditRule(CreditRule rule, String source) {
  /// Searches for the checkpoint by its digest. Reads files: for a background thread.
  static RecordedCreditRule of(Rollout rollout) {
    return of(rollout, RunLedger.ofUser());
  }

  static RecordedCreditRule of(Rollout rollout, RunLedger runLedger) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    if (policy.checkpointSha256().isEmpty()) {
      return usual("the recording names no checkpoint");
    }
    Optional<Path> file = CheckpointFinder.find(rollout, runLedger);
    if (file.isEmpty()) {
      return usual("its checkpoint " + policy.checkpointName() + " is not found here");
    }
    try {
      return of(policy.checkpointName(), CheckpointOrigin.of(Checkpoints.read(file.get())));
    } catch (Problem problem) {
      return usual(problem.getMessage());
    }
  }

  /// The rule of an available checkpoint.
  static RecordedCreditRule of(String name, Optional<CheckpointOrigin> origin) {
    if (origin
        .map(CheckpointOrigin::training)
        .filter(knobs -> knobs.containsKey("gamma"))
        .isEmpty()) {
      return usual("the checkpoint " + name + " does not say how it was trained");
    }
    CreditRule rule = CreditRule.trained(origin);
    if (origin.get().training().containsKey("gae_lambda")) {
      return new RecordedCreditRule(rule, "The rule " + name + " was trained with.");
    }
    String algorithm =
        Optional.ofNullable(origin.get().training().get(CheckpointOrigin.ALGORITHM))
            .map(JsonNode::asText)
            .orElse("its algorithm");
    return new RecordedCreditRule(
        rule,
        "γ and trial ends "
            + name
            + " was trained with; "
            + algorithm
            + " uses no advantages: λ is PPO's default.");
  }

  private static RecordedCreditRule usual(String why) {
    return new RecordedCreditRule(
        CreditRule.USUAL, "The default training rule, perhaps not this policy's: " + why + ".");
  }
}
