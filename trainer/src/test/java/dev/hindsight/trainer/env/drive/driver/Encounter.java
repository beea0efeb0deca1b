package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Two vehicles that meet, each with its own type of the scripted driver.
///
/// @param one tick by tick: x, y, heading of the first vehicle
/// @param other of the second
/// @param collisions how often an agent began to touch a vehicle
/// @param goals reached
record Encounter(List<float[]> one, List<float[]> other, double collisions, double goals) {
  /// Drives a map of two vehicles until its trial ends.
  static Encounter of(ScenarioSpec spec, String dynamics, DrivingHabit one, DrivingHabit other)
      throws IOException {
    Environment environment = DriverScorecard.environment(spec, dynamics);
    List<ScriptedDriver> drivers =
        List.of(
            new ScriptedDriver(environment.shape(), one),
            new ScriptedDriver(environment.shape(), other));
    ActionSelector argmax =
        new ActionSelector(new ActionSelection.Argmax(), environment.shape(), 0);
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions chosen = new Actions(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[2];
    List<List<float[]>> driven = List.of(new ArrayList<>(), new ArrayList<>());
    for (int tick = 0; environment.buffer().terminal[0] == 0; tick++) {
      ByteBuffer poses = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
      environment.writeState(0, poses);
      poses.flip();
      for (int agent = 0; agent < 2; agent++) {
        float[] pose = {poses.getFloat(), poses.getFloat(), poses.getFloat()};
        if (environment.buffer().removed[agent] == 0) {
          driven.get(agent).add(pose);
        }
        drivers.get(agent).act(environment.buffer(), output);
        argmax.choose(environment.buffer(), output, tick, chosen, logProb);
        actions.joint[agent] = chosen.joint[agent];
      }
      environment.step(actions);
    }
    return new Encounter(
        driven.get(0),
        driven.get(1),
        environment.totals().getOrDefault("collisions", 0.0),
        environment.totals().getOrDefault("goals", 0.0));
  }

  /// The tick at which the two are nearest to each other.
  int meeting() {
    int best = 0;
    for (int t = 0; t < Math.min(one.size(), other.size()); t++) {
      best =
          distance(one.get(t), other.get(t)) < distance(one.get(best), other.get(best)) ? t : best;
    }
    return best;
  }

  /// Metres by which the first passes the second on its own left; negative on its right.
  double left() {
    float[] own = one.get(meeting());
    float[] another = other.get(meeting());
    // The other is to its right where it passes on the left.
    return (another[0] - own[0]) * Math.sin(own[2]) - (another[1] - own[1]) * Math.cos(own[2]);
  }

  /// Ticks by which the first is at the place where the two paths come closest before the second;
  /// negative if it is later.
  int ahead() {
    int at = 0;
    int there = 0;
    for (int t = 0; t < one.size(); t++) {
      for (int u = 0; u < other.size(); u++) {
        if (distance(one.get(t), other.get(u)) < distance(one.get(at), other.get(there))) {
          at = t;
          there = u;
        }
      }
    }
    return there - at;
  }

  private static double distance(float[] a, float[] b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
}
