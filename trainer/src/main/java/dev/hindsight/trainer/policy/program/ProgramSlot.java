package dev.hindsight.trainer.policy.program;

import java.util.List;

/// One array that flows into a program or out of it, as the file declares it.
///
/// @param name in the file; for a part of a tuple `state.0`
/// @param kind type of its numbers
/// @param shape sizes, -1 for any; empty if the file does not say
public record ProgramSlot(String name, NumberKind kind, List<Integer> shape) {
  /// A size that the file leaves open.
  public static final int ANY = -1;

  /// Copies the list.
  public ProgramSlot {
    shape = List.copyOf(shape);
  }
}
