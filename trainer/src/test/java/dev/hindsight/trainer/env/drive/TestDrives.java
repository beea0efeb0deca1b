package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.StateArrays;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/// Environments and actions for tests.
final class TestDrives {
  /// Joint action of the classic model that leaves a vehicle as it is.
  static final int COAST = 3 * 13 + 6;

  /// Joint action of the classic model that speeds up straight on.
  static final int ACCELERATE = 6 * 13 + 6;

  /// Joint action of the classic model that brakes straight on.
  static final int BRAKE = 6;

  private TestDrives() {}

  static DriveEnvironment environment(Path map, Map<String, String> settings) {
    return environment(DriveMaps.read(map), settings);
  }

  static DriveEnvironment environment(DriveMap map, Map<String, String> settings) {
    return new DriveEnvironment(scenario(map, settings), 1);
  }

  static DriveEnvironment environment(DriveMap map, String... settings) {
    return environment(map, settings(settings));
  }

  static DriveScenario scenario(DriveMap map, Map<String, String> settings) {
    return DriveScenario.of(map, config(settings), "test map");
  }

  static DriveConfig config(Map<String, String> settings) {
    return DriveConfigReader.read(DriveSettings.unfold(DriveSettings.ALL.parse(settings, "test")));
  }

  /// @param assignments `name=value`
  static Map<String, String> settings(String... assignments) {
    Map<String, String> settings = new HashMap<>();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    return settings;
  }

  static double total(Environment environment, String name) {
    return Objects.requireNonNull(environment.totals().get(name), name);
  }

  static NpyArray fixed(Environment environment, String name) {
    return environment.fixedArrays().stream()
        .filter(f -> f.spec().name().equals(name))
        .findFirst()
        .orElseThrow()
        .array();
  }

  static Actions all(Environment environment, int joint) {
    Actions actions = new Actions(environment.shape());
    Arrays.fill(actions.joint, joint);
    return actions;
  }

  static void step(Environment environment, int joint, int times) {
    Actions actions = all(environment, joint);
    for (int t = 0; t < times; t++) {
      environment.step(actions);
    }
  }

  /// Overwrites actions with random ones.
  static void draw(Environment environment, Actions actions, SplittableRandom random) {
    switch (environment.shape().actions()) {
      case ActionSpace.Discrete space -> {
        for (int a = 0; a < actions.joint.length; a++) {
          actions.joint[a] = random.nextInt(space.count());
        }
      }
      case ActionSpace.Continuous _ -> {
        for (int i = 0; i < actions.continuous.length; i++) {
          actions.continuous[i] = (float) random.nextDouble(-1, 1);
        }
      }
    }
  }

  /// Runs random actions and digests everything an agent or a recording could see.
  static long run(Environment environment, int steps, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Actions actions = new Actions(environment.shape());
    long digest = 0;
    for (int t = 0; t < steps; t++) {
      draw(environment, actions, random);
      environment.step(actions);
      digest = StateArrays.mix(digest, environment.stateHash());
      digest = StateArrays.mix(digest, Arrays.hashCode(environment.buffer().observation));
      digest = StateArrays.mix(digest, Arrays.hashCode(environment.buffer().reward));
      digest = StateArrays.mix(digest, Arrays.hashCode(environment.buffer().trialEnded));
    }
    return digest;
  }
}
