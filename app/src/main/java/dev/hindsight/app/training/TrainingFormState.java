package dev.hindsight.app.training;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a new run is to be, as typed so far.
///
/// @param environment what is trained in
/// @param algorithm the way to train
/// @param preset name of the preset, empty where the environment has none
/// @param scenarios maps: names of shipped ones, or files
/// @param seed where all randomness comes from, as typed
/// @param device where to compute
/// @param knobs those that were turned, as typed; `env.` or the algorithm's id and a dot before the
///   name
/// @param parent a checkpoint to begin with, empty for fresh weights
/// @param coPlayer a finished policy that drives the agents that are no egos, empty where all learn
record TrainingFormState(
    EnvironmentType environment,
    AlgorithmType algorithm,
    String preset,
    List<String> scenarios,
    String seed,
    TrainingTask.Device device,
    Map<String, String> knobs,
    String parent,
    String coPlayer) {
  /// What the names of an environment's knobs begin with.
  static final String WORLD = "env.";

  /// The knob of how many agents learn where there are co-players; 0 is all of them.
  private static final String EGOS = "num_ego_agents";

  /// Copies the collections, keeping the order.
  TrainingFormState {
    scenarios = List.copyOf(scenarios);
    knobs = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(knobs));
  }

  /// Where the form begins: the first way to train, the first preset, on its maps or else the first
  /// shipped one.
  static TrainingFormState begin(EnvironmentType type) {
    return begin(type, BuiltInAlgorithms.all().getFirst());
  }

  private static TrainingFormState begin(EnvironmentType type, AlgorithmType algorithm) {
    TrainingFormState bare =
        new TrainingFormState(
            type, algorithm, "", List.of(), "0", TrainingTask.Device.CPU, Map.of(), "", "");
    List<TrainingPreset> presets = bare.presets();
    return presets.isEmpty() ? bare.on(firstMap(type)) : bare.as(presets.getFirst());
  }

  /// Presets for the environment and the way to train.
  List<TrainingPreset> presets() {
    return environment.presets(algorithm.id());
  }

  private static List<String> firstMap(EnvironmentType type) {
    return type.scenarios().names().stream().limit(1).toList();
  }

  /// In another environment; way to train, seed and device stay.
  TrainingFormState in(EnvironmentType type) {
    return anew(type, algorithm);
  }

  /// By another way to train; environment, seed and device stay.
  TrainingFormState by(AlgorithmType other) {
    return anew(environment, other);
  }

  private TrainingFormState anew(EnvironmentType type, AlgorithmType way) {
    TrainingFormState next = begin(type, way);
    return new TrainingFormState(
        type, way, next.preset, next.scenarios, seed, device, Map.of(), "", "");
  }

  /// With a preset: its maps, and no knob turned.
  TrainingFormState as(TrainingPreset chosen) {
    List<String> maps = chosen.scenarios().isEmpty() ? firstMap(environment) : chosen.scenarios();
    return new TrainingFormState(
        environment, algorithm, chosen.id(), maps, seed, device, Map.of(), parent, coPlayer);
  }

  /// On other maps.
  TrainingFormState on(List<String> maps) {
    return new TrainingFormState(
        environment, algorithm, preset, maps, seed, device, knobs, parent, coPlayer);
  }

  /// On a map more, or, if it is among them, without it.
  TrainingFormState toggling(String map) {
    List<String> maps = new ArrayList<>(scenarios);
    if (!maps.remove(map)) {
      maps.add(map);
    }
    return on(maps);
  }

  /// With another seed.
  TrainingFormState seeded(String typed) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, typed, device, knobs, parent, coPlayer);
  }

  /// On another device.
  TrainingFormState on(TrainingTask.Device other) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, other, knobs, parent, coPlayer);
  }

  /// With a knob turned.
  ///
  /// @param knob its name, `env.` or the algorithm's id and a dot before it
  TrainingFormState turning(String knob, String typed) {
    Map<String, String> turned = new LinkedHashMap<>(knobs);
    turned.put(knob, typed);
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, turned, parent, coPlayer);
  }

  /// Beginning with other weights.
  TrainingFormState from(String checkpoint) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, knobs, checkpoint, coPlayer);
  }

  /// Among co-players that a finished policy drives.
  TrainingFormState among(String policy) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, knobs, parent, policy);
  }

  /// Whether the environment can have agents that are no egos.
  boolean mayHaveCoPlayers() {
    return environment.settings().all().stream().anyMatch(setting -> setting.name().equals(EGOS));
  }

  /// The same with no knob turned: what its preset comes to.
  TrainingFormState untouched() {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, "0", device, Map.of(), "", "");
  }

  /// The run this comes to; what files hold is not looked at.
  ///
  /// @throws Problem naming the field that will not do
  TrainingRequest request() {
    environment.settings().parse(turned(WORLD), "");
    algorithm.settings().parse(turned(algorithm.id() + "."), "");
    if (!environment.scenarios().endings().isEmpty() && scenarios.isEmpty()) {
      throw new Problem("no map is selected", "maps", "choose one or more");
    }
    if (given(coPlayer).isPresent() && knobs.getOrDefault(WORLD + EGOS, "0").strip().equals("0")) {
      throw new Problem(
          "every agent learns, so none can be a co-player",
          "co-players",
          "set " + EGOS + " to the number of learning agents");
    }
    return new TrainingRequest(
        environment.id(),
        given(preset),
        scenarios,
        knobs,
        wholeSeed(),
        device,
        given(parent),
        given(coPlayer),
        Optional.of(algorithm.id()));
  }

  /// Knobs of one kind, without what their names begin with.
  Map<String, String> turned(String kind) {
    Map<String, String> some = new LinkedHashMap<>();
    knobs.forEach((name, text) -> {
      if (name.startsWith(kind)) {
        some.put(name.substring(kind.length()), text);
      }
    });
    return some;
  }

  private long wholeSeed() {
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException _) {
      throw new Problem("'" + seed + "' is not a seed", "seed", "give a whole number");
    }
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(typed -> !typed.isBlank());
  }
}
