package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Text;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.randomise.Buckets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The knobs of the excavation, and its presets.
final class ExcavationSettings {
  static final String PRESET = "preset";
  static final String SIZE = "size";
  static final String BASE = "base";
  static final String LEVELS = "levels";
  static final String SITES = "sites";
  static final String SITE_SET = "site_set";
  static final String MAX_STEPS = "max_steps";
  static final String TRIALS = "trials";
  static final String STAGGERED = "staggered_starts";
  static final String PROMOTION = "promotion";
  static final String DEMOTION = "demotion";
  static final String AFTER_LAST = "after_last_level";
  static final String RULES = "rules";
  static final String REWARDS = "rewards";
  static final String TRENCH_REWARDS = "trench_rewards";
  static final String LEVEL_STEPS = "max_steps_by_level";
  static final String LEVEL_REWARDS = "rewards_by_level";
  static final String LEVEL_TRENCH = "trench_rewards_by_level";
  static final String BORDER_ALIGNMENT = "enforce_border_alignment";
  static final String CRITIC_ONLY = "critic_only";

  static final List<String> REWARD_CHOICES = List.of("dense", "sparse");
  static final Whole STEPS =
      new Whole(MAX_STEPS, 100, 1, 10_000, "steps", wording("ExcavationSettings.time_limit"));

  /// Sites that no training uses, each from its first step.
  static final Map<String, String> HELD_OUT = Map.of(SITE_SET, "held_out", STAGGERED, "false");

  private static final String SMALL = "pit-32";
  private static final String RING = "ring-32";
  private static final String REFERENCE = "ring-64-reference";

  /// Moves that fail.
  static final RandomisedSetting SLIP =
      RandomisedSetting.ofChance("slip", wording("ExcavationSettings.share_of_slips"), 0, 0, 0.3);

  /// Digs that fail.
  static final RandomisedSetting HARD_SOIL =
      RandomisedSetting.ofChance(
          "hard_soil", wording("ExcavationSettings.share_of_failed_digs"), 0, 0, 0.3);

  /// What can differ from episode to episode.
  static final List<RandomisedSetting> RANDOMISED = List.of(SLIP, HARD_SOIL);

  static final Settings ALL =
      Buckets.knobs(
          new Settings(
              List.of(
                  new Choice(
                      PRESET,
                      SMALL,
                      List.of(SMALL, RING, REFERENCE),
                      wording("ExcavationSettings.a_small_pit_a_foundation")),
                  new Whole(
                      SIZE, 32, 32, 127, "tiles", wording("ExcavationSettings.tiles_along_a")),
                  new Choice(
                      BASE,
                      "tracked",
                      List.of("tracked", "wheeled"),
                      wording("ExcavationSettings.what_the_machine_stands_on")),
                  new Text(
                      LEVELS,
                      "pit",
                      wording("ExcavationSettings.kind_of_site_or_kinds", ExcavationLevel.kinds())),
                  new Whole(
                      SITES,
                      256,
                      1,
                      10_000,
                      "sites",
                      wording("ExcavationSettings.generated_sites")),
                  new Choice(
                      SITE_SET,
                      "training",
                      List.of("training", "held_out"),
                      wording("ExcavationSettings.which_of_two_sets")),
                  STEPS,
                  new Text(LEVEL_STEPS, "", wording("ExcavationSettings.time_limit_by_level")),
                  new Whole(TRIALS, 1, 1, 16, "trials", wording("ExcavationSettings.trials_in")),
                  new Flag(STAGGERED, false, wording("ExcavationSettings.whether_first_episodes")),
                  new Whole(
                      PROMOTION,
                      20,
                      1,
                      10_000,
                      "episodes",
                      wording("ExcavationSettings.successes_in")),
                  new Whole(
                      DEMOTION,
                      80,
                      1,
                      10_000,
                      "episodes",
                      wording("ExcavationSettings.failures_in")),
                  new Choice(
                      AFTER_LAST,
                      "stay",
                      List.of("stay", "random"),
                      wording("ExcavationSettings.after_promotion_at_the_last")),
                  new Choice(
                      RULES,
                      "corrected",
                      List.of("corrected", "wip", "main"),
                      wording("ExcavationSettings.corrected_or_a_revision")),
                  new Choice(
                      REWARDS,
                      "dense",
                      REWARD_CHOICES,
                      wording("ExcavationSettings.coefficients_of_the_reward")),
                  new Text(LEVEL_REWARDS, "", wording("ExcavationSettings.coefficients_by_level")),
                  new Flag(
                      TRENCH_REWARDS, false, wording("ExcavationSettings.whether_standing_along")),
                  new Text(LEVEL_TRENCH, "", wording("ExcavationSettings.standing_along_by_level")),
                  new Flag(
                      BORDER_ALIGNMENT, false, wording("ExcavationSettings.whether_the_border_of")),
                  new Flag(
                      CRITIC_ONLY, false, wording("ExcavationSettings.whether_only_the_critic")),
                  ActionMask.SETTING)),
          RANDOMISED);

  private static final Map<String, Map<String, String>> KNOBS =
      Map.of(
          SMALL,
          Map.of(),
          RING,
          Map.of(LEVELS, "pit,foundation", MAX_STEPS, "150"),
          REFERENCE,
          Map.of(SIZE, "64", LEVELS, "ring", MAX_STEPS, "550"));

  private static final Map<String, String> DIGGING =
      Map.ofEntries(
          Map.entry("policy", "mlp"),
          Map.entry("encoder", "linear"),
          Map.entry("hidden_size", "128"),
          Map.entry("num_envs", "64"),
          Map.entry("rows", "segments"),
          Map.entry("bptt_horizon", "32"),
          Map.entry("train_batch_size", "2048"),
          Map.entry("minibatches", "8"),
          Map.entry("update_epochs", "4"),
          Map.entry("learning_rate", "0.001"),
          Map.entry("gamma", "0.99"),
          Map.entry("max_grad_norm", "0.5"),
          Map.entry("ent_coef", "0.03"),
          Map.entry("final_ent_coef", "0.005"),
          Map.entry("adam_eps", "1e-5"),
          Map.entry("reward_clip", "0"),
          Map.entry("env." + STAGGERED, "true"),
          Map.entry("env." + ActionMask.SETTING.name(), "true"),
          // With 256 sites a policy learns these by heart: it digs fewer of the others.
          Map.entry("env." + SITES, "4000"),
          Map.entry("run.eval_every", "25"),
          Map.entry("run.eval_episodes", "100"));

  /// The reference's numbers, for a machine with a GPU.
  private static final Map<String, String> AS_REFERENCE =
      Map.ofEntries(
          Map.entry("encoder", "resnet_delayed"),
          Map.entry("actor_critic", "trunks"),
          Map.entry("num_envs", "1024"),
          Map.entry("update_epochs", "2"),
          Map.entry("env." + ActionMask.SETTING.name(), "false"),
          Map.entry("env." + CRITIC_ONLY, "true"),
          Map.entry("train_batch_size", "32768"),
          Map.entry("minibatches", "16"),
          Map.entry("learning_rate", "3e-4"),
          Map.entry("anneal", "constant"),
          Map.entry("gamma", "0.9984"),
          Map.entry("vf_coef", "2"),
          Map.entry("vf_clip_coef", "0.2"),
          Map.entry("ent_coef", "0.15"),
          Map.entry("final_ent_coef", "0.005"),
          Map.entry("ent_anneal_updates", "9500"),
          Map.entry("advantages", "minibatch"),
          Map.entry("updates", "381469"));

  static final List<TrainingPreset> PRESETS =
      List.of(
          preset(SMALL, wording("ExcavationSettings.a_pit_of_3_to_4"), Map.of("updates", "146")),
          preset(
              RING,
              wording("ExcavationSettings.a_foundation_with_obstacles"),
              Map.of(
                  "updates",
                  "260",
                  "update_epochs",
                  "2",
                  // Three pits in a row, then foundations until environments are replaced.
                  "env." + PROMOTION,
                  "3",
                  "resample_frequency",
                  "3200",
                  "run.eval_every",
                  "130",
                  "run.eval_episodes",
                  "50")),
          preset(REFERENCE, wording("ExcavationSettings.the_reference_site"), AS_REFERENCE));

  private ExcavationSettings() {}

  private static TrainingPreset preset(String id, String doc, Map<String, String> more) {
    Map<String, String> knobs = new LinkedHashMap<>(DIGGING);
    knobs.putAll(more);
    knobs.put("env." + PRESET, id);
    return new TrainingPreset("ppo", id, doc, List.of(), knobs);
  }

  /// Fills in the preset's defaults for knobs that the user did not set.
  static SettingValues unfold(SettingValues values) {
    String name = values.choice(PRESET);
    Map<String, String> typed = new LinkedHashMap<>(KNOBS.getOrDefault(name, Map.of()));
    typed.keySet().removeAll(values.chosen());
    SettingValues preset = ALL.parse(typed, "preset " + name);
    Map<String, JsonNode> merged = new LinkedHashMap<>(values.values());
    typed.keySet().forEach(knob -> merged.replace(knob, preset.values().get(knob)));
    return new SettingValues(merged, values.chosen());
  }
}
