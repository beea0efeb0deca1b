package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.policy.Checkpoint;
import java.nio.file.Path;
import java.util.Map;

/// What a run asks of the policies: a run sees neither networks nor the list of shipped ones.
public interface PolicyLibrary {
  /// The checkpoint file for a user's input.
  ///
  /// @param nameOrPath a file, the name of a shipped policy, or a run and its version
  /// @throws dev.hindsight.trainer.Problem if there is none
  Path file(String nameOrPath);

  /// Lets a policy play the episodes of a run's evaluation, always the same ones.
  ///
  /// @param policy the present policy of the run
  /// @param spec the run, with [TrainingSpec#heldOut()] and [RunSettings#evaluation()]
  PolicyScores evaluate(Checkpoint policy, TrainingSpec spec);

  /// Lets a policy play the worlds of a canonical suite, always with its most likely actions.
  ///
  /// @return mean return by scenario, in the order of the suite
  Map<String, Double> evaluate(Checkpoint policy, CanonicalSuite suite);
}
