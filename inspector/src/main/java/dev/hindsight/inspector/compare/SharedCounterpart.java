package dev.hindsight.inspector.compare;

import java.util.Optional;

/// Where panels find the recording that stands beside the one they are about.
///
/// @param counterpart nothing for a recording that is looked at alone
public record SharedCounterpart(Optional<Counterpart> counterpart) {
  static SharedCounterpart empty() {
    return new SharedCounterpart(Optional.empty());
  }
}
