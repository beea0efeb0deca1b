package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The reference checkpoint in our simulator: what the reference counted in its own.
class KnownDriveTest {
  @ParameterizedTest
  @ValueSource(strings = {"bin", "pt"})
  void thirtyTwoDriversReachNinetyEightGoalsUnharmed(String format) {
    String checkpoint =
        SharedData.require("data/drive/checkpoint/puffer_drive_weights_carla_town12." + format)
            .toString();
    EnvironmentType type = BuiltInEnvironments.named("drive");
    Environment environment =
        type.prepare(
                type.settings().parse(Map.of("goal_behavior", "1"), "test"),
                Optional.of(SharedData.require("data/drive/maps/map_town_02_carla.bin")))
            .create(0);
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    ActionSelector selector =
        new ActionSelector(new ActionSelection.Argmax(), environment.shape(), 0);
    float[] logProb = new float[environment.shape().agents()];
    try (OpenedPolicy opened = BuiltInPolicies.open(checkpoint, environment.shape())) {
      for (int tick = 0; tick < 90; tick++) {
        opened.policy().act(environment.buffer(), output);
        selector.choose(environment.buffer(), output, tick, actions, logProb);
        environment.step(actions);
      }
    }

    Map<String, Double> totals = environment.totals();
    assertEquals(
        List.of(98.0, 0.0, 0.0),
        List.of(totals.get("goals"), totals.get("collisions"), totals.get("offroad")));
  }
}
