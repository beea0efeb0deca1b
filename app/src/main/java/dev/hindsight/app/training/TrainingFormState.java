package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The input of the form for a new run.
///
/// @param environment the environment to train in
/// @param algorithm the algorithm
/// @param preset name of the preset, empty if the environment has none
/// @param scenarios maps: names of built-in ones, or files
/// @param seed seed of all random numbers, as typed
/// @param device the device to compute on
/// @param knobs changed knobs, as typed; names begin with `env.` or the algorithm's id and a dot
/// @param parent a checkpoint to start from, empty for new weights
/// @param coPlayer a finished policy that drives the agents that are not egos, empty if all agents
///   learn
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
  /// The prefix of the environment's knobs.
  static final String WORLD = "env.";

  /// The knob for the number of learning agents when there are co-players; 0 means all.
  private static final String EGOS = "num_ego_agents";

  /// Copies the collections, keeping the order.
  TrainingFormState {
    scenarios = List.copyOf(scenarios);
    knobs = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(knobs));
  }

  /// The initial input: the first algorithm and the first preset, on its maps or else on the first
  /// built-in one.
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

  /// The presets for the environment and the algorithm.
  List<TrainingPreset> presets() {
    return environment.presets(algorithm.id());
  }

  private static List<String> firstMap(EnvironmentType type) {
    return type.scenarios().usual().stream().toList();
  }

  /// With another environment; keeps algorithm, seed and device.
  TrainingFormState in(EnvironmentType type) {
    return anew(type, algorithm);
  }

  /// With another algorithm; keeps environment, seed and device.
  TrainingFormState by(AlgorithmType other) {
    return anew(environment, other);
  }

  private TrainingFormState anew(EnvironmentType type, AlgorithmType way) {
    TrainingFormState next = begin(type, way);
    return new TrainingFormState(
        type, way, next.preset, next.scenarios, seed, device, Map.of(), "", "");
  }

  /// With a preset: its maps, and no changed knobs.
  TrainingFormState as(TrainingPreset chosen) {
    List<String> maps = chosen.scenarios().isEmpty() ? firstMap(environment) : chosen.scenarios();
    return new TrainingFormState(
        environment, algorithm, chosen.id(), maps, seed, device, Map.of(), parent, coPlayer);
  }

  /// With other maps.
  TrainingFormState on(List<String> maps) {
    return new TrainingFormState(
        environment, algorithm, preset, maps, seed, device, knobs, parent, coPlayer);
  }

  /// With a map added, or removed if it is already chosen.
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

  /// With another device.
  TrainingFormState on(TrainingTask.Device other) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, other, knobs, parent, coPlayer);
  }

  /// With another value for a knob.
  ///
  /// @param knob its name, prefixed with `env.` or the algorithm's id and a dot
  TrainingFormState turning(String knob, String typed) {
    Map<String, String> turned = new LinkedHashMap<>(knobs);
    turned.put(knob, typed);
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, turned, parent, coPlayer);
  }

  /// With other initial weights.
  TrainingFormState from(String checkpoint) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, knobs, checkpoint, coPlayer);
  }

  /// With co-players that a finished policy drives.
  TrainingFormState among(String policy) {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, seed, device, knobs, parent, policy);
  }

  /// Whether the environment can have agents that are not egos.
  boolean mayHaveCoPlayers() {
    return environment.settings().all().stream().anyMatch(setting -> setting.name().equals(EGOS));
  }

  /// Whether the algorithm can learn from what workers collect.
  boolean mayHaveWorkers() {
    return algorithm.settings().all().stream()
        .anyMatch(setting -> setting.name().equals(FleetSettings.BIND));
  }

  /// The address at which workers on other machines join; empty for none.
  String bind() {
    return knobs.getOrDefault(algorithm.id() + "." + FleetSettings.BIND, "");
  }

  /// With another such address.
  TrainingFormState bound(String typed) {
    return turning(algorithm.id() + "." + FleetSettings.BIND, typed);
  }

  /// The same without changed knobs: the values of its preset.
  TrainingFormState untouched() {
    return new TrainingFormState(
        environment, algorithm, preset, scenarios, "0", device, Map.of(), "", "");
  }

  /// The request for this run; does not read files.
  ///
  /// @throws Problem naming the invalid field
  TrainingRequest request() {
    environment.settings().parse(turned(WORLD), "");
    SettingValues learning = algorithm.settings().parse(turned(algorithm.id() + "."), "");
    if (!bind().isBlank()) {
      FleetSettings.of(learning).check(learning.whole("num_envs"));
    }
    RunSettings.all().parse(turned(RunSettings.PREFIX), "");
    if (environment.scenarios().usual().isPresent() && scenarios.isEmpty()) {
      throw new Problem(
          wording("TrainingFormState.no_map_is_selected"),
          "maps",
          wording("TrainingFormState.choose_one_or_more"));
    }
    if (given(coPlayer).isPresent() && knobs.getOrDefault(WORLD + EGOS, "0").strip().equals("0")) {
      throw new Problem(
          wording("TrainingFormState.every_agent_learns_so_none_can"),
          "co-players",
          wording("TrainingFormState.set_to_the_number_of_learning", EGOS));
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

  /// The changed knobs with a prefix, without that prefix.
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
      throw new Problem(
          wording("TrainingFormState.is_not_a_seed", seed),
          "seed",
          wording("TrainingFormState.give_a_whole_number"));
    }
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(typed -> !typed.isBlank());
  }
}
