package dev.hindsight.inspector.attention;

/// Maps a weight to the strength of its colour.
///
/// @param kind of scale
/// @param ceiling the smallest weight with the strongest colour, above 0
public record AttentionScale(Kind kind, float ceiling) {
  /// Decades a logarithmic scale shows below its ceiling.
  public static final int DECADES = 4;

  /// Kinds of scale.
  public enum Kind {
    /// The strength is proportional to the weight.
    LINEAR,
    /// A weight ten times smaller lies a quarter of the scale lower.
    LOGARITHMIC
  }

  /// `0..1`, for a weight of 0 or more.
  public float strength(float weight) {
    float part = Math.min(1, weight / ceiling);
    return switch (kind) {
      case LINEAR -> part;
      case LOGARITHMIC ->
          weight <= 0 ? 0 : (float) Math.clamp(1 + Math.log10(part) / DECADES, 0, 1);
    };
  }

  /// The smallest weight that differs in colour from 0.
  public float floor() {
    return kind == Kind.LINEAR ? 0 : ceiling * (float) Math.pow(10, -DECADES);
  }
}
