package dev.hindsight.app.draft;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a new recording is to be, as typed so far.
///
/// @param environment id in the list of environments
/// @param map a shipped map's name, or a file
/// @param policy a shipped policy's name, or a checkpoint file
/// @param actions `argmax`, `sample` or `random`
/// @param trials K; 1 is one run without trials
/// @param ticks ticks a trial, or the run, takes at most
/// @param seed where all randomness comes from, as typed
/// @param knobs the other knobs that were changed, by name, as typed
public record DraftState(
    String environment,
    String map,
    String policy,
    String actions,
    int trials,
    int ticks,
    String seed,
    Map<String, String> knobs) {
  /// Knobs that the form has fields of its own for.
  public static final String TRIALS = "k_scenarios";

  /// Ticks of a trial.
  public static final String TRIAL_TICKS = "scenario_length";

  /// Ticks of an episode without trials.
  public static final String EPISODE_TICKS = "episode_length";

  private static final String GOALS = "goal_behavior";
  private static final int DEFAULT_TRIALS = 4;
  private static final int DEFAULT_TICKS = 201;

  /// Copies the map.
  public DraftState {
    knobs = Map.copyOf(knobs);
  }

  /// Where the form begins: four trials of the policy, the likeliest action each tick.
  public static DraftState begin(String environment, String map, String policy) {
    return new DraftState(
        environment, map, policy, "argmax", DEFAULT_TRIALS, DEFAULT_TICKS, "0", Map.of());
  }

  /// With another map.
  public DraftState onMap(String other) {
    return new DraftState(environment, other, policy, actions, trials, ticks, seed, knobs);
  }

  /// With another policy.
  public DraftState by(String other) {
    return new DraftState(environment, map, other, actions, trials, ticks, seed, knobs);
  }

  /// With actions chosen in another way.
  public DraftState choosing(String other) {
    return new DraftState(environment, map, policy, other, trials, ticks, seed, knobs);
  }

  /// With so many trials.
  public DraftState over(int count) {
    return new DraftState(environment, map, policy, actions, count, ticks, seed, knobs);
  }

  /// With so many ticks a trial.
  public DraftState lasting(int count) {
    return new DraftState(environment, map, policy, actions, trials, count, seed, knobs);
  }

  /// With another seed.
  public DraftState seeded(String typed) {
    return new DraftState(environment, map, policy, actions, trials, ticks, typed, knobs);
  }

  /// With a knob turned.
  public DraftState turning(String knob, String typed) {
    Map<String, String> turned = new LinkedHashMap<>(knobs);
    turned.put(knob, typed);
    return new DraftState(environment, map, policy, actions, trials, ticks, seed, turned);
  }

  /// The recording this comes to.
  ///
  /// @param folder where its file goes; the name is made of map, policy and seed
  /// @throws Problem if the seed is no number
  public RecordingPlan plan(Path folder) {
    return new RecordingPlan(
        environment,
        Optional.of(map),
        Optional.of(policy),
        Optional.empty(),
        actions,
        wholeSeed(),
        settings(),
        folder.resolve(fileName()));
  }

  /// All knobs that differ from their defaults. Trials need a goal behaviour of their own.
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(knobs);
    if (trials > 1) {
      settings.put(GOALS, "trial");
      settings.put(TRIALS, Integer.toString(trials));
      settings.put(TRIAL_TICKS, Integer.toString(ticks));
    } else {
      settings.put(EPISODE_TICKS, Integer.toString(ticks));
    }
    return settings;
  }

  /// `Town02-scripted-seed0.rollout`.
  String fileName() {
    return stem(map) + "-" + stem(policy) + "-seed" + seed.strip() + ".rollout";
  }

  private long wholeSeed() {
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException _) {
      throw new Problem("'" + seed + "' is no seed", "seed", "give a whole number");
    }
  }

  private static String stem(String nameOrPath) {
    String name = String.valueOf(Path.of(nameOrPath).getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
