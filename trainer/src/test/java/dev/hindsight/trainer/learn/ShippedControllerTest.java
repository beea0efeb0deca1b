package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The shipped policy of the airspace, in sectors it was not trained in: other numbers of aircraft
/// than any stage had, with the same weights.
class ShippedControllerTest {
  private static final String NAME = "airspace-50";
  private static final int SECTORS = 4;

  private static double lossesAnHour(String policy, int aircraft, double radius) {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    EnvironmentFactory factory =
        type.prepare(
            type.settings()
                .parse(
                    Map.of(
                        "aircraft", Integer.toString(aircraft),
                        "radius", Double.toString(radius),
                        "neighbours", "6"),
                    "test"),
            Optional.empty());
    double losses = 0;
    double hours = 0;
    try (OpenedPolicy opened = BuiltInPolicies.open(policy, factory.shape())) {
      for (int seed = 0; seed < SECTORS; seed++) {
        Environment environment = factory.create(500 + seed);
        fly(opened, environment, seed);
        losses += environment.totals().getOrDefault("losses", 0.0);
        hours += environment.totals().getOrDefault("flight_hours", 0.0);
      }
    }
    return losses / hours;
  }

  private static void fly(OpenedPolicy opened, Environment environment, int seed) {
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[environment.shape().agents()];
    ActionSelector selector =
        new ActionSelector(new ActionSelection.Argmax(), environment.shape(), seed);
    opened.policy().reset();
    boolean over = false;
    for (int tick = 0; !over; tick++) {
      opened.policy().act(environment.buffer(), output);
      selector.choose(environment.buffer(), output, tick, actions, logProb);
      environment.step(actions);
      over = environment.buffer().trialEnded[0] != 0;
    }
  }

  @Test
  void itKeepsAircraftApartThatFlyingStraightOnWouldNot() {
    double straight = lossesAnHour("straight", 20, 35.7);
    double trained = lossesAnHour(NAME, 20, 35.7);
    assertTrue(trained < straight / 2, trained + " losses an hour, straight " + straight);
  }
}
