package dev.hindsight.inspector.compare;

/// How far two recordings are apart at a tick.
public enum Parting {
  /// Nothing that was compared differs.
  SAME(0, "the same"),
  /// The world is the same; what the policies made of it is not.
  MINDS(1, "the policies differ"),
  /// The world differs.
  WORLDS(2, "the worlds differ"),
  /// The tick has no counterpart.
  ALONE(3, "no counterpart");

  private final int level;
  private final String words;

  Parting(int level, String words) {
    this.level = level;
    this.words = words;
  }

  /// A number that grows with the distance, for lanes: 0 for [#SAME] to 3.
  public byte level() {
    return (byte) level;
  }

  /// The one of a [#level()].
  public static Parting of(int level) {
    return switch (level) {
      case 0 -> SAME;
      case 1 -> MINDS;
      case 2 -> WORLDS;
      default -> ALONE;
    };
  }

  /// In words.
  public String words() {
    return words;
  }

  /// What a channel says when it differs. The state hash says nothing of its tick: it is a chain,
  /// and once apart always apart.
  static Parting by(String channel) {
    return switch (channel) {
      case "action", "logits", "value", "log_prob", "entropy" -> MINDS;
      case "state_hash" -> SAME;
      default -> channel.startsWith("attention/") || channel.startsWith("cache_") ? MINDS : WORLDS;
    };
  }
}
