package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioGenerator;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Recordings of drive with the bugs of the reference's trial mode, for tests of the checks that
/// should find them. All agents coast.
public final class MutantDrives {
  private static final int TRIALS = 3;
  private static final int TRIAL_TICKS = 30;

  /// Neither gas nor wheel: `long = a / 3` of {-15, -4, 0, 4}, `lat = a % 3` of {-4, 0, 4}.
  private static final int JERK_COAST = 2 * 3 + 1;

  private MutantDrives() {}

  /// What is wrong with a world.
  public enum Bug {
    /// Nothing.
    NONE,
    /// The flag of a respawn stays set: no agent sees another.
    GHOST_FLAG,
    /// An expert stays where it was when the trial ended.
    EXPERTS_NOT_REWOUND,
    /// Agents begin at frame 0 of their logs whatever `init_steps` is.
    FRAME_ZERO,
    /// An integrated acceleration is not reset.
    INTEGRATOR_KEPT,
    /// A contact of the previous trial is still set.
    COLLISION_KEPT
  }

  /// Records three trials and the beginning of another episode.
  public static Path record(Path folder, Bug bug) {
    Map<String, String> settings =
        TestDrives.settings(
            "goal_behavior=trial",
            "k_scenarios=" + TRIALS,
            "scenario_length=" + TRIAL_TICKS,
            "init_steps=3",
            "dynamics_model=jerk");
    DriveScenario driveScenario = TestDrives.scenario(TestMap.busy(), settings);
    return record(
        folder, bug.name(), driveScenario, settings, reset(bug, driveScenario), JERK_COAST);
  }

  /// Records a world that pays a goal at every tick an agent stands at it, like PufferDrive 2.0.
  public static Path goalPaidAgain(Path folder) {
    Map<String, String> settings =
        TestDrives.settings(
            "goal_behavior=stop", "termination_mode=time_limit", "reference_quirks=true");
    DriveScenario driveScenario =
        TestDrives.scenario(TestMap.straight(TestTrack.at(0, 0).goal(6, 0).speed(5)), settings);
    return record(
        folder, "paid-again", driveScenario, settings, TrialReset.WHOLE, TestDrives.COAST);
  }

  /// Records three trials with hidden goals in which every trial draws the goals anew, as only an
  /// episode should.
  public static Path goalRedrawn(Path folder) {
    return hiddenGoals(
        folder,
        "redrawn",
        new TrialReset() {
          @Override
          public void restart(Bodies bodies, Bodies start) {
            bodies.copyFrom(start);
          }

          @Override
          public void aim(ReachableExits exits, Bodies bodies, int[] exit) {
            int[] another = exit.clone();
            for (int a = 0; a < another.length; a++) {
              another[a] = (exit[a] + 1) % exits.counts()[a];
            }
            exits.aim(bodies, another);
          }
        });
  }

  /// Records three trials with hidden goals, and the beginning of another episode.
  public static Path hiddenGoals(Path folder) {
    return hiddenGoals(folder, "hidden", TrialReset.WHOLE);
  }

  private static Path hiddenGoals(Path folder, String name, TrialReset reset) {
    Map<String, String> settings =
        TestDrives.settings(
            "goal_behavior=trial",
            "k_scenarios=" + TRIALS,
            "scenario_length=" + TRIAL_TICKS,
            "goal_hidden=true",
            "goal_within=25");
    DriveScenario driveScenario =
        TestDrives.scenario(
            ScenarioGenerator.generate(ScenarioSpec.of(ScenarioKind.INTERSECTION, 3, 1)), settings);
    return record(folder, name, driveScenario, settings, reset, TestDrives.COAST);
  }

  private static TrialReset reset(Bug bug, DriveScenario driveScenario) {
    return (bodies, start) -> {
      float[] x = bodies.x.clone();
      bodies.copyFrom(start);
      switch (bug) {
        case NONE -> {}
        case GHOST_FLAG -> Arrays.fill(bodies.respawnTick, 0, bodies.agents, TRIAL_TICKS);
        case EXPERTS_NOT_REWOUND ->
            System.arraycopy(x, bodies.agents, bodies.x, bodies.agents, x.length - bodies.agents);
        case FRAME_ZERO -> {
          for (int a = 0; a < bodies.agents; a++) {
            bodies.x[a] = driveScenario.roster().actor(a).x()[0];
          }
        }
        case INTEGRATOR_KEPT -> bodies.accelerationLong[1] = 1;
        case COLLISION_KEPT -> bodies.collision[1] = 1;
      }
    };
  }

  private static Path record(
      Path folder,
      String name,
      DriveScenario driveScenario,
      Map<String, String> settings,
      TrialReset reset,
      int action) {
    int ticks = TRIALS * TRIAL_TICKS + 10;
    int agents = driveScenario.shape().agents();
    int[] deeds = new int[ticks * agents];
    Arrays.fill(deeds, action);
    Path file = folder.resolve(name + ".rollout");
    RecordingRequest request =
        new RecordingRequest(
            new DriveEnvironmentType(),
            factory(driveScenario, settings, reset),
            Optional.empty(),
            Optional.empty(),
            new ActionSelection.Script("test", NpyArray.of(deeds, ticks, agents)),
            ticks,
            RecordingRequest.Until.ALL_TICKS,
            1,
            file);
    new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    return file;
  }

  private static EnvironmentFactory factory(
      DriveScenario driveScenario, Map<String, String> settings, TrialReset reset) {
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return driveScenario.shape();
      }

      @Override
      public SettingValues effective() {
        return DriveSettings.unfold(DriveSettings.ALL.parse(settings, "test"));
      }

      @Override
      public Environment create(long seed) {
        return new DriveEnvironment(driveScenario, seed, reset);
      }
    };
  }
}
