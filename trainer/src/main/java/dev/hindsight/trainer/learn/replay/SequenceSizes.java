package dev.hindsight.trainer.learn.replay;

/// How many consecutive steps of an episode are drawn together, and what a network with memory
/// needs of the ticks around them.
///
/// @param length T, steps of a sequence, at least 1
/// @param burnIn B, ticks before them that only warm the memory
/// @param ticks which ticks of an episode are kept
/// @param state s, numbers of the recurrent state that is kept with each tick; 0 if sequences begin
///   with an empty memory
public record SequenceSizes(int length, int burnIn, Ticks ticks, int state) {
  /// Single steps, for networks without memory.
  public static final SequenceSizes SINGLE = new SequenceSizes(1, 0, Ticks.STEPS, 0);

  /// Which ticks of an episode are kept.
  public enum Ticks {
    /// Those with a step: a network without memory needs no others.
    STEPS,
    /// All, also in limbo: the memory of a network that acts sees them, so it must when it learns.
    ALL
  }

  /// Checks the sizes.
  public SequenceSizes {
    if (length < 1 || burnIn < 0 || state < 0) {
      throw new IllegalArgumentException(length + " steps after " + burnIn + ", state " + state);
    }
    if (ticks == Ticks.STEPS && burnIn + state > 0) {
      throw new IllegalArgumentException("without memory there is nothing to warm");
    }
  }

  /// Sequences for a network without memory.
  public static SequenceSizes without(int length) {
    return new SequenceSizes(length, 0, Ticks.STEPS, 0);
  }

  /// Whether they are for a network with memory.
  boolean remembers() {
    return ticks == Ticks.ALL;
  }

  /// Bytes of a tick besides what every step holds.
  public int tickBytes() {
    return remembers() ? Integer.BYTES + Float.BYTES * state : 0;
  }
}
