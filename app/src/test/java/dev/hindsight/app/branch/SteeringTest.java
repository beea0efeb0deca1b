package dev.hindsight.app.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionAxes;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Discrete;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The key for left steers left, wherever left is in the environment.
class SteeringTest {
  private static final Factor SPEED =
      new Factor(
          "acceleration",
          "m/s²",
          List.of(-4f, 0f, 4f),
          List.of("brake 4 m/s²", "coast", "accelerate 4 m/s²"));

  /// Increasing with angles.
  private static final Factor WHEEL =
      new Factor(
          "steering",
          "rad",
          List.of(-1f, 0f, 1f),
          List.of("steer right 1 rad", "straight on", "steer left 1 rad"));

  /// Increasing as on a compass.
  private static final Factor COMPASS =
      new Factor(
          "turn", "°", List.of(-30f, 0f, 30f), List.of("30° left", "straight on", "30° right"));

  @ParameterizedTest
  @CsvSource({
    "FORWARD, 'accelerate 4 m/s², straight on'",
    "BACK, 'brake 4 m/s², straight on'",
    "LEFT, 'coast, steer left 1 rad'",
    "RIGHT, 'coast, steer right 1 rad'"
  })
  void anglesGrowToTheLeft(SteeringDirection key, String words) {
    assertEquals(words, does(new Discrete(List.of(SPEED, WHEEL)), key));
  }

  @ParameterizedTest
  @CsvSource({"LEFT, 'coast, 30° left'", "RIGHT, 'coast, 30° right'"})
  void aCompassTurnsToTheRight(SteeringDirection key, String words) {
    assertEquals(words, does(new Discrete(List.of(SPEED, COMPASS)), key));
  }

  @ParameterizedTest
  @CsvSource({
    "LEFT, '30° left, coast'",
    "RIGHT, '30° right, coast'",
    "FORWARD, 'straight on, accelerate 4 m/s²'"
  })
  void steeringIsFoundByItsWordsWhereverItStands(SteeringDirection key, String words) {
    assertEquals(words, does(new Discrete(List.of(COMPASS, SPEED)), key));
  }

  @Test
  void everyKeyIsNamedAfterWhatItDoesInEachEnvironment() {
    assertEquals(
        Map.of("W", "north", "S", "south", "A", "west", "D", "east"), keys("darkroom", Map.of()));
    assertEquals(
        Map.of(
            "W", "faster",
            "S", "slower",
            "A", "left 7.5°",
            "D", "right 7.5°",
            "E", "up 1000 ft",
            "Q", "down 1000 ft"),
        keys("airspace", Map.of()));
    Map<String, String> drive = keys("drive", Map.of());
    assertEquals(List.of("W", "S", "A", "D"), List.copyOf(drive.keySet()));
    assertStarts("accelerate ", drive.get("W"));
    assertStarts("brake ", drive.get("S"));
    assertStarts("steer left ", drive.get("A"));
    assertStarts("steer right ", drive.get("D"));
  }

  @Test
  void numbersOfAnAircraftTurnLikeACompass() {
    Map<String, String> keys = keys("airspace", Map.of("action_form", "continuous"));
    assertStarts("turn -", keys.get("A"));
    assertStarts("turn 1", keys.get("D"));
    assertStarts("speed ", keys.get("W"));
    assertStarts("level -", keys.get("Q"));
  }

  @Test
  void pressedPairsCombine() {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    Discrete space = (Discrete) space(type, Map.of());
    SteeringKeys keys = new SteeringKeys(space, type.actionAxes(space));
    Set<SteeringDirection> pressed =
        Set.of(SteeringDirection.LEFT, SteeringDirection.FORWARD, SteeringDirection.DOWN);
    assertEquals(
        "left 7.5°, faster, down 1000 ft",
        space.describe(((ForcedAction.Joint) keys.of(pressed)).index()));
    assertEquals(
        "ahead, same speed, same level",
        space.describe(((ForcedAction.Joint) keys.of(Set.of())).index()));
  }

  private static void assertStarts(String start, @Nullable String words) {
    assertTrue(words != null && words.startsWith(start), String.valueOf(words));
  }

  private static Map<String, String> keys(String environment, Map<String, String> knobs) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    ActionSpace space = space(type, knobs);
    Map<String, String> keys = new LinkedHashMap<>();
    new SteeringKeys(space, type.actionAxes(space))
        .words()
        .forEach((direction, words) -> keys.put(direction.key(), words));
    return keys;
  }

  private static ActionSpace space(EnvironmentType type, Map<String, String> knobs) {
    Optional<Path> map =
        type.id().equals("drive")
            ? Optional.of(type.scenarios().resolve(type.scenarios().names().getFirst()))
            : Optional.empty();
    return type.prepare(type.settings().parse(knobs, "test"), map).shape().actions();
  }

  private static String does(Discrete space, SteeringDirection key) {
    return switch (new SteeringKeys(space, ActionAxes.of(space)).of(Set.of(key))) {
      case ForcedAction.Joint(int action) -> space.describe(action);
      case ForcedAction.Numbers numbers -> numbers.toString();
    };
  }
}
