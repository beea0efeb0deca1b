package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// The names that conditions may use. Immutable.
///
/// @param signals each name once
/// @param lacking known names that are unavailable, with the reason as a sentence
/// @param agents A
/// @param observation names of the numbers of `observation`
public record Vocabulary(
    List<SignalSpec> signals,
    Map<String, String> lacking,
    int agents,
    ObservationLayout observation) {
  /// The variable that stands for each agent in turn.
  public static final String AGENT = "a";

  /// Stands for all agents: `agents.exists(b, removed[b])`.
  public static final String AGENTS = "agents";

  /// Copies the collections.
  public Vocabulary {
    signals = List.copyOf(signals);
    lacking = Map.copyOf(lacking);
  }

  /// The signal with a name.
  public Optional<SignalSpec> signal(String name) {
    return signals.stream().filter(spec -> spec.name().equals(name)).findFirst();
  }

  /// Every word that a condition may contain.
  TreeSet<String> words() {
    TreeSet<String> words = new TreeSet<>(Functions.NAMES);
    signals.forEach(spec -> words.add(spec.name()));
    words.add(AGENT);
    words.add(AGENTS);
    return words;
  }
}
