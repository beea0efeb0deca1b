package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// The policy to run on with: a checkpoint the user named, or else the one that recorded.
///
/// @param chosen the file the user named
public record ChosenPolicySource(Optional<Path> chosen) implements PolicySource {
  @Override
  public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
    return chosen.isPresent()
        ? Optional.of(
            found()
                .beside(
                    BuiltInPolicies.open(chosen.get().toString(), shape).policy(), rollout, shape))
        : found().recorded(rollout, shape);
  }

  @Override
  public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
    return found().named(policyChange, shape);
  }

  @Override
  public Policy named(Edit.PolicyChange policyChange, Rollout rollout, EnvironmentShape shape) {
    return found().named(policyChange, rollout, shape);
  }

  private static RecordedPolicySource found() {
    return new RecordedPolicySource(RunLedger.ofUser());
  }
}
