package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;

/// A segment of an agent in which something else was put out than what is computed.
///
/// @param agent whose
/// @param segment ticks of the recording
/// @param apart where, counted from the segment's first tick
/// @param tolerance within which the rest agrees
public record Discrepancy(
    int agent, Span segment, Outputs.OutOfTolerance apart, Tolerance tolerance) {
  /// The first tick of the recording that shows it.
  public int first() {
    return segment.from() + apart.first().tick();
  }

  /// Ticks of the recording that show it.
  BitSet ticks() {
    BitSet ticks = new BitSet();
    apart.ticks().stream().forEach(t -> ticks.set(segment.from() + t));
    return ticks;
  }
}
