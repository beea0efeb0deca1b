package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an environment declares, and what is sent to it.
class GymSpacesTest {
  private static GymSpaces read(String limits) throws JsonProcessingException {
    String json =
        """
        {"agents": ["x", "y"], "named": true,
         "observation": [{"name": "observation", "shape": [1], "type": "<f4"}],
         "actions": [{"name": "push", "levels": 0, %s, "whole": false}]}
        """
            .formatted(limits);
    return GymSpaces.read(new ObjectMapper().readTree(json), "test");
  }

  private static double[] sent(GymSpaces spaces, float... numbers) {
    Actions actions =
        new Actions(
            new EnvironmentShape(2, spaces.layout(), spaces.actions(), 0.1, 1, 9, List.of()));
    System.arraycopy(numbers, 0, actions.continuous, 0, numbers.length);
    double[] sent = new double[numbers.length];
    spaces.send(actions, sent);
    return sent;
  }

  private static Quantity quantity(GymSpaces spaces) {
    return ((ActionSpace.Continuous) spaces.actions()).quantities().getFirst();
  }

  @Test
  void aNumberOfAnActionHasTheLimitsOfItsAgent() throws JsonProcessingException {
    GymSpaces own = read("\"low\": [-2, 0], \"high\": [2, 10]");
    assertArrayEquals(new double[] {1, 7.5}, sent(own, 0.5f, 0.5f));
    assertEquals(Quantity.PLAIN, quantity(own));

    GymSpaces shared = read("\"low\": -2, \"high\": 2");
    assertArrayEquals(new double[] {1, -2}, sent(shared, 0.5f, -1));
    assertEquals(Quantity.ranged("", 2, -1, 1), quantity(shared));

    GymSpaces half = read("\"low\": [0, null], \"high\": 4");
    assertArrayEquals(new double[] {3, 0.5}, sent(half, 0.5f, 0.5f));
  }

  @Test
  void limitsForOtherThanAllAgentsAreRefused() {
    assertThrows(Problem.class, () -> read("\"low\": [-2, 0, 1], \"high\": 2"));
  }
}
