package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a run was when it began; never changes.
///
/// @param environment id of the environment
/// @param preset name of the preset, empty where there was none
/// @param algorithm id of the way to train
/// @param scenarios maps, as the user named them
/// @param typed knobs the user set
/// @param effective every knob with the value that took effect, `env.` and `ppo.` before the names
/// @param difference knobs that are not as in the parent, or without one as in the preset: name to
///   [value there, value here]
/// @param seed the one number all randomness comes from
/// @param device where it computes
/// @param codeVersion version of the code
/// @param parent checkpoint it began with, empty for a fresh start
/// @param parentSha256 digest of that file, empty for a fresh start
/// @param coPlayer policy that drives the agents that do not learn, empty where all learn
/// @param coPlayerSha256 digest of its file, empty where it is none
/// @param folder where its files are
/// @param updatesInAll updates it was to have
public record RunStart(
    String environment,
    String preset,
    String algorithm,
    List<String> scenarios,
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
    typed = Collections.unmodifiableMap(new LinkedHashMap<>(typed));
    effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
    difference = Collections.unmodifiableMap(new LinkedHashMap<>(difference));
  }

  /// The words to make the same run from again.
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

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(words -> !words.isEmpty());
  }
}
