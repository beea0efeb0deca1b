package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The initial description of a run; never changes.
///
/// @param environment id of the environment
/// @param preset name of the preset, empty if there was none
/// @param algorithm id of the algorithm
/// @param scenarios maps, as the user named them
/// @param mapSha256 digest of each map of training and evaluation, by its name; empty if there are
///   none, and in entries of versions that did not note them
/// @param typed knobs the user set
/// @param effective every knob with its effective value, prefixed with `env.` or `ppo.`
/// @param difference knobs that differ from the parent's, or without a parent from the preset's:
///   name to [value there, value here]
/// @param seed source of all randomness
/// @param device where it computes
/// @param codeVersion version of the code
/// @param parent checkpoint it began with, empty for a fresh start
/// @param parentSha256 digest of that file, empty for a fresh start
/// @param coPlayer population that controls the agents that do not learn, empty if all learn
/// @param coPlayerSha256 digests of its files, with commas; empty if it has none
/// @param folder the run's folder
/// @param updatesInAll planned number of updates
public record RunStart(
    String environment,
    String preset,
    String algorithm,
    List<String> scenarios,
    Map<String, String> mapSha256,
    Map<String, String> typed,
    Map<String, String> effective,
    Map<String, List<String>> difference,
    long seed,
    TrainingTask.Device device,
    String codeVersion,
    String parent,
    String parentSha256,
    String coPlayer,
    String coPlayerSha256,
    Path folder,
    long updatesInAll) {
  /// Copies the collections, keeping the order.
  public RunStart {
    scenarios = List.copyOf(scenarios);
    mapSha256 = Collections.unmodifiableMap(new LinkedHashMap<>(mapSha256));
    typed = Collections.unmodifiableMap(new LinkedHashMap<>(typed));
    effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
    difference = Collections.unmodifiableMap(new LinkedHashMap<>(difference));
  }

  /// The request that starts the same run again.
  public TrainingRequest request() {
    return new TrainingRequest(
        environment,
        given(preset),
        scenarios,
        typed,
        seed,
        device,
        given(parent),
        given(coPlayer),
        Optional.of(algorithm));
  }

  /// The same with another folder.
  RunStart at(Path other) {
    return new RunStart(
        environment,
        preset,
        algorithm,
        scenarios,
        mapSha256,
        typed,
        effective,
        difference,
        seed,
        device,
        codeVersion,
        parent,
        parentSha256,
        coPlayer,
        coPlayerSha256,
        other,
        updatesInAll);
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(words -> !words.isEmpty());
  }
}
