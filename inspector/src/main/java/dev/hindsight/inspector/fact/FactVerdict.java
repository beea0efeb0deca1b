package dev.hindsight.inspector.fact;

import java.util.List;

/// The result of checking a fact on a recording. Immutable.
public sealed interface FactVerdict {
  /// The fact holds.
  record Holds() implements FactVerdict {}

  /// The fact does not hold.
  ///
  /// @param failures the first failure of each agent, in tick order; never empty
  record Fails(List<Failure> failures) implements FactVerdict {
    /// Copies the list.
    public Fails {
      failures = List.copyOf(failures);
    }
  }

  /// It cannot be decided: the fact needs something the recording lacks, or is not a valid
  /// condition. A check that cannot run does not pass.
  ///
  /// @param why a sentence
  record Unknown(String why) implements FactVerdict {}

  /// A place where a fact fails.
  ///
  /// @param tick in the recording
  /// @param agent or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
  /// @param words what holds there instead
  record Failure(int tick, int agent, String words) {}

  /// Whether the fact holds.
  default boolean passed() {
    return this instanceof Holds;
  }
}
