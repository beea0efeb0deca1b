package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// Runs a network of any kind again on a recording. One owner thread.
interface Recomputer extends AutoCloseable {
  /// The kind of its memory.
  MemoryKind remembers();

  /// Whether the outputs for an agent depend on what other agents observe.
  boolean together();

  /// S, the most ticks that its memory reaches back.
  int horizon();

  /// The weight nudges that must confirm a difference. Two measure the effect of rounding at most
  /// ticks; but a recurrent state may tip to either side, and both nudges may take it to the same
  /// one.
  default List<Integer> nudges() {
    return remembers() == MemoryKind.STATE ? List.of(2, 12) : List.of(2);
  }

  /// The outputs for an agent over a span, taking everything relevant before it into account.
  ///
  /// @param nudge 0, or how to nudge the weights: see [dev.hindsight.trainer.parity.Arithmetic]
  /// @throws dev.hindsight.trainer.Problem if a premise's checkpoint does not fit
  Outputs of(Premise premise, int agent, Span span, int nudge);

  @Override
  void close();
}
