package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import org.junit.jupiter.api.Test;

class VehicleDynamicsTest {
  private static final DriveMap ALONE =
      TestMap.straight(TestTrack.at(0, 0).speed(10).heading(0.2).goal(150, 0));
  private static final double LENGTH = 4.5 * 0.7;

  @Test
  void theClassicModelFollowsTheBicycleEquations() {
    DriveEnvironment environment = TestDrives.environment(ALONE);
    Bodies b = environment.bodies();
    double x = b.x[0];
    double y = b.y[0];
    environment.step(TestDrives.all(environment, 5 * 13 + 9));
    double v = 10 + 2.667 * 0.1;
    double beta = Math.tanh(0.5 * Math.tan(0.5));
    assertEquals(0.2 + v * Math.cos(beta) * Math.tan(0.5) / LENGTH * 0.1, b.heading[0], 1e-5);
    assertEquals(x + v * Math.cos(0.2 + beta) * 0.1, b.x[0], 1e-4);
    assertEquals(y + v * Math.sin(0.2 + beta) * 0.1, b.y[0], 1e-4);
    assertEquals(v, b.speed(0), 0.5, "moves along heading + slip, so a little slower along it");
  }

  @Test
  void backwardsMotionKeepsItsSign() {
    DriveEnvironment environment = TestDrives.environment(ALONE);
    TestDrives.step(environment, TestDrives.BRAKE, 30);
    assertEquals(10 - 30 * 0.4, environment.bodies().speed(0), 1e-4);
  }

  @Test
  void fullContinuousActionsAreTheOutermostDiscreteOnes() {
    for (String dynamics : new String[] {"classic", "jerk"}) {
      for (int sign = -1; sign <= 1; sign += 2) {
        DriveEnvironment discrete = TestDrives.environment(ALONE, "dynamics_model=" + dynamics);
        DriveEnvironment continuous =
            TestDrives.environment(ALONE, "dynamics_model=" + dynamics, "action_type=continuous");
        Actions full = new Actions(continuous.shape());
        full.continuous[0] = sign;
        full.continuous[1] = sign;
        int last = dynamics.equals("classic") ? 90 : 11;
        for (int t = 0; t < 5; t++) {
          discrete.step(TestDrives.all(discrete, sign < 0 ? 0 : last));
          continuous.step(full);
        }
        assertEquals(discrete.bodies().digest(0), continuous.bodies().digest(0), dynamics + sign);
      }
    }
  }

  @Test
  void theJerkModelIntegratesAccelerationAndSpeed() {
    DriveEnvironment environment = TestDrives.environment(ALONE, "dynamics_model=jerk");
    Bodies b = environment.bodies();
    TestDrives.step(environment, 3 * 3 + 1, 3);
    assertEquals(1.2, b.accelerationLong[0], 1e-6);
    assertEquals(10 + 0.5 * 0.1 * (0.4 + 1.2 + 2.0), b.speed(0), 1e-4);
    assertEquals(0, b.steering[0], 1e-3);
  }

  @Test
  void theJerkModelSteersNoFasterThanItsActuator() {
    DriveEnvironment environment = TestDrives.environment(ALONE, "dynamics_model=jerk");
    environment.step(TestDrives.all(environment, 2 * 3 + 2));
    double wanted = Math.atan(0.4 / 100 * 0.6 * LENGTH);
    assertEquals(wanted, environment.bodies().steering[0], 1e-6);
    TestDrives.step(environment, 0 * 3 + 2, 30);
    assertEquals(0.55, environment.bodies().steering[0], 1e-6);
  }

  @Test
  void inTheJerkModelBrakingEndsAtRest() {
    DriveEnvironment environment = TestDrives.environment(ALONE, "dynamics_model=jerk");
    boolean rested = false;
    for (int t = 0; t < 60; t++) {
      environment.step(TestDrives.all(environment, 1 * 3 + 1));
      rested |= environment.bodies().speed(0) == 0;
    }
    assertEquals(true, rested);
    assertEquals(-2, environment.bodies().speed(0), 1e-6);
  }

  @Test
  void changesOfVelocityCostALittleInTheClassicModelAlone() {
    DriveEnvironment classic = TestDrives.environment(ALONE);
    classic.step(TestDrives.all(classic, TestDrives.ACCELERATE));
    assertEquals(-0.0002f * 4, classic.buffer().reward[0], 1e-7);
    DriveEnvironment jerk = TestDrives.environment(ALONE, "dynamics_model=jerk");
    jerk.step(TestDrives.all(jerk, 11));
    assertEquals(0, jerk.buffer().reward[0]);
  }
}
