package dev.hindsight.inspector.bench;

import dev.hindsight.inspector.bench.RecordingSpec.Finish;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Recordings of correct code, small and seeded: every environment, every policy, every knob at
/// least once, one trial to twelve, one agent to many, complete and cut off, edited, written
/// elsewhere.
final class RightRecordings {
  /// Values for knobs whose doubled default has no effect or takes long; those of one environment
  /// alone begin with its name.
  private static final Map<String, String> CHOSEN =
      Map.ofEntries(
          Map.entry("partners_observed", "5"),
          Map.entry("roads_observed", "20"),
          Map.entry("num_agents", "3"),
          Map.entry("max_controlled_agents", "2"),
          Map.entry("num_ego_agents", "2"),
          Map.entry("init_steps", "5"),
          Map.entry("goal_within", "15"),
          Map.entry("goal_speed", "5"),
          Map.entry("episode_length", "25"),
          Map.entry("scenario_length", "15"),
          Map.entry("collision_weight_ub", "-0.5"),
          Map.entry("offroad_weight_ub", "-0.1"),
          Map.entry("goal_weight_lb", "0.5"),
          Map.entry("entropy_weight_lb", "0.0005"),
          Map.entry("discount_weight_lb", "0.9"),
          Map.entry("discount_weight_ub", "0.99"),
          Map.entry("reward_lane_align", "0.1"),
          Map.entry("dt", "0.5"),
          Map.entry("decision_seconds", "10"),
          Map.entry("lowest_level", "250"),
          Map.entry("levels", "2"),
          Map.entry("radius", "40"),
          Map.entry("spacing", "8"),
          Map.entry("steps", "18"),
          Map.entry("aircraft", "7"),
          Map.entry("size", "7"),
          Map.entry("excavation.size", "40"),
          Map.entry("excavation.levels", "trench"));

  /// Other settings that some knobs need.
  private static final Map<String, String> BESIDE =
      Map.of(
          "reward_lane_align=0.1", "preset=adaptive",
          "reward_vel_align=1.5", "preset=adaptive",
          "goal_target_distance=45.0", "goal_behavior=generate_new",
          "goal_hidden=true", "goal_behavior=trial",
          "reward_goal_post_respawn=0.375", "goal_radius=10");

  /// Files of aircraft are recorded separately, and no built-in map has its own vehicle.
  private static final Set<String> APART =
      Set.of("generator=file", "control_mode=control_sdc_only");

  private static final String FLIGHTS =
      """
      00:00:00.00>CRE KL001 A320 52.0 4.0 90 FL300 280
      00:00:00.00>CRE KL002 A320 52.0 4.5 270 FL300 280
      00:00:00.00>CRE KL003 B738 52.3 4.2 180 FL310 270
      00:00:00.00>DEST KL001 52.0 4.6
      """;

  private static final String TOWN = "shared:data/drive/maps/Town02.json";
  private static final String LSTM =
      "shared:data/drive/checkpoint/puffer_drive_weights_carla_town12.pt";

  private RightRecordings() {}

  /// All recordings that need only the project.
  static List<RecordingSpec> all() {
    Set<RecordingSpec> all = new LinkedHashSet<>();
    all.addAll(drive());
    all.addAll(rooms());
    all.addAll(airspace());
    all.addAll(knobs());
    all.addAll(quirks());
    all.addAll(finished());
    all.addAll(randomised());
    return List.copyOf(all);
  }

  /// Worlds in which numbers differ from episode to episode, or an action's outcome from tick to
  /// tick, and a first episode that begins at some age.
  static List<RecordingSpec> randomised() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 600;
    RecordingSpec gusts = sky(6).with("randomise=all", "steps=20", "trials=2").ticks(90);
    RecordingSpec machine =
        RecordingSpec.of("excavation").with("max_steps=9", "trials=2").ticks(60);
    all.add(gusts.by("mvp", "argmax").with("decision_seconds=20").seed(seed++));
    all.add(gusts.by("untrained graph", "sample").with("decision_seconds=20").seed(seed++));
    all.add(
        trials(3, 15)
            .on("merge-1")
            .by("untrained mlp", "sample")
            .with("randomise=all", "partners_observed=3", "roads_observed=10")
            .with("num_agents=4", "goal_within=10")
            .ticks(100)
            .seed(seed++));
    all.add(
        RecordingSpec.of("spread")
            .by("untrained lstm", "sample")
            .with("randomise=all", "trials=3", "trial_ticks=8")
            .ticks(60)
            .seed(seed++));
    for (String after : List.of("next_trial", "limbo")) {
      all.add(
          RecordingSpec.of("darkroom")
              .by("untrained lstm", "sample")
              .with("randomise=all", "trials=3", "after_goal=" + after)
              .ticks(90)
              .seed(seed++));
    }
    all.add(machine.with("randomise=all").seed(seed++));
    all.add(machine.by("untrained mlp", "sample").with("staggered_starts=true").seed(seed++));
    return all;
  }

  /// The reference program's driver in its own town.
  static List<RecordingSpec> shared() {
    RecordingSpec town = RecordingSpec.of("drive").on(TOWN);
    return List.of(
        town.by(LSTM, "argmax").with("num_agents=32").ticks(91),
        town.by(LSTM, "sample").with("num_agents=32").ticks(120).seed(2),
        town.by(LSTM, "argmax")
            .with("goal_behavior=trial", "k_scenarios=4", "scenario_length=201", "num_agents=32"),
        town.by(LSTM, "sample")
            .with("goal_behavior=trial", "k_scenarios=2", "scenario_length=60", "num_agents=8")
            .seed(3),
        town.by(LSTM, "sample")
            .with("goal_behavior=trial", "k_scenarios=2", "scenario_length=40", "num_agents=4")
            .with("collision_behavior=remove")
            .seed(4),
        town.by("scripted", "argmax").with("num_agents=16").ticks(60));
  }

  /// Some of each kind, for every build.
  static List<RecordingSpec> some() {
    return every(12, 3, all());
  }

  /// Some worlds with the reference program's defects, for every build.
  static List<RecordingSpec> someQuirks() {
    return every(3, 0, quirks());
  }

  private static List<RecordingSpec> every(int step, int from, List<RecordingSpec> all) {
    List<RecordingSpec> some = new ArrayList<>();
    for (int i = from; i < all.size(); i += step) {
      some.add(all.get(i));
    }
    return some;
  }

  private static RecordingSpec trials(int count, int length) {
    return RecordingSpec.of("drive")
        .with("goal_behavior=trial", "k_scenarios=" + count, "scenario_length=" + length);
  }

  private static List<RecordingSpec> drive() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 0;
    for (long hidden = 0; hidden < 4; hidden++) {
      seed++;
      all.add(
          trials(3, 20)
              .on(hidden % 2 == 0 ? "fork-101" : "intersection-1")
              .by(hidden < 2 ? "drive-adaptive" : "scripted", "sample")
              .with("goal_hidden=true", "goal_seen_within=" + (hidden < 2 ? 6 : 15))
              .with("goal_within=15", "dt=0.2", "partners_observed=1", "roads_observed=32")
              .seed(seed));
    }
    // The forks differ only in angles and radii.
    for (String map : BuiltInMaps.names().stream().filter(n -> !n.matches("fork-.{2,}")).toList()) {
      seed++;
      all.add(
          RecordingSpec.of("drive")
              .on(map)
              .by("scripted", "argmax")
              .with("episode_length=40")
              .ticks(60)
              .seed(seed));
      all.add(trials(3, 40).on(map).by("scripted", "argmax").with("num_agents=6").seed(seed));
      all.add(trials(2, 40).on(map).by("drive-near", "sample").with("num_agents=4").seed(seed));
      all.add(trials(2, 30).on(map).by("drive-near", "argmax").with("num_agents=3").seed(seed));
    }
    for (String goal : List.of("respawn", "generate_new", "stop", "trial")) {
      for (String collision : List.of("ignore", "stop", "remove")) {
        for (String offroad : List.of("ignore", "stop", "remove")) {
          seed++;
          boolean scripted = seed % 3 == 0;
          RecordingSpec recordingSpec =
              RecordingSpec.of("drive")
                  .on(seed % 2 == 0 ? "merge-1" : "intersection-1")
                  .with("goal_behavior=" + goal, "collision_behavior=" + collision)
                  .with("offroad_behavior=" + offroad, "num_agents=8", "episode_length=35")
                  .with("k_scenarios=2", "scenario_length=35", "goal_within=12")
                  .ticks(80)
                  .seed(seed);
          all.add(scripted ? recordingSpec.by("scripted", "argmax") : recordingSpec);
        }
      }
    }
    for (int k = 1; k <= 12; k++) {
      all.add(
          trials(k, 12)
              .on("curve-1")
              .by("scripted", "argmax")
              .with("num_agents=3", "goal_within=6")
              .seed(k));
    }
    for (int agents : new int[] {1, 2, 16, 48}) {
      all.add(
          trials(2, 15)
              .on("roundabout-1")
              .with("preset=adaptive", "num_agents=" + agents)
              .seed(agents));
      all.add(
          trials(2, 15)
              .on("intersection-2")
              .with("num_agents=8", "num_ego_agents=" + Math.min(8, agents))
              .seed(agents));
    }
    for (String preset : List.of("classic", "adaptive")) {
      for (String network : List.of("transformer", "lstm", "mlp")) {
        for (String how : List.of("argmax", "sample", "random")) {
          seed++;
          all.add(
              trials(2, 16)
                  .on("merge-1")
                  .by("untrained " + network, how)
                  .with("preset=" + preset, "num_agents=3", "goal_within=8", "roads_observed=20")
                  .seed(seed));
        }
      }
    }
    for (String conditioning : List.of("reward", "entropy", "discount", "all")) {
      all.add(
          trials(2, 15)
              .on("merge-1")
              .by("untrained mlp", "sample")
              .with("conditioning=" + conditioning, "num_agents=3")
              .seed(seed++));
    }
    for (String model : List.of("classic", "jerk")) {
      RecordingSpec numbers =
          RecordingSpec.of("drive")
              .on("straight-1")
              .with("action_type=continuous", "dynamics_model=" + model);
      all.add(numbers.ticks(40).seed(seed++));
      all.add(numbers.with("goal_behavior=trial", "scenario_length=20").seed(seed++));
      all.add(
          trials(2, 20)
              .on("curve-1")
              .by("untrained lstm", "sample")
              .with("dynamics_model=" + model, "num_agents=4")
              .seed(seed++));
    }
    return all;
  }

  private static List<RecordingSpec> rooms() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 100;
    RecordingSpec room = RecordingSpec.of("darkroom");
    for (String after : List.of("next_trial", "limbo")) {
      for (String pays : List.of("true", "false")) {
        for (String how : List.of("sample", "argmax", "random")) {
          all.add(
              room.by("darkroom-5x5", how)
                  .with("after_goal=" + after, "first_trial_pays=" + pays)
                  .ticks(90)
                  .seed(seed++));
        }
        all.add(
            room.with("preset=7x7", "after_goal=" + after, "first_trial_pays=" + pays)
                .ticks(120)
                .seed(seed++));
      }
      for (int k : new int[] {1, 2, 3, 6, 9, 12}) {
        all.add(room.with("after_goal=" + after, "trials=" + k).ticks(130).seed(seed++));
      }
      for (String network : List.of("transformer", "lstm", "mlp")) {
        all.add(
            room.by("untrained " + network, "sample")
                .with("after_goal=" + after, "trials=3")
                .ticks(70)
                .seed(seed++));
      }
    }
    all.add(room.by("untrained transformer", "sample").with("trials=8").seed(seed++));
    all.add(room.by("untrained lstm", "sample").with("trials=12", "after_goal=limbo").seed(seed++));
    all.add(room.by("darkroom-5x5", "sample").ticks(1).seed(seed++));
    return all;
  }

  private static RecordingSpec sky(int aircraft) {
    return RecordingSpec.of("airspace")
        .with("aircraft=" + aircraft, "radius=" + (aircraft < 10 ? 22 : 40));
  }

  private static List<RecordingSpec> airspace() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 200;
    for (String who : List.of("mvp", "straight", "airspace-50")) {
      String how = who.equals("airspace-50") ? "sample" : "argmax";
      all.add(sky(8).by(who, how).with("steps=40", "trials=1").ticks(60).seed(seed++));
      all.add(sky(6).by(who, how).with("steps=40", "trials=3").seed(seed++));
      all.add(sky(6).by(who, how).with("generator=crossing", "steps=30", "trials=2").seed(seed++));
      all.add(sky(24).by(who, how).with("steps=25", "trials=1").seed(seed++));
    }
    all.add(sky(8).by("airspace-50", "argmax").with("steps=60", "trials=2").seed(seed++));
    all.add(RecordingSpec.of("airspace").by("airspace-50", "sample").with("steps=15").seed(seed++));
    for (String network : List.of("graph", "transformer", "lstm", "mlp")) {
      all.add(
          sky(5)
              .by("untrained " + network, "sample")
              .with("steps=30", "trials=2", "decision_seconds=30")
              .seed(seed++));
      all.add(
          sky(4)
              .by("untrained " + network, "random")
              .with("steps=20", "trials=2", "decision_seconds=60")
              .seed(seed++));
    }
    for (int k = 1; k <= 8; k += 2) {
      all.add(sky(3).with("trials=" + k, "steps=15", "decision_seconds=60").seed(seed++));
    }
    all.add(sky(5).with("action_form=continuous", "steps=20").seed(seed++));
    all.add(
        sky(5).by("straight", "argmax").with("action_form=continuous", "steps=20").seed(seed++));
    all.add(
        RecordingSpec.of("airspace")
            .with("generator=horizontal", "steps=20", "trials=2")
            .seed(seed++));
    all.add(RecordingSpec.of("airspace").on(FLIGHTS).with("steps=30", "trials=2").seed(seed++));
    all.add(
        RecordingSpec.of("airspace").on(FLIGHTS).by("mvp", "argmax").with("steps=30").seed(seed++));
    all.add(
        RecordingSpec.of("airspace")
            .on(FLIGHTS)
            .with("generator=horizontal", "steps=15")
            .seed(seed++));
    return all;
  }

  /// Worlds with the reference program's defects, which their configuration declares.
  private static List<RecordingSpec> quirks() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 500;
    String quirks = "reference_quirks=true";
    for (String preset : List.of("classic", "adaptive")) {
      for (String goal : List.of("respawn", "generate_new", "stop", "trial")) {
        for (String touch : List.of("ignore", "stop", "remove")) {
          seed++;
          RecordingSpec recordingSpec =
              RecordingSpec.of("drive")
                  .on(seed % 2 == 0 ? "merge-1" : "intersection-1")
                  .with(quirks, "preset=" + preset, "goal_behavior=" + goal)
                  .with("collision_behavior=" + touch, "offroad_behavior=" + touch)
                  .with("num_agents=6", "episode_length=30", "goal_within=12")
                  .with("k_scenarios=2", "scenario_length=30", "init_steps=" + seed % 3)
                  .ticks(75)
                  .seed(seed);
          all.add(seed % 3 == 0 ? recordingSpec.by("scripted", "argmax") : recordingSpec);
        }
      }
    }
    all.add(
        trials(2, 20)
            .on("curve-1")
            .by("untrained lstm", "sample")
            .with(quirks, "dynamics_model=jerk", "num_agents=4", "goal_within=10")
            .seed(seed + 1));
    all.add(
        trials(1, 20)
            .on("curve-1")
            .by("scripted", "argmax")
            .with(quirks, "num_agents=5", "goal_within=8")
            .ticks(60)
            .seed(seed + 4));
    all.add(
        RecordingSpec.of("drive")
            .on("roundabout-1")
            .with(quirks, "control_mode=control_wosac", "episode_length=25", "init_steps=3")
            .with("termination_mode=all_respawned")
            .ticks(60)
            .seed(seed + 2));
    all.add(
        trials(3, 25)
            .on("merge-1")
            .with(quirks, "conditioning=all", "num_agents=8", "num_ego_agents=3", "goal_within=8")
            .ticks(140)
            .seed(seed + 3));
    return all;
  }

  /// Every knob of every environment at a value other than its default; choices at all their
  /// values.
  private static List<RecordingSpec> knobs() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 300;
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      for (Setting setting : type.settings().all()) {
        for (String value : values(type.id(), setting)) {
          String pair = setting.name() + "=" + value;
          if (!APART.contains(pair)) {
            RecordingSpec recordingSpec = usual(type.id()).with(pair).seed(seed++);
            all.add(
                BESIDE.containsKey(pair)
                    ? recordingSpec.with(String.valueOf(BESIDE.get(pair)))
                    : recordingSpec);
          }
        }
      }
    }
    return all;
  }

  private static RecordingSpec usual(String environment) {
    return switch (environment) {
      case "drive" ->
          RecordingSpec.of("drive")
              .on("merge-1")
              .with("episode_length=30", "num_agents=5", "scenario_length=20", "k_scenarios=2")
              .with("goal_within=10")
              .ticks(45);
      case "airspace" -> sky(5).with("steps=20", "trials=2", "decision_seconds=20").ticks(45);
      default -> RecordingSpec.of(environment).ticks(60);
    };
  }

  private static List<String> values(String environment, Setting setting) {
    for (String name : List.of(environment + "." + setting.name(), setting.name())) {
      if (CHOSEN.containsKey(name)) {
        return List.of(String.valueOf(CHOSEN.get(name)));
      }
    }
    return switch (setting) {
      case Setting.Choice choice -> choice.choices();
      case Setting.Flag flag -> List.of(String.valueOf(!flag.fallback()));
      case Setting.Text text -> List.of(text.fallback());
      case Setting.Whole whole ->
          List.of(String.valueOf(Math.min(whole.max(), Math.max(1, 2 * whole.fallback()))));
      case Setting.Real real ->
          List.of(
              String.valueOf(
                  Math.min(real.max(), real.fallback() == 0 ? 0.5 : 1.5 * real.fallback())));
    };
  }

  private static List<RecordingSpec> finished() {
    List<RecordingSpec> all = new ArrayList<>();
    int seed = 400;
    List<RecordingSpec> bases =
        List.of(
            trials(2, 40).on("merge-1").by("drive-near", "sample").with("num_agents=4"),
            trials(3, 20).on("intersection-1").with("num_agents=6", "goal_within=10"),
            RecordingSpec.of("drive")
                .on("curve-1")
                .by("scripted", "argmax")
                .with("episode_length=40")
                .ticks(70),
            RecordingSpec.of("darkroom")
                .by("darkroom-5x5", "sample")
                .with("after_goal=limbo")
                .ticks(90),
            RecordingSpec.of("darkroom").by("darkroom-5x5", "argmax").ticks(120),
            sky(6).by("airspace-50", "sample").with("steps=40", "trials=2", "decision_seconds=20"),
            sky(5).with("steps=30", "trials=2", "decision_seconds=30"));
    for (RecordingSpec base : bases) {
      for (Finish finish : Finish.values()) {
        if (finish != Finish.NONE) {
          all.add(base.seed(seed++).then(finish));
        }
      }
      all.add(base.seed(seed++).then(Finish.BRANCH));
    }
    return all;
  }
}
