package dev.hindsight.app.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.action.ActionSpace.Discrete;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.edit.ForcedAction;
import java.util.List;
import java.util.Set;
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

  private static String does(Discrete space, SteeringDirection key) {
    return switch (new SteeringKeys(space).of(Set.of(key))) {
      case ForcedAction.Joint(int action) -> space.describe(action);
      case ForcedAction.Numbers numbers -> numbers.toString();
    };
  }
}
