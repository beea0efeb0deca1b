package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The knobs of drive, named as in the reference's configuration files.
final class DriveSettings {
  private static final int MOST_TICKS = 100_000;

  static final Settings ALL =
      new Settings(
          List.of(
              new Choice(
                  "preset",
                  "classic",
                  List.of("classic", "adaptive"),
                  "observation sizes, lane rule and reward form of PufferDrive 2.0 or of its"
                      + " adaptive fork; also the default of goal_behavior"),
              new Whole(
                  "partners_observed",
                  0,
                  0,
                  63,
                  "vehicles",
                  "vehicles an agent observes at most; 0: the preset's"),
              new Whole(
                  "roads_observed",
                  0,
                  0,
                  1000,
                  "segments",
                  "road segments an agent observes at most; 0: the preset's"),
              new Choice(
                  "dynamics_model",
                  "classic",
                  List.of("classic", "jerk"),
                  "how an action moves a vehicle"),
              new Choice(
                  "action_type",
                  "discrete",
                  List.of("discrete", "continuous"),
                  "one of a grid of actions, or two numbers"),
              new Choice(
                  "goal_behavior",
                  "respawn",
                  List.of("respawn", "generate_new", "stop", "trial"),
                  "what happens at a goal"),
              real("goal_radius", 2, 0.1, 1000, "m", "how near counts as there"),
              real("goal_speed", 100, 0, 1000, "m/s", "the fastest that counts as there"),
              real(
                  "goal_target_distance", 30, 1, 1000, "m", "how far a newly drawn goal should be"),
              real(
                  "goal_within",
                  0,
                  0,
                  1000,
                  "m",
                  "how far along its log an agent's first goal lies at most; 0: at the log's end"),
              whole("episode_length", 91, 1, "ticks", "tick at which an episode ends"),
              new Choice(
                  "termination_mode",
                  "all_respawned",
                  List.of("time_limit", "all_respawned"),
                  "whether an episode also ends when every agent has respawned"),
              new Whole("k_scenarios", 2, 1, 64, "trials", "trials in an episode, in trial mode"),
              whole(
                  "scenario_length", 91, 1, "ticks", "ticks a trial takes at most, in trial mode"),
              new Choice(
                  "control_mode",
                  "control_vehicles",
                  List.of(
                      "control_vehicles", "control_agents", "control_wosac", "control_sdc_only"),
                  "which objects may be agents"),
              new Choice(
                  "init_mode",
                  "create_all_valid",
                  List.of("create_all_valid", "create_only_controlled"),
                  "which objects are present"),
              whole("init_steps", 0, 0, "ticks", "frame of the logs everyone starts from"),
              new Whole(
                  "num_agents", 0, 0, 64, "agents", "agents controlled at most; 0: the preset's"),
              new Whole(
                  "max_controlled_agents",
                  -1,
                  -1,
                  64,
                  "agents",
                  "agents beyond these replay their log; -1: off"),
              new Whole(
                  "num_ego_agents",
                  0,
                  0,
                  64,
                  "agents",
                  "agents whose arrival ends a trial, the others are co-players; 0: all"),
              reaction("collision_behavior", "what a vehicle collision does besides its reward"),
              reaction("offroad_behavior", "what leaving the road does besides its reward"),
              reward("reward_vehicle_collision", -0.5, "reward of a tick in a vehicle collision"),
              reward("reward_offroad_collision", -0.5, "reward of a tick across a road edge"),
              reward("reward_goal", 1, "reward of a goal"),
              reward("reward_goal_post_respawn", 0.25, "reward of a goal reached again as a ghost"),
              reward("reward_lane_align", 0, "weight of keeping to the lane's direction; 0: off"),
              reward("reward_vel_align", 1, "weight in it of the speed against that direction"),
              new Choice(
                  "conditioning",
                  "none",
                  List.of("none", "reward", "entropy", "discount", "all"),
                  "weights drawn for each agent at each reset and shown to it"),
              reward("collision_weight_lb", -1, "least collision reward drawn"),
              reward("collision_weight_ub", 0, "greatest collision reward drawn"),
              reward("offroad_weight_lb", -0.4, "least offroad reward drawn"),
              reward("offroad_weight_ub", 0, "greatest offroad reward drawn"),
              reward("goal_weight_lb", 0, "least goal reward drawn"),
              reward("goal_weight_ub", 1, "greatest goal reward drawn"),
              reward("entropy_weight_lb", 0, "least entropy weight drawn"),
              reward("entropy_weight_ub", 0.001, "greatest entropy weight drawn"),
              real("discount_weight_lb", 0.8, 0, 1, "1", "least discount factor drawn"),
              real("discount_weight_ub", 0.98, 0, 1, "1", "greatest discount factor drawn"),
              real("dt", 0.1, 0.01, 1, "s", "simulated time a tick takes"),
              new Flag(
                  "reference_quirks",
                  false,
                  "reproduce the reference's defects, to compare with its traces")));

  /// The adaptive preset's defaults for knobs that the user did not set.
  private static final Map<String, String> ADAPTIVE = Map.of("goal_behavior", "trial");

  /// Short trials and nearby goals: a small transformer learns this much driving in half an hour on
  /// two cores.
  private static final TrainingPreset NEAR =
      new TrainingPreset(
          "ppo",
          "near",
          "two trials of five seconds on the shipped maps, goals at most 25 m ahead",
          List.of(
              "straight-1",
              "curve-1",
              "merge-1",
              "intersection-1",
              "intersection-2",
              "roundabout-1",
              "roundabout-2"),
          Map.ofEntries(
              Map.entry("env.goal_behavior", "trial"),
              Map.entry("env.k_scenarios", "2"),
              Map.entry("env.scenario_length", "50"),
              Map.entry("env.goal_within", "25"),
              Map.entry("env.partners_observed", "15"),
              Map.entry("env.roads_observed", "64"),
              Map.entry("env.reward_vehicle_collision", "-0.2"),
              Map.entry("env.reward_offroad_collision", "-0.1"),
              Map.entry("input_size", "32"),
              Map.entry("hidden_size", "64"),
              Map.entry("num_layers", "1"),
              Map.entry("num_heads", "2"),
              Map.entry("feed_forward", "128"),
              Map.entry("num_envs", "14"),
              Map.entry("updates", "120"),
              Map.entry("update_epochs", "2"),
              Map.entry("minibatches", "8"),
              Map.entry("learning_rate", "0.002"),
              Map.entry("trial_ends", "boot"),
              Map.entry("gamma", "0.97"),
              Map.entry("ent_coef", "0.003"),
              Map.entry("final_ent_coef", "0.001"),
              Map.entry("max_grad_norm", "1")));

  static final List<TrainingPreset> PRESETS = List.of(NEAR);

  private DriveSettings() {}

  /// Fills in the preset's defaults for knobs that the user did not set.
  static SettingValues unfold(SettingValues values) {
    if (!values.choice("preset").equals("adaptive")) {
      return values;
    }
    Map<String, String> typed = new LinkedHashMap<>(ADAPTIVE);
    typed.keySet().removeAll(values.chosen());
    Map<String, com.fasterxml.jackson.databind.JsonNode> merged =
        new LinkedHashMap<>(values.values());
    SettingValues preset = ALL.parse(typed, "preset adaptive");
    typed.keySet().forEach(name -> merged.replace(name, preset.values().get(name)));
    return new SettingValues(merged, values.chosen());
  }

  private static Setting real(
      String name, double fallback, double min, double max, String unit, String doc) {
    return new Real(name, fallback, min, max, unit, doc);
  }

  private static Setting whole(String name, long fallback, long min, String unit, String doc) {
    return new Whole(name, fallback, min, MOST_TICKS, unit, doc);
  }

  private static Setting reward(String name, double fallback, String doc) {
    return new Real(name, fallback, -1000, 1000, "1", doc);
  }

  private static Setting reaction(String name, String doc) {
    return new Choice(name, "ignore", List.of("ignore", "stop", "remove"), doc);
  }
}
