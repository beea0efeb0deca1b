package dev.hindsight.trainer.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final Settings SETTINGS =
      new Settings(
          List.of(
              new Setting.Real(
                  "goal_radius", 2, 0.1, 100, "m", "distance at which a goal counts as reached"),
              new Setting.Whole("episode_length", 91, 1, 100_000, "ticks", "ticks in an episode"),
              new Setting.Choice(
                  "goal_behavior",
                  "respawn",
                  List.of("respawn", "generate", "stop", "trial"),
                  "what a goal does")));

  @Test
  void whatIsNotNamedKeepsItsDefault() {
    SettingValues values = SETTINGS.parse(Map.of("goal_radius", "3.5"), "--set");
    assertEquals(3.5, values.real("goal_radius"));
    assertEquals(91, values.whole("episode_length"));
  }

  @Test
  void aChoiceIsUnderstoodByWordAndByCode() {
    assertEquals(
        "trial", SETTINGS.parse(Map.of("goal_behavior", "3"), "--set").choice("goal_behavior"));
    assertEquals(
        "trial", SETTINGS.parse(Map.of("goal_behavior", "Trial"), "--set").choice("goal_behavior"));
  }

  @Test
  void anUnknownNameIsAnErrorThatListsTheNearOnes() {
    Problem problem =
        assertThrows(Problem.class, () -> SETTINGS.parse(Map.of("goal_radios", "1"), "--set"));
    assertTrue(problem.getMessage().contains("did you mean goal_radius"), problem.getMessage());
  }

  @Test
  void nanIsNotANumberASettingTakes() {
    assertThrows(Problem.class, () -> SETTINGS.parse(Map.of("goal_radius", "NaN"), "--set"));
  }
}
