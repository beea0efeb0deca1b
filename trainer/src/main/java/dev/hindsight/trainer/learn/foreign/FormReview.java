package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.util.List;
import java.util.Optional;

/// A form that may not be complete, tried out.
///
/// @param form with a port for everything that flows in and, as far as it is known, out
/// @param results shapes of the outputs in a trial run, the agents first where they are; empty if
///   it does not run so
/// @param problem the first thing that is wrong; empty if the policy acts with this form
public record FormReview(ProgramForm form, List<List<Integer>> results, Optional<Problem> problem) {
  /// Copies the lists.
  public FormReview {
    results = results.stream().map(List::copyOf).toList();
  }
}
