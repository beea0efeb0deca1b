package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ControlledBodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.CreatedBodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriveSettingsTest {
  private static SettingValues unfolded(String... settings) {
    return DriveSettings.unfold(DriveSettings.ALL.parse(TestDrives.settings(settings), "test"));
  }

  private static String refusal(String... settings) {
    return assertThrows(Problem.class, () -> TestDrives.config(TestDrives.settings(settings)))
        .getMessage();
  }

  @Test
  void theAdaptivePresetDrivesInTrialsUnlessToldOtherwise() {
    assertEquals("respawn", unfolded().choice("goal_behavior"));
    assertEquals("trial", unfolded("preset=adaptive").choice("goal_behavior"));
    assertEquals(
        "respawn",
        unfolded("preset=adaptive", "goal_behavior=respawn").choice("goal_behavior"),
        "an explicit choice wins, even of the other preset's default");
  }

  @Test
  void theReferencesOwnCodesAndWordsAreUnderstood() {
    DriveConfig config =
        TestDrives.config(
            TestDrives.settings(
                "control_mode=2", "init_mode=create_only_controlled", "goal_behavior=1"));
    assertEquals(ControlledBodies.WOSAC, config.casting().control());
    assertEquals(CreatedBodies.ONLY_CONTROLLED, config.casting().creation());
    assertEquals(GoalBehavior.GENERATE_NEW, config.goals().behavior());
  }

  @Test
  void trialsTakeTheirNumberAndTimeFromTheScenarioSettings() {
    var span =
        TestDrives.config(
                TestDrives.settings("goal_behavior=3", "k_scenarios=4", "scenario_length=201"))
            .limits();
    assertEquals(4, span.trials());
    assertEquals(201, span.trialTicks());
    var other = TestDrives.config(TestDrives.settings("k_scenarios=4", "init_steps=10")).limits();
    assertEquals(1, other.trials());
    assertEquals(81, other.trialTicks());
  }

  @Test
  void valuesThatDoNotGoTogetherAreRefused() {
    assertTrue(refusal("init_steps=91").contains("cannot start at frame 91"));
    assertTrue(refusal("num_agents=33").contains("room for 32"));
    assertTrue(refusal("reward_lane_align=0.05").contains("preset=adaptive"));
    assertTrue(refusal("goal_weight_lb=0.5", "goal_weight_ub=0.1").contains("goal_weight_lb"));
  }

  @Test
  void driveIsOneOfTheEnvironments(@TempDir Path folder) {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    Path map = folder.resolve("busy.bin");
    DriveMaps.write(TestMap.busy(), map);
    EnvironmentFactory factory =
        type.prepare(
            type.settings().parse(Map.of("preset", "adaptive", "goal_radius", "3"), "--set"),
            Optional.of(map));
    assertEquals(2, factory.shape().trials());
    assertEquals("trial", factory.effective().choice("goal_behavior"));
    assertEquals(3, factory.effective().real("goal_radius"));
    assertEquals(factory.shape(), factory.create(5).shape());
  }

  @Test
  void withoutAMapThereIsNothingToDriveOn() {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    SettingValues defaults = type.settings().defaults();
    Problem problem = assertThrows(Problem.class, () -> type.prepare(defaults, Optional.empty()));
    assertTrue(problem.getMessage().contains("drive needs a map"), problem.getMessage());
  }
}
