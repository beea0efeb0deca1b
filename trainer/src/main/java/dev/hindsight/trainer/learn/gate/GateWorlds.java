package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.observation.ExcavationSegments;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The excavations that gates look at. A made site is one whose answers are known without the code:
/// the machine starts in its middle.
final class GateWorlds {
  /// Positions of actions.
  static final int FORWARD = 0;

  static final int DO = 6;
  static final int WAIT = 7;

  /// Names of parts of an observation.
  static final String PROGRESS = ExcavationSegments.EPISODE_PROGRESS;

  static final String MASK = ExcavationSegments.ACTION_MASK;
  static final String PREVIOUS = ExcavationSegments.PREVIOUS_ACTIONS;
  static final String EDGE = ExcavationSegments.EDGE_FEATURES;
  static final String AGENTS = ExcavationSegments.AGENTS;
  static final String MAPS = ExcavationSegments.MAPS;

  /// The middle of a made site.
  static final int MIDDLE = 16;

  private static final int SIZE = 32;

  /// Tiles from the middle within which a made site is level, dumpable ground.
  private static final int GROUND = 4;

  private static final String WHERE = "--gate";

  private GateWorlds() {}

  /// What a made site asks for.
  enum MadeSite {
    /// One tile in a corner, out of reach: nothing can be dug.
    BARE,
    /// All tiles around the machine: in every direction there is something to dig.
    FULL
  }

  /// Excavations of generated sites.
  static EnvironmentFactory generated(Map<String, String> settings) {
    EnvironmentType type = new ExcavationEnvironmentType();
    return type.prepare(type.settings().parse(settings, WHERE), Optional.empty());
  }

  /// Excavations of a made site, which takes the way of a user's own.
  static EnvironmentFactory made(MadeSite site, Map<String, String> settings) {
    EnvironmentType type = new ExcavationEnvironmentType();
    try (TemporaryFolder folder = new TemporaryFolder("gate")) {
      SiteFolder.write(folder.path(), List.of(map(site)));
      return type.prepare(
          type.settings().parse(settings, WHERE),
          Optional.of(type.scenarios().resolve(folder.path().toString())));
    }
  }

  /// The machine alone on a made site.
  static ExcavationWorld world(MadeSite site, BaseType base, StartPose start) {
    SiteSurvey survey = new SiteSurvey(map(site));
    ExcavationWorld world =
        new ExcavationWorld(
            SiteGeometry.of(SIZE, base),
            ExcavationRules.CORRECTED,
            RewardWeights.WIP,
            TrenchReward.NONE,
            100,
            survey);
    world.reset(survey, start);
    return world;
  }

  private static ExcavationMap map(MadeSite site) {
    byte[] target = new byte[SIZE * SIZE];
    byte[] dumpable = new byte[SIZE * SIZE];
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        boolean near = Math.max(Math.abs(row - MIDDLE), Math.abs(column - MIDDLE)) <= GROUND;
        dumpable[row * SIZE + column] = (byte) (near ? 1 : 0);
        target[row * SIZE + column] =
            switch (site) {
              case BARE -> (byte) (row + column == 0 ? -1 : 0);
              case FULL -> (byte) (near ? 0 : -1);
            };
      }
    }
    return ExcavationMap.of(SIZE, target, new byte[SIZE * SIZE], dumpable);
  }

  /// A small run of a preset, to open or to train for one update.
  static TrainingSpec spec(AlgorithmType algorithm, Optional<String> preset, String... more) {
    Map<String, String> settings =
        new LinkedHashMap<>(
            Map.of(
                "num_envs", "4",
                "bptt_horizon", "8",
                "train_batch_size", "0",
                "minibatches", "1",
                "update_epochs", "1",
                "env.sites", "16",
                "run.eval_every", "0"));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    TrainingRequest request =
        new TrainingRequest(
            "excavation",
            preset,
            List.of(),
            settings,
            7,
            TrainingTask.Device.CPU,
            Optional.empty());
    return TrainingSpec.of(request, algorithm);
  }

  /// The algorithm that gates look at.
  static AlgorithmType ppo() {
    return BuiltInAlgorithms.named("ppo");
  }

  /// Runs a step of the only agent.
  static StepBuffer step(Environment environment, int action) {
    Actions actions = new Actions(environment.shape());
    actions.joint[0] = action;
    environment.step(actions);
    return environment.buffer();
  }

  /// Waits until an episode ends.
  ///
  /// @param most steps after which it must have ended
  /// @return the number of steps
  static int waitForTheEnd(Environment environment, int most) {
    int steps = 1;
    while (!step(environment, WAIT).episodeEnded(0)) {
      steps++;
      new GateExpectation(PROGRESS)
          .holds(steps <= most, wording("GateWorlds.the_episode_does_not_end", most));
    }
    return steps;
  }

  /// A part of an observation.
  static List<Float> part(EnvironmentShape shape, String name, float[] observation) {
    Segment segment = segment(shape, name);
    List<Float> numbers = new ArrayList<>();
    for (int i = 0; i < segment.length(); i++) {
      numbers.add(observation[segment.offset() + i]);
    }
    return numbers;
  }

  static Segment segment(EnvironmentShape shape, String name) {
    return shape.observation().segments().stream()
        .filter(segment -> segment.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no segment " + name));
  }

  /// Whether an action is legal now, for each.
  static List<Integer> mask(byte[] mask) {
    List<Integer> legal = new ArrayList<>();
    for (byte one : mask) {
      legal.add((int) one);
    }
    return legal;
  }

  /// Two observations without some of their parts.
  static boolean equalBut(EnvironmentShape shape, float[] one, float[] other, List<String> parts) {
    float[] left = one.clone();
    float[] right = other.clone();
    for (String part : parts) {
      Segment segment = segment(shape, part);
      Arrays.fill(left, segment.offset(), segment.offset() + segment.length(), 0);
      Arrays.fill(right, segment.offset(), segment.offset() + segment.length(), 0);
    }
    return Arrays.equals(left, right);
  }
}
