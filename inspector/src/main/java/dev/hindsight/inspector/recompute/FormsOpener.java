package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.record.SecondOpinion;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Optional;

/// Opens the network that acted in both its forms. A seam: tests put broken ones here.
@FunctionalInterface
public interface FormsOpener {
  /// @return nothing for a policy that does not learn
  /// @throws dev.hindsight.trainer.Problem if the checkpoint does not fit the recording
  Optional<TrainingAndActingForms> open(Rollout rollout, Path checkpoint, Arithmetic arithmetic);

  /// The networks of this program.
  FormsOpener BUILT_IN =
      (rollout, checkpoint, arithmetic) ->
          BuiltInPolicies.forms(checkpoint, SecondOpinion.shapeOf(rollout), arithmetic);
}
