package dev.hindsight.inspector.credit;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
      return usual(wording("RecordedCreditRule.the_recording_names_no_checkpoint"));
    }
    Optional<Path> file = CheckpointFinder.find(rollout, runLedger);
    if (file.isEmpty()) {
      return usual(
          wording("RecordedCreditRule.its_checkpoint_is_not_found_here", policy.checkpointName()));
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
      return usual(wording("RecordedCreditRule.the_checkpoint_does_not_say_how", name));
    }
    CreditRule rule = CreditRule.trained(origin);
    if (origin.get().training().containsKey("gae_lambda")) {
      return new RecordedCreditRule(
          rule, wording("RecordedCreditRule.the_rule_was_trained_with", name));
    }
    String algorithm =
        Optional.ofNullable(origin.get().training().get(CheckpointOrigin.ALGORITHM))
            .map(JsonNode::asText)
            .orElse(wording("RecordedCreditRule.its_algorithm"));
    return new RecordedCreditRule(
        rule, wording("RecordedCreditRule.and_trial_ends_was_trained_with", name, algorithm));
  }

  private static RecordedCreditRule usual(String why) {
    return new RecordedCreditRule(
        CreditRule.USUAL, wording("RecordedCreditRule.the_default_training_rule_perhaps", why));
  }
}
