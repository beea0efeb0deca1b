package dev.hindsight.app.timeline;

/// What lanes say in place of what they would draw: that it is being read, that there is none, or
/// why it could not be read.
///
/// @param events in lanes of events
/// @param beside in that of the events of the recording beside this one
/// @param rewards in that of the parts of the reward
record LaneHints(Hint events, Hint beside, Hint rewards) {
  /// Nothing is said.
  static final LaneHints NONE = new LaneHints(Hint.NONE, Hint.NONE, Hint.NONE);

  /// @param words for the user; may be empty
  /// @param failed whether reading failed, so that the user may try again
  record Hint(String words, boolean failed) {
    /// Says nothing.
    static final Hint NONE = of("");

    /// A hint to something that did not fail.
    static Hint of(String words) {
      return new Hint(words, false);
    }

    /// The reason why something could not be read.
    static Hint failure(String why) {
      return new Hint(why, true);
    }
  }

  LaneHints events(Hint next) {
    return new LaneHints(next, beside, rewards);
  }

  LaneHints beside(Hint next) {
    return new LaneHints(events, next, rewards);
  }

  LaneHints rewards(Hint next) {
    return new LaneHints(events, beside, next);
  }
}
