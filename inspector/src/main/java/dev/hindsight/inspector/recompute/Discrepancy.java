package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;

/// A segment of an agent in which actual outputs differ from the computed ones.
///
/// @param agent its index
/// @param segment ticks of the recording
/// @param apart the ticks that differ, counted from the segment's first tick
/// @param tolerance within which the other ticks agree
public record Discrepancy(
    int agent, Span segment, Outputs.OutOfTolerance apart, Tolerance tolerance) {
  /// The first tick of the recording that differs.
  public int first() {
    return segment.from() + apart.first().tick();
  }

  /// The ticks of the recording that differ.
  BitSet ticks() {
    BitSet ticks = new BitSet();
    apart.ticks().stream().forEach(t -> ticks.set(segment.from() + t));
    return ticks;
  }
}
