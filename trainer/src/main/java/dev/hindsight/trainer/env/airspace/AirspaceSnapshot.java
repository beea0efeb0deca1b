package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;

/// A copy of the full state and of the results last shown; observations follow from the state.
final class AirspaceSnapshot implements Environment.Snapshot {
  private final AirspaceConfig config;
  private final AirspaceState state;
  private final float[] reward;
  private final byte[] terminal;
  private final byte[] truncation;
  private final byte[] trialEnded;
  private final byte[] event;
  private final float[] trialScore;

  AirspaceSnapshot(AirspaceConfig config, AirspaceState state, StepBuffer buffer) {
    this.config = config;
    this.state = new AirspaceState(config.agents(), config.count(), config.trials());
    this.state.set(state);
    reward = buffer.reward.clone();
    terminal = buffer.terminal.clone();
    truncation = buffer.truncation.clone();
    trialEnded = buffer.trialEnded.clone();
    event = buffer.event.clone();
    trialScore = buffer.trialScore.clone();
  }

  boolean fits(AirspaceConfig other) {
    return config.equals(other);
  }

  void restore(AirspaceState into, StepBuffer buffer) {
    into.set(state);
    System.arraycopy(reward, 0, buffer.reward, 0, reward.length);
    System.arraycopy(terminal, 0, buffer.terminal, 0, terminal.length);
    System.arraycopy(truncation, 0, buffer.truncation, 0, truncation.length);
    System.arraycopy(trialEnded, 0, buffer.trialEnded, 0, trialEnded.length);
    System.arraycopy(event, 0, buffer.event, 0, event.length);
    System.arraycopy(trialScore, 0, buffer.trialScore, 0, trialScore.length);
  }
}
