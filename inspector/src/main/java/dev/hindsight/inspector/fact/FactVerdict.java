package dev.hindsight.inspector.fact;

import java.util.List;

/// What came of checking a fact on a recording. Immutable.
public sealed interface FactVerdict {
  /// It is so.
  record Holds() implements FactVerdict {}

  /// It is not.
  ///
  /// @param failures the first of every agent, in the order of their ticks; never empty
  record Fails(List<Failure> failures) implements FactVerdict {
    /// Copies the list.
    public Fails {
      failures = List.copyOf(failures);
    }
  }

  /// Nobody can say: it is about something the recording does not have, or is no condition. A check
  /// that cannot be made is not passed.
  ///
  /// @param why a sentence
  record Unknown(String why) implements FactVerdict {}

  /// Where a fact fails.
  ///
  /// @param tick of the recording
  /// @param agent or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
  /// @param words what is so there
  record Failure(int tick, int agent, String words) {}

  /// Whether it is so.
  default boolean passed() {
    return this instanceof Holds;
  }
}
