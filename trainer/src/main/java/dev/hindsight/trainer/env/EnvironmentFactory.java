package dev.hindsight.trainer.env;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// A checked configuration with its scenario loaded. Creates any number of environments cheaply,
/// from any thread.
public interface EnvironmentFactory {
  /// The shape of its environments.
  EnvironmentShape shape();

  /// Number of egos; they come first among the agents. They learn and are measured; the other
  /// agents are their co-players.
  default int egos() {
    return shape().agents();
  }

  /// Joint actions whose shares of the steps evaluations publish as `eval/action_NAME`, by NAME.
  default Map<String, Integer> namedActions() {
    return Map.of();
  }

  /// Every knob with its effective value, presets expanded.
  SettingValues effective();

  /// Whether its episodes are known to end without a score, so that evaluations in it have none.
  default boolean unscored() {
    return false;
  }

  /// What recordings say of the environment beside its settings, by name; nothing by default.
  default Map<String, JsonNode> manifestEntries() {
    return Map.of();
  }

  /// Where in a population of partners those of this environment's episodes are, as in
  /// [StepBuffer#partnerShare]: one for each bucket; empty if buckets say nothing about partners.
  default List<Double> partnerShares() {
    return List.of();
  }

  /// The same for the first episode of an environment; empty if its bucket says nothing about it.
  ///
  /// @param seed of the environment
  default OptionalDouble partnerShare(long seed) {
    return OptionalDouble.empty();
  }

  /// A new environment, already reset.
  Environment create(long seed);
}
