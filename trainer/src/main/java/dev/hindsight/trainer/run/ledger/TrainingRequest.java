package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.run.TrainingTask;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to train, in the user's words. Nothing is loaded or checked until it becomes a
/// [dev.hindsight.trainer.run.session.TrainingSpec].
///
/// @param environment id in the list of environments: `darkroom`
/// @param preset one of [dev.hindsight.trainer.env.EnvironmentType#presets()]; empty for the
///   default
/// @param scenarios map files, or names of shipped maps; empty for the preset's
/// @param settings knobs of the environment and of the algorithm by name; `env.gamma` and
///   `ppo.gamma` distinguish knobs that both have
/// @param seed source of all randomness
/// @param device where to compute
/// @param parent a checkpoint with the initial weights
/// @param coPlayer the population of finished policies that controls all agents except the egos; if
///   empty, all agents learn
/// @param algorithm id of the algorithm; empty for the default
public record TrainingRequest(
    String environment,
    Optional<String> preset,
    List<String> scenarios,
    Map<String, String> settings,
    long seed,
    TrainingTask.Device device,
    Optional<String> parent,
    Optional<String> coPlayer,
    Optional<String> algorithm) {
  /// A request without co-players, for the default algorithm.
  public TrainingRequest(
      String environment,
      Optional<String> preset,
      List<String> scenarios,
      Map<String, String> settings,
      long seed,
      TrainingTask.Device device,
      Optional<String> parent) {
    this(
        environment,
        preset,
        scenarios,
        settings,
        seed,
        device,
        parent,
        Optional.empty(),
        Optional.empty());
  }

  /// Copies the collections, keeping the order.
  public TrainingRequest {
    scenarios = List.copyOf(scenarios);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /// The environment's first preset, seed 0, on the CPU.
  public static TrainingRequest of(String environment) {
    return new TrainingRequest(
        environment,
        Optional.empty(),
        List.of(),
        Map.of(),
        0,
        TrainingTask.Device.CPU,
        Optional.empty());
  }

  /// A copy with additional knobs.
  public TrainingRequest with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(more);
    return new TrainingRequest(
        environment, preset, scenarios, all, seed, device, parent, coPlayer, algorithm);
  }

  /// A copy with another seed.
  public TrainingRequest withSeed(long other) {
    return new TrainingRequest(
        environment, preset, scenarios, settings, other, device, parent, coPlayer, algorithm);
  }

  /// A copy with co-players.
  ///
  /// @param policy by name or file
  public TrainingRequest among(String policy) {
    return new TrainingRequest(
        environment,
        preset,
        scenarios,
        settings,
        seed,
        device,
        parent,
        Optional.of(policy),
        algorithm);
  }

  /// A copy with another algorithm.
  ///
  /// @param id of the algorithm
  public TrainingRequest by(String id) {
    return new TrainingRequest(
        environment, preset, scenarios, settings, seed, device, parent, coPlayer, Optional.of(id));
  }
}
