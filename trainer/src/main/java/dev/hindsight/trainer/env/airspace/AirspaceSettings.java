package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.randomise.Buckets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The knobs of the airspace.
final class AirspaceSettings {
  static final String GENERATOR = "generator";
  static final String AIRCRAFT = "aircraft";
  static final String RADIUS = "radius";
  static final String SPACING = "spacing";
  static final String LEVELS = "levels";
  static final String LOWEST = "lowest_level";
  static final String TYPE = "aircraft_type";
  static final String STEPS = "steps";
  static final String TRIALS = "trials";
  static final String DT = "dt";
  static final String DECISION = "decision_seconds";
  static final String ACTIONS = "action_form";
  static final String NEIGHBOURS = "neighbours";
  static final String EXIT_RADIUS = "exit_radius";
  static final String ZONE_RADIUS = "zone_radius";
  static final String ZONE_HEIGHT = "zone_height";
  static final String LOOKAHEAD = "lookahead";
  static final String REWARD_EXIT = "reward_exit";
  static final String REWARD_LEFT = "reward_left";
  static final String REWARD_DRIFT = "reward_drift";
  static final String REWARD_LOSS = "reward_loss";
  static final String REWARD_CONFLICT = "reward_conflict";
  static final String REWARD_ACTION = "reward_action";
  static final String UNREAD = "unread_commands";
  static final String GROUPS = "groups";
  static final String PAIRS = "pairs";

  /// Its speed; each episode draws a direction.
  static final RandomisedSetting WIND =
      RandomisedSetting.ofWorld("wind", "m/s", wording("AirspaceSettings.wind"), 0, 0, 20);

  /// Of the neighbours.
  static final RandomisedSetting POSITION_NOISE =
      new RandomisedSetting(
          "position_noise",
          "NM",
          wording("AirspaceSettings.position_noise"),
          0,
          0,
          0.3,
          RandomisedSetting.Effect.NOISE,
          List.of("neighbours.dx", "neighbours.dy"));

  /// Of the neighbours.
  static final RandomisedSetting DELAY =
      new RandomisedSetting(
          "delay",
          "ticks",
          wording("AirspaceSettings.delay"),
          0,
          0,
          2,
          RandomisedSetting.Effect.DELAY,
          List.of("neighbours"));

  /// The most aircraft of a sector.
  static final int MOST_AIRCRAFT = 1000;

  /// What can differ from episode to episode.
  static final List<RandomisedSetting> RANDOMISED = List.of(WIND, POSITION_NOISE, DELAY);

  static final Settings ALL =
      Buckets.knobs(
          new Settings(
              List.of(
                  new Choice(
                      GENERATOR,
                      "random50",
                      List.of("random50", "crossing", "horizontal", "file"),
                      wording("AirspaceSettings.where_aircraft_come_from_everywhere")),
                  new Whole(
                      AIRCRAFT,
                      50,
                      1,
                      MOST_AIRCRAFT,
                      "aircraft",
                      wording("AirspaceSettings.how_many_horizontal_has_1_and")),
                  new Real(
                      RADIUS,
                      56.4,
                      10,
                      500,
                      "NM",
                      wording("AirspaceSettings.of_the_sector_density_0_005")),
                  new Real(
                      SPACING,
                      6,
                      0,
                      50,
                      "NM",
                      wording("AirspaceSettings.least_distance_of_two_aircraft_at")),
                  new Whole(
                      LEVELS,
                      4,
                      1,
                      10,
                      "levels",
                      wording("AirspaceSettings.flight_levels_1000_ft_apart")),
                  new Whole(
                      LOWEST, 300, 50, 400, "FL", wording("AirspaceSettings.the_lowest_of_them")),
                  new Choice(
                      TYPE,
                      "a320",
                      List.of("a320", "b738", "e190", "a333", "b77w"),
                      wording("AirspaceSettings.type_of_all")),
                  new Whole(
                      STEPS,
                      400,
                      1,
                      100_000,
                      "decisions",
                      wording("AirspaceSettings.decisions_a_trial_has_at_most")),
                  new Whole(
                      TRIALS,
                      1,
                      1,
                      64,
                      "trials",
                      wording("AirspaceSettings.trials_of_one_scenario_in_an")),
                  new Real(
                      DT,
                      1,
                      0.1,
                      10,
                      "s",
                      wording("AirspaceSettings.simulated_seconds_per_step_of_the")),
                  new Real(
                      DECISION,
                      5,
                      0.1,
                      600,
                      "s",
                      wording("AirspaceSettings.seconds_between_decisions_a_multiple")),
                  new Choice(
                      ACTIONS,
                      "discrete",
                      List.of("discrete", "continuous"),
                      wording("AirspaceSettings.a_grid_of_heading_speed_and")),
                  new Whole(
                      NEIGHBOURS,
                      10,
                      1,
                      63,
                      "aircraft",
                      wording("AirspaceSettings.nearest_others_an_aircraft_observes")),
                  new Real(
                      EXIT_RADIUS,
                      5,
                      0.1,
                      50,
                      "NM",
                      wording("AirspaceSettings.how_near_its_exit_an_aircraft")),
                  new Real(
                      ZONE_RADIUS,
                      5,
                      0.1,
                      50,
                      "NM",
                      wording("AirspaceSettings.kept_clear_around_an_aircraft")),
                  new Real(
                      ZONE_HEIGHT,
                      1000,
                      10,
                      10_000,
                      "ft",
                      wording("AirspaceSettings.kept_clear_above_it_and_below")),
                  new Real(
                      LOOKAHEAD,
                      300,
                      1,
                      3600,
                      "s",
                      wording("AirspaceSettings.how_far_ahead_conflicts_are_predicted")),
                  reward(REWARD_EXIT, 1, wording("AirspaceSettings.for_leaving_at_the_exit")),
                  reward(REWARD_LEFT, -1, wording("AirspaceSettings.for_leaving_elsewhere")),
                  reward(
                      REWARD_DRIFT, -0.1, wording("AirspaceSettings.per_radian_off_course_to_the")),
                  reward(
                      REWARD_LOSS,
                      -1,
                      wording("AirspaceSettings.per_aircraft_it_loses_separation")),
                  reward(
                      REWARD_CONFLICT,
                      -0.1,
                      wording("AirspaceSettings.per_aircraft_it_conflicts_with_per")),
                  reward(
                      REWARD_ACTION, -0.01, wording("AirspaceSettings.per_size_of_the_action_0")),
                  new Choice(
                      UNREAD,
                      "refuse",
                      List.of("refuse", "list"),
                      wording("AirspaceSettings.commands_of_a_scn_file_that")),
                  new Choice(
                      GROUPS,
                      "none",
                      List.of("none", PAIRS),
                      wording("AirspaceSettings.which_aircraft_decide_together")))),
          RANDOMISED);

  /// Settings that all training stages share. Rewards are smaller than the environment's defaults,
  /// because the value loss squares its errors and drowns the policy's gradient if returns are in
  /// the tens. A loss of separation costs fifteen times as much as a conflict: at three times, the
  /// policy learned to resolve conflicts by descending through another's zone.
  private static final Map<String, String> STAGES =
      Map.ofEntries(
          Map.entry("policy", "graph"),
          Map.entry("hidden_size", "32"),
          Map.entry("num_layers", "2"),
          Map.entry("num_heads", "4"),
          Map.entry("feed_forward", "64"),
          Map.entry("neutral_prior", "4"),
          Map.entry("rows", "segments"),
          Map.entry("bptt_horizon", "32"),
          Map.entry("resample_frequency", "640"),
          Map.entry("minibatches", "8"),
          Map.entry("update_epochs", "2"),
          Map.entry("gamma", "0.97"),
          Map.entry("trial_ends", "cut"),
          Map.entry("max_grad_norm", "1"),
          Map.entry("reward_clip", "3"),
          Map.entry("bad_updates", "3"),
          Map.entry("env.neighbours", "6"),
          Map.entry("env.reward_exit", "1"),
          Map.entry("env.reward_left", "-2"),
          Map.entry("env.reward_drift", "-0.02"),
          Map.entry("env.reward_loss", "-0.6"),
          Map.entry("env.reward_conflict", "-0.04"),
          Map.entry("env.reward_action", "-0.004"));

  /// The training stages in which a graph policy learns to keep aircraft apart: their number grows
  /// at the density of the full sector. Each stage but the first continues from the previous one's
  /// checkpoint.
  static final List<TrainingPreset> PRESETS =
      List.of(
          // Two levels only: twice as many conflicts to learn from.
          stage(
              "8",
              wording("AirspaceSettings.eight_aircraft_on_two_levels_of"),
              Map.of(
                  "env.aircraft", "8",
                  "env.radius", "22.6",
                  "env.levels", "2",
                  "env.steps", "120",
                  "num_envs", "64",
                  "updates", "250",
                  "learning_rate", "0.002",
                  "ent_coef", "0.006",
                  "final_ent_coef", "0.001")),
          stage(
              "16",
              wording("AirspaceSettings.sixteen_aircraft_fresh_or_from_a"),
              Map.of(
                  "env.aircraft", "16",
                  "env.radius", "32",
                  "env.steps", "160",
                  "num_envs", "32",
                  "updates", "150",
                  "learning_rate", "0.0015",
                  "ent_coef", "0.004",
                  "final_ent_coef", "0.001")),
          stage(
              "50",
              wording("AirspaceSettings.fifty_aircraft_in_the_full_sector"),
              Map.of(
                  "env.aircraft", "50",
                  "env.radius", "56.4",
                  // Far from their exits, some aircraft otherwise just fly straight on.
                  "env.reward_drift", "-0.04",
                  "num_envs", "12",
                  "updates", "160",
                  "learning_rate", "0.001",
                  "ent_coef", "0.003",
                  "final_ent_coef", "0.0003")));

  private AirspaceSettings() {}

  private static Setting reward(String name, double fallback, String doc) {
    return new Real(name, fallback, -1000, 1000, "1", doc);
  }

  private static TrainingPreset stage(String id, String doc, Map<String, String> own) {
    Map<String, String> settings = new LinkedHashMap<>(STAGES);
    settings.putAll(own);
    return new TrainingPreset("ppo", id, doc, List.of(), settings);
  }
}
