package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The driver that was trained from nothing, on a map it ships with.
class ShippedDriverTest {
  private static final int TICKS = 50;

  @Test
  void itReachesMostGoalsOfATrial() {
    DriveEnvironmentType drive = new DriveEnvironmentType();
    Map<String, String> settings =
        Map.of(
            "goal_behavior", "trial",
            "scenario_length", Integer.toString(TICKS),
            "goal_within", "25",
            "partners_observed", "15",
            "roads_observed", "64");
    EnvironmentFactory factory =
        drive.prepare(
            drive.settings().parse(settings, "test"), Optional.of(BuiltInMaps.resolve("curve-1")));
    Environment environment = factory.create(1);
    PolicyOutput output = new PolicyOutput(factory.shape());
    Actions actions = new Actions(factory.shape());
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), factory.shape(), 1);
    float[] logProb = new float[factory.shape().agents()];
    try (OpenedPolicy opened = BuiltInPolicies.open("drive-near", factory.shape())) {
      for (int t = 0; t < TICKS && environment.buffer().trial == 0; t++) {
        opened.policy().act(environment.buffer(), output);
        selector.choose(environment.buffer(), output, t, actions, logProb);
        environment.step(actions);
      }
    }
    double goals = environment.totals().getOrDefault("goals", 0.0);
    assertTrue(2 * goals > factory.shape().agents(), "goals reached: " + goals);
  }
}
