package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// A network asked again about a recording, whatever its kind. One owner thread.
interface Recomputer extends AutoCloseable {
  /// What it remembers with.
  MemoryKind remembers();

  /// Whether what an agent's network says depends on what other agents see.
  boolean together();

  /// S, ticks its memory reaches back at most.
  int horizon();

  /// How many nudges are tried before a difference is believed, one number after the other. Two
  /// show how far rounding goes at most ticks; but a recurrent state may tip to either side, and
  /// two may take it to the same one.
  default List<Integer> nudges() {
    return remembers() == MemoryKind.STATE ? List.of(2, 12) : List.of(2);
  }

  /// What it says of an agent over a span, everything before it that matters taken into account.
  ///
  /// @param nudge 0, or how its weights are nudged: see [dev.hindsight.trainer.parity.Arithmetic]
  /// @throws dev.hindsight.trainer.Problem if a premise's checkpoint does not fit
  Outputs of(Premise premise, int agent, Span span, int nudge);

  @Override
  void close();
}
