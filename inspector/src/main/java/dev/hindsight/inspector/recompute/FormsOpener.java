package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.record.ActionLikelihood;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Optional;

/// Opens both forms of the network that acted. Tests substitute broken ones here.
@FunctionalInterface
public interface FormsOpener {
  /// @return empty for a policy that does not learn
  /// @throws dev.hindsight.trainer.Problem if the checkpoint does not fit the recording
  Optional<TrainingAndActingForms> open(Rollout rollout, Path checkpoint, Arithmetic arithmetic);

  /// Opens the networks of this program.
  FormsOpener BUILT_IN =
      (rollout, checkpoint, arithmetic) ->
          BuiltInPolicies.forms(checkpoint, ActionLikelihood.ofForms(rollout), arithmetic);
}
