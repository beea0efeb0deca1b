package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;

/// A copy of the full state and of the results last shown; observations follow from the state.
final class DriveSnapshot implements Environment.Snapshot {
  private final Scenario scenario;
  private final Bodies bodies;
  private final Ledger ledger;
  private final float[] reward;
  private final byte[] terminal;
  private final byte[] truncation;
  private final byte[] trialEnded;
  private final byte[] event;
  private final float[] trialScore;

  DriveSnapshot(Scenario scenario, Bodies bodies, Ledger ledger, StepBuffer buffer) {
    this.scenario = scenario;
    this.bodies = new Bodies(bodies.agents, bodies.count);
    this.bodies.copyFrom(bodies);
    this.ledger = new Ledger(bodies.agents, scenario.shape().trials());
    this.ledger.copyFrom(ledger);
    reward = buffer.reward.clone();
    terminal = buffer.terminal.clone();
    truncation = buffer.truncation.clone();
    trialEnded = buffer.trialEnded.clone();
    event = buffer.event.clone();
    trialScore = buffer.trialScore.clone();
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
    System.arraycopy(reward, 0, buffer.reward, 0, reward.length);
    System.arraycopy(terminal, 0, buffer.terminal, 0, terminal.length);
    System.arraycopy(truncation, 0, buffer.truncation, 0, truncation.length);
    System.arraycopy(trialEnded, 0, buffer.trialEnded, 0, trialEnded.length);
    System.arraycopy(event, 0, buffer.event, 0, event.length);
    System.arraycopy(trialScore, 0, buffer.trialScore, 0, trialScore.length);
  }
}
