package dev.hindsight.inspector.compare;

import java.util.Optional;

/// Where panels find the recording that stands beside the one they are about.
///
/// @param counterpart nothing for a recording that is looked at alone
public record CounterpartShelf(Optional<Counterpart> counterpart) {
  static CounterpartShelf empty() {
    return new CounterpartShelf(Optional.empty());
  }
}
