package dev.hindsight.trainer.env.spread;

/// How discs of equal mass move and push each other: the rules of the particle environments (Lowe
/// et al., "Multi-Agent Actor-Critic for Mixed Cooperative-Competitive Environments", 2017;
/// `multiagent/core.py`). Hot loop: allocates nothing.
///
/// ```
/// v  = (1 - damping) v + dt (a + sum of pushes) / mass     mass 1, damping 0.25 unless randomised
/// x += dt v
/// push = 100 (xi - xj) / d * k ln(1 + e^((2 radius - d) / k))     k = 0.001 m, d the distance
/// ```
final class SpreadPhysics {
  /// Radius of an agent, metres.
  static final double RADIUS = 0.15;

  /// Acceleration of a full action, m/s².
  static final double ACCELERATION = 5;

  /// Seconds of a tick.
  static final double DT = 0.1;

  /// Mass of an agent, kg.
  static final double MASS = 1;

  /// Share of its speed that an agent loses in a tick.
  static final double DAMPING = 0.25;

  private static final double CONTACT_FORCE = 100;
  private static final double CONTACT_MARGIN = 1e-3;

  private SpreadPhysics() {}

  /// Moves all agents by a tick.
  ///
  /// @param position `[2 N]` metres
  /// @param velocity `[2 N]` m/s
  /// @param force `[2 N]` forces of the agents themselves, N; receives the pushes besides
  /// @param mass of each agent, kg
  /// @param damping share of its speed that an agent loses in a tick
  static void step(
      double[] position, double[] velocity, double[] force, double mass, double damping) {
    push(position, force);
    for (int i = 0; i < position.length; i++) {
      velocity[i] = velocity[i] * (1 - damping) + force[i] / mass * DT;
      position[i] += velocity[i] * DT;
    }
  }

  private static void push(double[] position, double[] force) {
    for (int i = 0; i < position.length; i += 2) {
      for (int j = i + 2; j < position.length; j += 2) {
        double dx = position[i] - position[j];
        double dy = position[i + 1] - position[j + 1];
        double distance = Math.sqrt(dx * dx + dy * dy);
        double size = CONTACT_FORCE * overlap(distance);
        if (size > 0) {
          // Two agents in exactly the same place have no direction to part in.
          double x = distance > 0 ? size * dx / distance : 0;
          double y = distance > 0 ? size * dy / distance : 0;
          force[i] += x;
          force[i + 1] += y;
          force[j] -= x;
          force[j + 1] -= y;
        }
      }
    }
  }

  /// A soft measure of how far two agents overlap, metres: `k ln(1 + e^(z))` without overflow.
  private static double overlap(double distance) {
    double z = (2 * RADIUS - distance) / CONTACT_MARGIN;
    return CONTACT_MARGIN * (Math.max(z, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(z))));
  }

  /// Whether two agents touch.
  static boolean touch(double[] position, int i, int j) {
    double dx = position[2 * i] - position[2 * j];
    double dy = position[2 * i + 1] - position[2 * j + 1];
    return Math.sqrt(dx * dx + dy * dy) < 2 * RADIUS;
  }
}
