package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;

/// Drives an environment with the scripted driver at its best.
final class ScriptedTrial {
  private ScriptedTrial() {}

  /// Until the episode ends.
  static void drive(Environment environment) {
    drive(environment, () -> {});
  }

  /// Until the episode ends.
  ///
  /// @param seen after every tick but the last
  static void drive(Environment environment, Runnable seen) {
    ScriptedDriver driver = new ScriptedDriver(environment.shape(), DrivingHabit.NORMAL);
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    ActionSelector argmax =
        new ActionSelector(new ActionSelection.Argmax(), environment.shape(), 0);
    float[] logProb = new float[environment.shape().agents()];
    for (int tick = 0; environment.buffer().terminal[0] == 0; tick++) {
      driver.act(environment.buffer(), output);
      argmax.choose(environment.buffer(), output, tick, actions, logProb);
      environment.step(actions);
      if (environment.buffer().terminal[0] == 0) {
        seen.run();
      }
    }
  }
}
