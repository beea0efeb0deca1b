package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;

/// A copy of the full state and of the results last shown; observations follow from the state.
final class DriveSnapshot implements Environment.Snapshot {
  private final Scenario scenario;
  private final Bodies bodies;
  private final Ledger ledger;
  private final StepResults results;

  DriveSnapshot(Scenario scenario, Bodies bodies, Ledger ledger, StepBuffer buffer) {
    this.scenario = scenario;
    this.bodies = new Bodies(bodies.agents, bodies.count);
    this.bodies.copyFrom(bodies);
    this.ledger = new Ledger(bodies.agents, scenario.shape().trials());
    this.ledger.copyFrom(ledger);
    results = new StepResults(buffer);
  }

  /// Whether it was taken from an environment of the same making: the same rules and the same
  /// start.
  boolean fits(Scenario other) {
    return scenario.config().equals(other.config())
        && scenario.roster().size() == other.roster().size()
        && scenario.start().digest(0) == other.start().digest(0);
  }

  void restore(Bodies intoBodies, Ledger intoLedger, StepBuffer buffer) {
    intoBodies.copyFrom(bodies);
    intoLedger.copyFrom(ledger);
    results.restore(buffer);
  }
}
