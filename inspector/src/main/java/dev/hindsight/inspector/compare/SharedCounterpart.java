package dev.hindsight.inspector.compare;

import java.util.Optional;

/// The service through which panels find the recording beside theirs.
///
/// @param counterpart empty for a recording viewed alone
public record SharedCounterpart(Optional<Counterpart> counterpart) {
  static SharedCounterpart empty() {
    return new SharedCounterpart(Optional.empty());
  }
}
