package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an environment declares, and what is sent to it.
class GymSpacesTest {
  @TempDir private Path folder;

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

  @Test
  void limitsTooFarApartAreNone() throws JsonProcessingException {
    GymSpaces far = read("\"low\": -1e308, \"high\": 1e308");
    assertArrayEquals(new double[] {0.5, -1}, sent(far, 0.5f, -1));
  }

  /// A recording with an endless tick could not be opened again.
  @Test
  void aRateOfNoFinitePeriodIsTheUsualOne() throws JsonProcessingException {
    for (String rate : List.of("5e-324", "0", "-30", "1e400", "\"fast\"")) {
      assertEquals(
          0.1,
          read("\"low\": 0, \"high\": 1}], \"fps\": " + rate + ", \"more\": [{\"a\": 0")
              .tickSeconds());
    }
    assertEquals(
        0.02, read("\"low\": 0, \"high\": 1}], \"fps\": 50, \"more\": [{\"a\": 0").tickSeconds());
  }

  /// Each number alone is allowed, but no step could bring them all.
  @Test
  void moreNumbersThanAStepCanBringAreRefused() throws JsonProcessingException {
    String agents = "\"x\"" + ", \"x\"".repeat(4095);
    String declared =
        """
        {"agents": [%s], "observation": [{"name": "o", "shape": [%d], "type": "<f4"}],
         "actions": [{"name": "push", "levels": %d}], "mask": %d}
        """;
    ObjectMapper json = new ObjectMapper();
    for (int[] size : new int[][] {{1 << 24, 2, 0}, {1 << 19, 2, 0}, {1, 1 << 16, 1 << 16}}) {
      String text = declared.formatted(agents, size[0], size[1], size[2]);
      Problem problem =
          assertThrows(Problem.class, () -> GymSpaces.read(json.readTree(text), "test"));
      assertTrue(problem.getMessage().contains("is impossible"), problem.getMessage());
    }
    assertEquals(
        4096,
        GymSpaces.read(json.readTree(declared.formatted(agents, 1000, 2, 2)), "test")
            .agents()
            .size());
  }

  /// As Gymnasium's Text, whose values are no numbers.
  @Test
  void aSpaceOfAnUnknownTypeIsRefusedWithItsNameAndTheWayOut() throws Exception {
    Optional<Path> python = ClientPython.with("json");
    assumeTrue(python.isPresent(), "skipped: no Python is here");
    Files.writeString(folder.resolve("hindsight_gym.py"), GymScript.bridge());
    String refused =
        ClientPython.run(
            python.get(),
            folder,
            List.of(
                "-c",
                """
                import hindsight_gym
                class Text:
                    pass
                class Dict:
                    spaces = {"mission": Text()}
                for role, space in (("observation", Dict()), ("action", Text())):
                    try:
                        list(hindsight_gym.leaves(space, role))
                    except ValueError as fault:
                        print(fault)
                """));
    assertTrue(refused.contains("the observation mission has a space of the type Text"), refused);
    assertTrue(refused.contains("gymnasium.wrappers.FilterObservation"), refused);
    assertTrue(refused.contains("the action has a space of the type Text"), refused);
    assertTrue(refused.contains("gymnasium.wrappers.TransformAction"), refused);
  }
}
