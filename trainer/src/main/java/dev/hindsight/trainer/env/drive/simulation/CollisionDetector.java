package dev.hindsight.trainer.env.drive.simulation;

/// Finds the body that an agent touches: oriented boxes, separating axes. Hot loop: no allocation.
public final class CollisionDetector {
  /// No body.
  public static final int NO_AGENT = -1;

  /// Distance of centres in metres beyond which bodies are assumed not to touch.
  private static final float REACH = 15;

  private final float[] halfLength;
  private final float[] halfWidth;

  public CollisionDetector(Roster roster) {
    halfLength = new float[roster.size()];
    halfWidth = new float[roster.size()];
    for (int i = 0; i < halfLength.length; i++) {
      halfLength[i] = roster.actor(i).length() * 0.5f;
      halfWidth[i] = roster.actor(i).width() * 0.5f;
    }
  }

  /// The first body, agents first, that an agent on the map touches; ghosts touch no other body.
  public int first(Bodies b, int agent) {
    if (b.isGhost(agent)) {
      return NO_AGENT;
    }
    float x = b.x[agent];
    float y = b.y[agent];
    for (int other = 0; other < b.count; other++) {
      float dx = b.x[other] - x;
      float dy = b.y[other] - y;
      if (dx * dx + dy * dy <= REACH * REACH
          && other != agent
          && !b.isGhost(other)
          && touch(b, agent, other, dx, dy)) {
        return other;
      }
    }
    return NO_AGENT;
  }

  /// Whether no axis of either box separates the two.
  private boolean touch(Bodies b, int one, int other, float dx, float dy) {
    float cos = b.cos[one] * b.cos[other] + b.sin[one] * b.sin[other];
    float sin = b.sin[other] * b.cos[one] - b.cos[other] * b.sin[one];
    float absCos = Math.abs(cos);
    float absSin = Math.abs(sin);
    float l1 = halfLength[one];
    float w1 = halfWidth[one];
    float l2 = halfLength[other];
    float w2 = halfWidth[other];
    return Math.abs(dx * b.cos[one] + dy * b.sin[one]) <= l1 + l2 * absCos + w2 * absSin
        && Math.abs(dy * b.cos[one] - dx * b.sin[one]) <= w1 + l2 * absSin + w2 * absCos
        && Math.abs(dx * b.cos[other] + dy * b.sin[other]) <= l2 + l1 * absCos + w1 * absSin
        && Math.abs(dy * b.cos[other] - dx * b.sin[other]) <= w2 + l1 * absSin + w1 * absCos;
  }
}
