package dev.hindsight.trainer.env.rps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import java.util.List;
import java.util.Map;

/// A checked configuration.
///
/// @param games K, games in an episode
/// @param turns T, turns in a game
/// @param form how moves are given
record RpsConfig(int games, int turns, MoveForm form) {
  static final String GAMES = "trials";
  static final String TURNS = "turns";
  static final String ACTIONS = "action_form";

  static final Settings SETTINGS =
      new Settings(
          List.of(
              new Whole(GAMES, 1, 1, 64, "trials", wording("RpsConfig.games_in_an_episode")),
              new Whole(TURNS, 10, 1, 100_000, "ticks", wording("RpsConfig.turns_in_a_game")),
              new Choice(
                  ACTIONS,
                  "continuous",
                  List.of("continuous", "discrete"),
                  wording("RpsConfig.how_moves_are_given"))));

  /// Short runs with three actions: a continuous policy never plays scissors.
  static final List<TrainingPreset> PRESETS =
      List.of(
          new TrainingPreset(
              "ppo",
              "rps",
              wording("RpsConfig.two_that_play_each_other"),
              List.of(),
              Map.ofEntries(
                  Map.entry("env." + ACTIONS, "discrete"),
                  Map.entry("policy", "mlp"),
                  Map.entry("hidden_size", "32"),
                  Map.entry("num_envs", "64"),
                  Map.entry("updates", "30"))),
          new TrainingPreset(
              "sac",
              "rps",
              wording("RpsConfig.two_that_play_each_other_sac"),
              List.of(),
              Map.ofEntries(
                  Map.entry("env." + ACTIONS, "discrete"),
                  Map.entry("hidden_size", "32"),
                  Map.entry("num_envs", "16"),
                  Map.entry("rollout_fragment_length", "20"),
                  Map.entry("updates", "30"),
                  Map.entry("actor_lr", "0.001"),
                  Map.entry("critic_lr", "0.001"),
                  Map.entry("alpha_lr", "0.001"))));

  /// How moves are given.
  enum MoveForm {
    /// A number in `[0, 2]` whose whole part is the move.
    CONTINUOUS,
    /// One of three.
    DISCRETE
  }

  static RpsConfig of(SettingValues values) {
    return new RpsConfig(
        values.whole(GAMES),
        values.whole(TURNS),
        values.choice(ACTIONS).equals("discrete") ? MoveForm.DISCRETE : MoveForm.CONTINUOUS);
  }
}
