package dev.hindsight.trainer.learn.replay;

/// How many consecutive steps of an episode are drawn together, and what a network with memory
/// needs of the ticks around them.
///
/// @param length T, steps of a sequence, at least 1
/// @param burnIn B, ticks before them that only warm the memory
/// @param ticks which ticks of an episode are kept
/// @param state s, numbers of the recurrent state that is kept with each tick; 0 if sequences begin
///   with an empty memory
/// @param attention how far a memory that attends to earlier ticks goes back
public record SequenceSizes(int length, int burnIn, Ticks ticks, int state, Attention attention) {
  /// Single steps, for networks without memory.
  public static final SequenceSizes SINGLE = new SequenceSizes(1, 0, Ticks.STEPS, 0);

  /// Which ticks of an episode are kept.
  public enum Ticks {
    /// Those with a step: a network without memory needs no others.
    STEPS,
    /// All, also in limbo: the memory of a network that acts sees them, so it must when it learns.
    ALL
  }

  /// How far attention goes back. Recurrent memory has no such limits.
  ///
  /// @param horizon S, ticks of an episode after which the memory starts over
  /// @param from the earliest tick that a sequence's steps attend to
  public record Attention(int horizon, From from) {
    /// For networks without attention.
    public static final Attention NONE = new Attention(Integer.MAX_VALUE, From.BURN_IN);

    /// The earliest tick.
    public enum From {
      /// The first one of the burn-in: before it the memory is empty.
      BURN_IN,
      /// The first one that a policy attends to when it acts: all ticks of the episode so far, or
      /// those since the memory started over.
      EPISODE
    }

    /// The first tick that a policy attends to at another one.
    public int first(int tick) {
      return tick - tick % horizon;
    }
  }

  /// Sequences for networks without attention.
  public SequenceSizes(int length, int burnIn, Ticks ticks, int state) {
    this(length, burnIn, ticks, state, Attention.NONE);
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

  /// Ticks that a sequence has before its first step, at least.
  ///
  /// @param tick of its first step
  int before(int tick) {
    return switch (attention.from()) {
      case BURN_IN -> burnIn;
      case EPISODE -> Math.max(burnIn, tick - attention.first(tick));
    };
  }

  /// Bytes of a tick besides what every step holds.
  public int tickBytes() {
    return remembers() ? Integer.BYTES + Float.BYTES * state : 0;
  }
}
