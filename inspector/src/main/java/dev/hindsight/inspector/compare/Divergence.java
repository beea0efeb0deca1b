package dev.hindsight.inspector.compare;

/// How far two recordings are apart at a tick.
public enum Divergence {
  /// Nothing that was compared differs.
  SAME(0, "the same"),
  /// The world is the same; what the policies made of it is not.
  POLICIES(1, "the policies differ"),
  /// The world is the same, and what is done in it is not.
  ACTIONS(2, "the actions differ"),
  /// The world is the same and so is what is done; what comes of it is not.
  RESULTS(3, "the results of the actions differ"),
  /// The world differs.
  WORLDS(4, "the worlds differ"),
  /// The tick has no counterpart.
  ALONE(5, "no counterpart");

  private final int level;
  private final String words;

  Divergence(int level, String words) {
    this.level = level;
    this.words = words;
  }

  /// A number that grows with the distance, for lanes: 0 for [#SAME] to 5.
  public byte level() {
    return (byte) level;
  }

  /// The one of a [#level()].
  public static Divergence of(int level) {
    return level >= 0 && level < ALONE.level ? values()[level] : ALONE;
  }

  /// In words.
  public String words() {
    return words;
  }

  /// What a channel says when it differs. The state hash says nothing of its tick: it is a chain,
  /// and once apart always apart. Digests of parts tell of totals and random numbers too, which are
  /// not the world one sees.
  static Divergence by(String channel) {
    return switch (channel) {
      case "logits", "value", "log_prob", "entropy" -> POLICIES;
      case "action", "refused", "refused_value" -> ACTIONS;
      case "reward", "terminal", "truncation", "trial_ended", "event", "trial_score" -> RESULTS;
      case "state_hash", "state_parts" -> SAME;
      default ->
          channel.startsWith("attention/") || channel.startsWith("cache_") ? POLICIES : WORLDS;
    };
  }

  /// What a tick at which several things differ is called: where the world is the same, the actions
  /// come before what comes of them.
  static Divergence both(Divergence one, Divergence other) {
    boolean done = one == ACTIONS || other == ACTIONS;
    boolean came = one == RESULTS || other == RESULTS;
    if (done && came) {
      return ACTIONS;
    }
    return one.level >= other.level ? one : other;
  }
}
