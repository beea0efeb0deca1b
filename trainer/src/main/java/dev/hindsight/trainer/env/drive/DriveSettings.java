package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.randomise.Buckets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The knobs of drive, named as in the reference's configuration files.
final class DriveSettings {
  private static final int MOST_TICKS = 100_000;

  /// Of every agent, as a multiple of the usual one.
  static final RandomisedSetting MASS =
      RandomisedSetting.ofWorld("mass", "1", wording("DriveSettings.mass"), 1, 0.7, 1.5);

  /// Between tyres and road.
  static final RandomisedSetting FRICTION =
      RandomisedSetting.ofWorld(
          "friction", "1", wording("DriveSettings.friction"), Double.POSITIVE_INFINITY, 0.3, 1);

  /// Of the positions of partners.
  static final RandomisedSetting SENSOR_NOISE =
      new RandomisedSetting(
          "sensor_noise",
          "m",
          wording("DriveSettings.sensor_noise"),
          0,
          0,
          1,
          RandomisedSetting.Effect.NOISE,
          List.of("partners.rel_x", "partners.rel_y"));

  /// Which policy drives the co-players.
  static final RandomisedSetting PARTNER =
      RandomisedSetting.ofPartner("partner", wording("DriveSettings.partner"));

  /// What can differ from episode to episode.
  static final List<RandomisedSetting> RANDOMISED = List.of(MASS, FRICTION, SENSOR_NOISE, PARTNER);

  static final Settings ALL =
      Buckets.knobs(
          new Settings(
              List.of(
                  new Choice(
                      "preset",
                      "classic",
                      List.of("classic", "adaptive"),
                      wording("DriveSettings.observation_sizes_lane_rule_and")),
                  new Whole(
                      "partners_observed",
                      0,
                      0,
                      63,
                      "vehicles",
                      wording("DriveSettings.vehicles_an_agent_observes_at_most")),
                  new Whole(
                      "roads_observed",
                      0,
                      0,
                      1000,
                      "segments",
                      wording("DriveSettings.road_segments_an_agent_observes")),
                  new Choice(
                      "dynamics_model",
                      "classic",
                      List.of("classic", "jerk"),
                      wording("DriveSettings.how_an_action_moves_a_vehicle")),
                  new Choice(
                      "action_type",
                      "discrete",
                      List.of("discrete", "continuous"),
                      wording("DriveSettings.one_of_a_grid_of_actions")),
                  new Choice(
                      "goal_behavior",
                      "respawn",
                      List.of("respawn", "generate_new", "stop", "trial"),
                      wording("DriveSettings.what_happens_at_a_goal")),
                  real(
                      "goal_radius",
                      2,
                      0.1,
                      1000,
                      "m",
                      wording("DriveSettings.how_near_counts_as_there")),
                  real(
                      "goal_speed",
                      100,
                      0,
                      1000,
                      "m/s",
                      wording("DriveSettings.the_fastest_that_counts_as_there")),
                  real(
                      "goal_target_distance",
                      30,
                      1,
                      1000,
                      "m",
                      wording("DriveSettings.how_far_a_newly_drawn_goal")),
                  real(
                      "goal_within",
                      0,
                      0,
                      1000,
                      "m",
                      wording("DriveSettings.how_far_along_its_log_an")),
                  new Flag(
                      "goal_hidden", false, wording("DriveSettings.each_episode_draws_the_goal")),
                  real(
                      "goal_seen_within",
                      10,
                      0.1,
                      1000,
                      "m",
                      wording("DriveSettings.distance_at_which_a_hidden_goal")),
                  whole(
                      "episode_length",
                      91,
                      1,
                      "ticks",
                      wording("DriveSettings.tick_at_which_an_episode_ends")),
                  new Choice(
                      "termination_mode",
                      "all_respawned",
                      List.of("time_limit", "all_respawned"),
                      wording("DriveSettings.whether_an_episode_also_ends_when")),
                  new Whole(
                      "k_scenarios",
                      2,
                      1,
                      64,
                      "trials",
                      wording("DriveSettings.trials_in_an_episode_in_trial")),
                  whole(
                      "scenario_length",
                      91,
                      1,
                      "ticks",
                      wording("DriveSettings.ticks_a_trial_takes_at_most")),
                  new Choice(
                      "control_mode",
                      "control_vehicles",
                      List.of(
                          "control_vehicles",
                          "control_agents",
                          "control_wosac",
                          "control_sdc_only"),
                      wording("DriveSettings.which_objects_may_be_agents")),
                  new Choice(
                      "init_mode",
                      "create_all_valid",
                      List.of("create_all_valid", "create_only_controlled"),
                      wording("DriveSettings.which_objects_are_present")),
                  whole(
                      "init_steps",
                      0,
                      0,
                      "ticks",
                      wording("DriveSettings.frame_of_the_logs_everyone_starts")),
                  new Whole(
                      "num_agents",
                      0,
                      0,
                      64,
                      "agents",
                      wording("DriveSettings.agents_controlled_at_most_0_the")),
                  new Whole(
                      "max_controlled_agents",
                      -1,
                      -1,
                      64,
                      "agents",
                      wording("DriveSettings.agents_beyond_these_replay_their")),
                  new Whole(
                      "num_ego_agents",
                      0,
                      0,
                      64,
                      "agents",
                      wording("DriveSettings.agents_whose_arrival_ends_a_trial")),
                  reaction(
                      "collision_behavior",
                      wording("DriveSettings.what_a_vehicle_collision_does_besides")),
                  reaction(
                      "offroad_behavior",
                      wording("DriveSettings.what_leaving_the_road_does_besides")),
                  reward(
                      "reward_vehicle_collision",
                      -0.5,
                      wording("DriveSettings.reward_of_a_tick_in_a")),
                  reward(
                      "reward_offroad_collision",
                      -0.5,
                      wording("DriveSettings.reward_of_a_tick_across_a")),
                  reward("reward_goal", 1, wording("DriveSettings.reward_of_a_goal")),
                  reward(
                      "reward_goal_post_respawn",
                      0.25,
                      wording("DriveSettings.reward_of_a_goal_reached_again")),
                  reward(
                      "reward_lane_align",
                      0,
                      wording("DriveSettings.weight_of_keeping_to_the_lanes")),
                  reward("reward_vel_align", 1, wording("DriveSettings.weight_in_it_of_the_speed")),
                  new Choice(
                      "conditioning",
                      "none",
                      List.of("none", "reward", "entropy", "discount", "all"),
                      wording("DriveSettings.weights_drawn_for_each_agent_at")),
                  reward(
                      "collision_weight_lb",
                      -1,
                      wording("DriveSettings.least_collision_reward_drawn")),
                  reward(
                      "collision_weight_ub",
                      0,
                      wording("DriveSettings.greatest_collision_reward_drawn")),
                  reward(
                      "offroad_weight_lb",
                      -0.4,
                      wording("DriveSettings.least_offroad_reward_drawn")),
                  reward(
                      "offroad_weight_ub",
                      0,
                      wording("DriveSettings.greatest_offroad_reward_drawn")),
                  reward("goal_weight_lb", 0, wording("DriveSettings.least_goal_reward_drawn")),
                  reward("goal_weight_ub", 1, wording("DriveSettings.greatest_goal_reward_drawn")),
                  reward(
                      "entropy_weight_lb", 0, wording("DriveSettings.least_entropy_weight_drawn")),
                  reward(
                      "entropy_weight_ub",
                      0.001,
                      wording("DriveSettings.greatest_entropy_weight_drawn")),
                  real(
                      "discount_weight_lb",
                      0.8,
                      0,
                      1,
                      "1",
                      wording("DriveSettings.least_discount_factor_drawn")),
                  real(
                      "discount_weight_ub",
                      0.98,
                      0,
                      1,
                      "1",
                      wording("DriveSettings.greatest_discount_factor_drawn")),
                  real(
                      "dt",
                      0.1,
                      0.01,
                      1,
                      "s",
                      wording("DriveSettings.simulated_time_a_tick_takes")),
                  new Flag(
                      "reference_quirks",
                      false,
                      wording("DriveSettings.reproduce_the_references_defects")))),
          RANDOMISED);

  /// The adaptive preset's defaults for knobs that the user did not set.
  private static final Map<String, String> ADAPTIVE = Map.of("goal_behavior", "trial");

  /// Short trials and nearby goals: a small transformer learns this much driving in half an hour on
  /// two cores.
  private static final TrainingPreset NEAR =
      new TrainingPreset(
          "ppo",
          "near",
          wording("DriveSettings.two_trials_of_five_seconds_on"),
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

  /// Maps that the preset `habits` trains on, and those it never sees.
  private static final List<String> ROADS = maps("narrow", 1, 4);

  private static final List<String> HELD_OUT_ROADS = maps("narrow", 101, 104);

  /// One ego and one oncoming partner on a narrow road: which side the partner takes is the same in
  /// all trials, and shows too late to react.
  private static final TrainingPreset HABITS =
      new TrainingPreset(
          "ppo",
          "habits",
          wording("DriveSettings.four_trials_on_a_narrow_road"),
          ROADS,
          Map.ofEntries(
              Map.entry("env.goal_behavior", "trial"),
              Map.entry("env.k_scenarios", "4"),
              Map.entry("env.scenario_length", "50"),
              Map.entry("env.goal_within", "40"),
              Map.entry("env.num_ego_agents", "1"),
              Map.entry("env.collision_behavior", "remove"),
              Map.entry("env.partners_observed", "1"),
              Map.entry("env.roads_observed", "16"),
              Map.entry("env.reward_vehicle_collision", "-0.5"),
              Map.entry("env.reward_offroad_collision", "-0.05"),
              Map.entry("input_size", "32"),
              Map.entry("hidden_size", "64"),
              Map.entry("num_layers", "1"),
              Map.entry("num_heads", "2"),
              Map.entry("feed_forward", "128"),
              Map.entry("num_envs", "48"),
              Map.entry("updates", "200"),
              Map.entry("update_epochs", "2"),
              Map.entry("minibatches", "4"),
              Map.entry("learning_rate", "0.002"),
              Map.entry("trial_ends", "across"),
              Map.entry("gamma", "0.97"),
              Map.entry("ent_coef", "0.005"),
              Map.entry("final_ent_coef", "0.001"),
              Map.entry("max_grad_norm", "1"),
              Map.entry("run.eval_every", "25"),
              Map.entry("run.eval_episodes", "96"),
              Map.entry("run.eval_maps", String.join(",", HELD_OUT_ROADS))),
          Optional.of("scripted:left=1,scripted:right=1"));

  /// Maps that the preset `exits` trains on, and those it never sees.
  private static final List<String> FORKS = maps("fork", 1, 12);

  private static final List<String> HELD_OUT_FORKS = maps("fork", 101, 106);

  /// One vehicle before a fork whose goal lies behind one of the two branches, the same in all
  /// trials, and shows only from nearby: the first trial finds out, the others remember.
  private static final TrainingPreset EXITS =
      new TrainingPreset(
          "ppo",
          "exits",
          wording("DriveSettings.four_trials_at_a_fork_hidden"),
          FORKS,
          Map.ofEntries(
              Map.entry("env.goal_behavior", "trial"),
              Map.entry("env.goal_hidden", "true"),
              Map.entry("env.goal_seen_within", "6"),
              Map.entry("env.goal_within", "15"),
              Map.entry("env.k_scenarios", "4"),
              Map.entry("env.scenario_length", "20"),
              Map.entry("env.dt", "0.2"),
              Map.entry("env.partners_observed", "1"),
              Map.entry("env.roads_observed", "32"),
              Map.entry("env.reward_vehicle_collision", "-0.2"),
              Map.entry("env.reward_offroad_collision", "-0.05"),
              Map.entry("input_size", "32"),
              Map.entry("hidden_size", "64"),
              Map.entry("num_layers", "1"),
              Map.entry("num_heads", "2"),
              Map.entry("feed_forward", "128"),
              Map.entry("standardise_inputs", "true"),
              Map.entry("num_envs", "96"),
              Map.entry("updates", "300"),
              Map.entry("update_epochs", "4"),
              Map.entry("minibatches", "8"),
              Map.entry("learning_rate", "0.001"),
              Map.entry("final_rate", "0.3"),
              Map.entry("trial_ends", "across"),
              Map.entry("gamma", "0.97"),
              Map.entry("ent_coef", "0.01"),
              Map.entry("final_ent_coef", "0.001"),
              Map.entry("max_grad_norm", "1"),
              Map.entry("run.eval_every", "25"),
              Map.entry("run.eval_episodes", "96"),
              Map.entry("run.eval_maps", String.join(",", HELD_OUT_FORKS))));

  /// What `exits` learned, in a world in which a wrong branch cannot be left any more. Learned from
  /// scratch, this rule leads to policies that always take the same branch: a driver on the wrong
  /// one never sees the goal.
  private static final TrainingPreset ONE_EXIT =
      new TrainingPreset(
          "ppo",
          "one-exit",
          wording("DriveSettings.as_exits_but_off_the_road"),
          FORKS,
          with(EXITS.settings(), "env.offroad_behavior", "stop", "updates", "100"));

  static final List<TrainingPreset> PRESETS = List.of(NEAR, EXITS, ONE_EXIT, HABITS);

  /// Shipped maps of a kind.
  private static List<String> maps(String kind, int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(seed -> kind + "-" + seed).toList();
  }

  private static Map<String, String> with(Map<String, String> settings, String... changes) {
    Map<String, String> changed = new HashMap<>(settings);
    for (int i = 0; i < changes.length; i += 2) {
      changed.put(changes[i], changes[i + 1]);
    }
    return changed;
  }

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
