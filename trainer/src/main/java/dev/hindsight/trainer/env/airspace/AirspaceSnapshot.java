package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;

/// A copy of the full state and of the results last shown; observations follow from the state.
final class AirspaceSnapshot implements Environment.Snapshot {
  private final AirspaceConfig config;
  private final AirspaceState state;
  private final StepResults results;

  AirspaceSnapshot(AirspaceConfig config, AirspaceState state, StepBuffer buffer) {
    this.config = config;
    this.state = new AirspaceState(config.agents(), config.count(), config.trials());
    this.state.set(state);
    results = new StepResults(buffer);
  }

  boolean fits(AirspaceConfig other) {
    return config.equals(other);
  }

  void restore(AirspaceState into, StepBuffer buffer) {
    into.set(state);
    results.restore(buffer);
  }
}
