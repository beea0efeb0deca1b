package dev.hindsight.trainer.learn.ppo;

import java.util.Arrays;

/// How far the policy has moved between acting and the beginning of the update, tick by tick: by
/// nothing, unless the rows were collected with older weights.
///
/// The clipped surrogate holds the policy near the one that the update begins with, and weighs
/// every tick by how likely that one is to act as was acted (Hilton, Cobbe, Schulman, "Batch size
/// invariance for policy optimization", 2022, the decoupled objective):
///
/// ```
/// w (pi_begin / pi_acted) max(-A ratio, -A clip(ratio, 1 -+ c))     ratio = pi / pi_begin
/// ```
///
/// Held near the policy that acted, each of two consecutive updates would begin where the one
/// before it had already used up the distance that the clip allows.
final class PolicyDrift {
  private final float[] logRatio;
  private final float[] importance;
  private boolean none = true;

  /// @param ticks R * T
  PolicyDrift(int ticks) {
    logRatio = new float[ticks];
    importance = new float[ticks];
    Arrays.fill(importance, 1);
  }

  /// The policy that acted is the one that the update begins with.
  void clear() {
    if (!none) {
      Arrays.fill(logRatio, 0);
      Arrays.fill(importance, 1);
      none = true;
    }
  }

  /// Notes how far the policy has moved at a tick outside limbo.
  ///
  /// @param moved log pi_begin - log pi_acted
  /// @param weighed whether its advantage is weighed by the ratio already, as in V-trace
  void note(int at, float moved, Weighed weighed) {
    none = false;
    logRatio[at] = moved;
    importance[at] = weighed == Weighed.YET_TO_BE ? (float) Math.exp(moved) : 1;
  }

  /// Whether an advantage is weighed by the ratio.
  enum Weighed {
    /// It is.
    ALREADY,
    /// The loss must weigh it.
    YET_TO_BE
  }

  /// log pi_begin - log pi_acted of a tick.
  float logRatio(int at) {
    return logRatio[at];
  }

  /// pi_begin / pi_acted of a tick, or 1 if its advantage is weighed already.
  float importance(int at) {
    return importance[at];
  }
}
