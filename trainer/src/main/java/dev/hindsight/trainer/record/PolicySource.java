package dev.hindsight.trainer.record;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Finds and opens the policies a recording goes on with. Reads files and loads networks: for a
/// background thread, the one that will own the policies. Whoever asked closes them.
public interface PolicySource {
  /// Who acted in the recording; nothing where no policy did.
  ///
  /// @throws dev.hindsight.trainer.Problem if its checkpoint is not found here
  Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape);

  /// Who is to act from a tick on.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint is not found, is another one by now,
  ///   or does not fit
  Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape);
}
