package dev.hindsight.trainer.env.spread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// The rules of the particle environments, written once more as published, and what follows from
/// them.
class SpreadPhysicsTest {
  private static double[] noise(Random random, int length, double size) {
    return random.doubles(length, -size, size).toArray();
  }

  /// `World.step` of the particle environments: forces by pairs, then damped integration.
  private static void published(double[] position, double[] velocity, double[] action) {
    int n = position.length / 2;
    double[][] force = new double[n][2];
    for (int i = 0; i < n; i++) {
      force[i][0] = action[2 * i];
      force[i][1] = action[2 * i + 1];
      for (int j = 0; j < n; j++) {
        if (i != j) {
          double dx = position[2 * i] - position[2 * j];
          double dy = position[2 * i + 1] - position[2 * j + 1];
          double distance = Math.sqrt(dx * dx + dy * dy);
          double k = 1e-3;
          double z = -(distance - 0.3) / k;
          double penetration = (z > 30 ? z : Math.log(1 + Math.exp(z))) * k;
          force[i][0] += 100 * dx / distance * penetration;
          force[i][1] += 100 * dy / distance * penetration;
        }
      }
    }
    for (int i = 0; i < n; i++) {
      for (int d = 0; d < 2; d++) {
        velocity[2 * i + d] = velocity[2 * i + d] * (1 - 0.25);
        velocity[2 * i + d] += force[i][d] / 1 * 0.1;
        position[2 * i + d] += velocity[2 * i + d] * 0.1;
      }
    }
  }

  @Test
  void movesAndPushesAsPublished() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      double[] position = noise(random, 10, 0.4);
      double[] velocity = noise(random, 10, 1);
      double[] x = position.clone();
      double[] v = velocity.clone();
      for (int t = 0; t < 20; t++) {
        double[] force = noise(random, 10, 5);
        published(x, v, force);
        SpreadPhysics.step(position, velocity, force, SpreadPhysics.MASS, SpreadPhysics.DAMPING);
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(x[i], position[i], 1e-9 * (1 + Math.abs(x[i])));
        assertEquals(v[i], velocity[i], 1e-9 * (1 + Math.abs(v[i])));
      }
    }
  }

  /// Pushes come in opposite pairs: they change no sum of velocities.
  @Test
  void pushesConserveMomentum() {
    Random random = new Random(2);
    double[] position = noise(random, 12, 0.3);
    double[] velocity = new double[12];
    SpreadPhysics.step(
        position, velocity, new double[12], SpreadPhysics.MASS, SpreadPhysics.DAMPING);
    double sum = 0;
    double size = 0;
    for (int i = 0; i < 12; i += 2) {
      sum += velocity[i];
      size += Math.abs(velocity[i]);
    }
    assertTrue(size > 0.1, "nobody was pushed");
    assertEquals(0, sum, 1e-12 * size);
  }

  @Test
  void anAgentThatKeepsAcceleratingReachesTwoMetresPerSecond() {
    double[] position = new double[2];
    double[] velocity = new double[2];
    for (int t = 0; t < 200; t++) {
      SpreadPhysics.step(
          position,
          velocity,
          new double[] {SpreadPhysics.ACCELERATION, 0},
          SpreadPhysics.MASS,
          SpreadPhysics.DAMPING);
    }
    // v = (1 - damping) v + dt a
    assertEquals(5 * 0.1 / 0.25, velocity[0], 1e-12);
  }

  @Test
  void agentsInTheSamePlaceStayFinite() {
    double[] position = new double[4];
    double[] velocity = new double[4];
    SpreadPhysics.step(
        position, velocity, new double[4], SpreadPhysics.MASS, SpreadPhysics.DAMPING);
    assertEquals(0, velocity[0]);
  }
}
