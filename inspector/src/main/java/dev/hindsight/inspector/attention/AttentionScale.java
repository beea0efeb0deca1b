package dev.hindsight.inspector.attention;

/// From a weight to how strong its colour is.
///
/// @param kind of scale
/// @param ceiling the weight that gets the strongest colour, above 0; larger ones get it too
public record AttentionScale(Kind kind, float ceiling) {
  /// Decades a logarithmic scale shows below its ceiling.
  public static final int DECADES = 4;

  /// Kinds of scale.
  public enum Kind {
    /// Half the weight, half the strength.
    LINEAR,
    /// A tenth of the weight, a quarter of the scale less.
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

  /// The least weight that has a colour of its own.
  public float floor() {
    return kind == Kind.LINEAR ? 0 : ceiling * (float) Math.pow(10, -DECADES);
  }
}
