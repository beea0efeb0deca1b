package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
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

  static final Settings ALL =
      new Settings(
          List.of(
              new Choice(
                  GENERATOR,
                  "random50",
                  List.of("random50", "crossing", "horizontal", "file"),
                  "where aircraft come from: everywhere, two streams, one against five, a .scn"
                      + " file"),
              new Whole(
                  AIRCRAFT, 50, 1, 64, "aircraft", "how many; horizontal has 1 and a file its own"),
              new Real(RADIUS, 56.4, 10, 500, "NM", "of the sector; density 0.005 a NM² with 50"),
              new Real(SPACING, 6, 0, 50, "NM", "least distance of two aircraft at the beginning"),
              new Whole(LEVELS, 4, 1, 10, "levels", "flight levels, 1000 ft apart"),
              new Whole(LOWEST, 300, 50, 400, "FL", "the lowest of them"),
              new Choice(
                  TYPE, "a320", List.of("a320", "b738", "e190", "a333", "b77w"), "type of all"),
              new Whole(STEPS, 400, 1, 100_000, "decisions", "decisions a trial has at most"),
              new Whole(TRIALS, 1, 1, 64, "trials", "trials of one scenario in an episode"),
              new Real(DT, 1, 0.1, 10, "s", "simulated seconds per step of the dynamics"),
              new Real(DECISION, 5, 0.1, 600, "s", "seconds between decisions, a multiple of dt"),
              new Choice(
                  ACTIONS,
                  "discrete",
                  List.of("discrete", "continuous"),
                  "a grid of heading, speed and level, or a number in [-1, 1] for each"),
              new Whole(NEIGHBOURS, 10, 1, 63, "aircraft", "nearest others an aircraft observes"),
              new Real(EXIT_RADIUS, 5, 0.1, 50, "NM", "how near its exit an aircraft has left"),
              new Real(ZONE_RADIUS, 5, 0.1, 50, "NM", "kept clear around an aircraft"),
              new Real(ZONE_HEIGHT, 1000, 10, 10_000, "ft", "kept clear above it, and below"),
              new Real(LOOKAHEAD, 300, 1, 3600, "s", "how far ahead conflicts are predicted"),
              reward(REWARD_EXIT, 1, "for leaving at the exit"),
              reward(REWARD_LEFT, -1, "for leaving elsewhere"),
              reward(REWARD_DRIFT, -0.1, "per radian off course to the exit, per decision"),
              reward(REWARD_LOSS, -1, "per aircraft it loses separation to, per decision"),
              reward(REWARD_CONFLICT, -0.1, "per aircraft it conflicts with, per decision"),
              reward(REWARD_ACTION, -0.01, "per size of the action (0 to 3), per decision"),
              new Choice(
                  UNREAD,
                  "refuse",
                  List.of("refuse", "list"),
                  "commands of a .scn file that are not known: refuse the file, or list them in"
                      + " the recording")));

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
              "eight aircraft on two levels of a small sector; a first stage",
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
              "sixteen aircraft, fresh or from a checkpoint of eight (--from)",
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
              "fifty aircraft in the full sector, from a checkpoint of fewer (--from)",
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
