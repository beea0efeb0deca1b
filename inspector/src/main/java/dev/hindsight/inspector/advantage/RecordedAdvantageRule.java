package dev.hindsight.inspector.advantage;

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
/// @param rule the checkpoint's as far as it says it; else training's default, without a clamp
/// @param source its origin, in a sentence
record RecordedAdvantageRule(AdvantageRule rule, String source) {
  /// The rule that a policy which acted in a recording was trained with; empty if its checkpoint is
  /// not found or does not say.
  static Optional<RecordedAdvantageRule> trained(
      Rollout rollout, Manifest.PolicyInfo policy, RunLedger runLedger) {
    try {
      return CheckpointFinder.find(rollout, policy, runLedger)
          .map(file -> CheckpointOrigin.of(Checkpoints.read(file)))
          .filter(RecordedAdvantageRule::saysHow)
          .map(origin -> of(policy.checkpointName(), origin));
    } catch (Problem _) {
      return Optional.empty();
    }
  }

  /// Searches for the checkpoint of the recording's policy by its digest. Reads files: for a
  /// background thread.
  static RecordedAdvantageRule of(Rollout rollout, RunLedger runLedger) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    if (policy.checkpointSha256().isEmpty()) {
      return usual(wording("RecordedAdvantageRule.the_recording_names_no_checkpoint"));
    }
    Optional<Path> file = CheckpointFinder.find(rollout, runLedger);
    if (file.isEmpty()) {
      return usual(
          wording(
              "RecordedAdvantageRule.its_checkpoint_is_not_found_here", policy.checkpointName()));
    }
    try {
      return of(policy.checkpointName(), CheckpointOrigin.of(Checkpoints.read(file.get())));
    } catch (Problem problem) {
      return usual(problem.getMessage());
    }
  }

  /// The rule of an available checkpoint.
  static RecordedAdvantageRule of(String name, Optional<CheckpointOrigin> origin) {
    if (!saysHow(origin)) {
      return usual(wording("RecordedAdvantageRule.the_checkpoint_does_not_say_how", name));
    }
    AdvantageRule rule = AdvantageRule.trained(origin);
    if (origin.get().training().containsKey("gae_lambda")) {
      return new RecordedAdvantageRule(
          rule,
          wording("RecordedAdvantageRule.the_rule_was_trained_with", name, rule.clampWords()));
    }
    String algorithm =
        Optional.ofNullable(origin.get().training().get(CheckpointOrigin.ALGORITHM))
            .map(JsonNode::asText)
            .orElse(wording("RecordedAdvantageRule.its_algorithm"));
    return new RecordedAdvantageRule(
        rule,
        wording(
            "RecordedAdvantageRule.and_trial_ends_was_trained_with",
            name,
            rule.clampWords(),
            algorithm));
  }

  private static boolean saysHow(Optional<CheckpointOrigin> origin) {
    return origin
        .map(CheckpointOrigin::training)
        .filter(knobs -> knobs.containsKey("gamma"))
        .isPresent();
  }

  /// The same rule with another sentence about its source.
  RecordedAdvantageRule adding(String sentence) {
    return new RecordedAdvantageRule(rule, source + sentence);
  }

  private static RecordedAdvantageRule usual(String why) {
    return new RecordedAdvantageRule(
        AdvantageRule.USUAL,
        wording("RecordedAdvantageRule.the_default_training_rule_perhaps", why));
  }
}
