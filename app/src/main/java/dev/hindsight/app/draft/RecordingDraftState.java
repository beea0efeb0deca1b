package dev.hindsight.app.draft;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.ShippedPolicies;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The input of the form for a new recording.
///
/// @param environment the environment to simulate
/// @param map name of a built-in map, or a file; empty if the environment takes none
/// @param policy name of a built-in policy, or a checkpoint file; empty for none
/// @param actions `argmax`, `sample` or `random`
/// @param trials K; 1 is a run without trials
/// @param ticks the most ticks per trial, or in the run
/// @param seed seed of all random numbers, as typed
/// @param knobs other changed knobs, by name, as typed
public record RecordingDraftState(
    EnvironmentType environment,
    String map,
    String policy,
    String actions,
    int trials,
    int ticks,
    String seed,
    Map<String, String> knobs) {
  /// Ways to select actions.
  static final List<String> ACTIONS = List.of("argmax", "sample", "random");

  private static final int DEFAULT_TRIALS = 4;

  /// Copies the map.
  public RecordingDraftState {
    knobs = Map.copyOf(knobs);
  }

  /// The form's initial input: four trials on the first built-in map. The built-in policy takes the
  /// most likely action each tick; without one, actions are random.
  public static RecordingDraftState begin(EnvironmentType type) {
    Optional<String> policy = BuiltInPolicies.names(type.id()).stream().findFirst();
    RecordingDraftState none =
        new RecordingDraftState(
            type,
            type.scenarios().usual().orElse(""),
            "",
            "random",
            fitting(type, DEFAULT_TRIALS),
            type.trialKnobs().usualTicks(),
            "0",
            Map.of());
    return policy.map(name -> none.by(name).choosing("argmax")).orElse(none);
  }

  /// The initial input for a checkpoint: the environment it was trained in, on the first available
  /// map, with as many trials as in training, and with sampled actions.
  ///
  /// @param file the checkpoint
  static RecordingDraftState trained(CheckpointOrigin checkpointOrigin, String file) {
    EnvironmentType type = BuiltInEnvironments.named(checkpointOrigin.environment().id());
    Map<String, JsonNode> config = checkpointOrigin.environment().config();
    RecordingDraftState state =
        begin(type)
            .by(file)
            .choosing("sample")
            .trialsOf(name -> Optional.ofNullable(config.get(name)).map(JsonNode::asInt));
    List<String> maps = type.scenarios().here(checkpointOrigin.scenarios());
    if (!maps.isEmpty()) {
      state = state.onMap(maps.getFirst());
    }
    for (Setting setting : type.settings().all()) {
      JsonNode value = config.get(setting.name());
      if (value != null && !value.asText().equals(setting.defaultText())) {
        state = state.turning(setting.name(), value.asText());
      }
    }
    return state;
  }

  /// With another environment, which has its own maps, policies and knobs; keeps the seed.
  public RecordingDraftState in(EnvironmentType type) {
    return begin(type).over(trials).seeded(seed);
  }

  /// With another map.
  public RecordingDraftState onMap(String other) {
    return new RecordingDraftState(environment, other, policy, actions, trials, ticks, seed, knobs);
  }

  /// With another policy. A shipped one that was trained brings the numbers of trials and ticks
  /// that it was trained with: with others, an observation that tells the trial would not fit it.
  public RecordingDraftState by(String other) {
    return new RecordingDraftState(environment, map, other, actions, trials, ticks, seed, knobs)
        .trialsOf(name -> ShippedPolicies.trainedWith(other, name).map(Integer::valueOf));
  }

  /// With the numbers of trials and ticks that a policy was trained with, as far as they are known.
  ///
  /// @param trainedWith the value of a setting of its training, by name
  private RecordingDraftState trialsOf(Function<String, Optional<Integer>> trainedWith) {
    TrialKnobs names = environment.trialKnobs();
    int count = trainedWith.apply(names.trials()).map(each -> Math.max(1, each)).orElse(trials);
    String lasting = count > 1 ? names.trialTicks() : names.singleTicks();
    int most = trainedWith.apply(lasting).map(each -> Math.max(1, each)).orElse(ticks);
    return over(count).lasting(most);
  }

  /// With another selection of actions.
  public RecordingDraftState choosing(String other) {
    return new RecordingDraftState(environment, map, policy, other, trials, ticks, seed, knobs);
  }

  /// With a number of trials.
  public RecordingDraftState over(int count) {
    int fitting = fitting(environment, count);
    return new RecordingDraftState(environment, map, policy, actions, fitting, ticks, seed, knobs);
  }

  /// A number of trials that an environment can have.
  private static int fitting(EnvironmentType type, int count) {
    String name = type.trialKnobs().trials();
    return type.settings().all().stream()
        .filter(setting -> setting.name().equals(name))
        .mapToLong(setting -> setting instanceof Setting.Whole whole ? whole.max() : count)
        .mapToInt(most -> (int) Math.min(most, count))
        .findFirst()
        .orElse(count);
  }

  /// With a number of ticks per trial.
  public RecordingDraftState lasting(int count) {
    return new RecordingDraftState(environment, map, policy, actions, trials, count, seed, knobs);
  }

  /// With another seed.
  public RecordingDraftState seeded(String typed) {
    return new RecordingDraftState(environment, map, policy, actions, trials, ticks, typed, knobs);
  }

  /// With another value for a knob.
  public RecordingDraftState turning(String knob, String typed) {
    Map<String, String> turned = new LinkedHashMap<>(knobs);
    turned.put(knob, typed);
    return new RecordingDraftState(environment, map, policy, actions, trials, ticks, seed, turned);
  }

  /// The plan for this recording.
  ///
  /// @param folder the folder of its file; the file's name combines map, policy and seed
  /// @throws Problem if the seed is no number
  public RecordingPlan plan(Path folder) {
    return new RecordingPlan(
        environment.id(),
        given(map),
        given(policy),
        Optional.empty(),
        actions,
        wholeSeed(),
        settings(),
        folder.resolve(fileName()));
  }

  /// All knobs that differ from their defaults.
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(knobs);
    settings.keySet().removeAll(ownKnobs());
    settings.putAll(environment.trialKnobs().of(trials, ticks));
    return settings;
  }

  /// The knobs that follow from the numbers of trials and ticks.
  Set<String> ownKnobs() {
    return environment.trialKnobs().names(trials);
  }

  /// `Town02-scripted-seed0.rollout`.
  String fileName() {
    return Stream.of(
            given(map).map(RecordingDraftState::stem).orElse(environment.id()),
            actions.equals("random")
                ? "random"
                : given(policy).map(RecordingDraftState::stem).orElse("none"),
            "seed" + seed.strip())
        .collect(Collectors.joining("-", "", ".rollout"));
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(typed -> !typed.isBlank());
  }

  private long wholeSeed() {
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException _) {
      throw new Problem(
          wording("RecordingDraftState.is_not_a_seed", seed),
          "seed",
          wording("RecordingDraftState.give_a_whole_number"));
    }
  }

  private static String stem(String nameOrPath) {
    String name = NamedFile.lastPart(nameOrPath);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
