package dev.hindsight.trainer.env;

import java.util.Arrays;

/// A copy of the last action's results for an environment's snapshot: everything in a [StepBuffer]
/// that cannot be recomputed from the state. Immutable; any thread.
public final class StepResults {
  private final float[] reward;
  private final byte[] terminal;
  private final byte[] truncation;
  private final byte[] end;

  /// Empty if no episode ended.
  private final float[] finalObservation;

  private final byte[] trialEnded;
  private final int[] event;
  private final float[] trialScore;
  private final float[][] figures;

  /// Copies the results.
  public StepResults(StepBuffer buffer) {
    reward = buffer.reward.clone();
    terminal = buffer.terminal.clone();
    truncation = buffer.truncation.clone();
    end = buffer.end.clone();
    finalObservation = ends() ? buffer.finalObservation().clone() : new float[0];
    trialEnded = buffer.trialEnded.clone();
    event = buffer.event.clone();
    trialScore = buffer.trialScore.clone();
    figures = Arrays.stream(buffer.figures).map(float[]::clone).toArray(float[][]::new);
  }

  private boolean ends() {
    for (byte why : end) {
      if (why != 0) {
        return true;
      }
    }
    return false;
  }

  /// Writes them into a buffer for the same number of agents.
  public void restore(StepBuffer buffer) {
    System.arraycopy(reward, 0, buffer.reward, 0, reward.length);
    System.arraycopy(terminal, 0, buffer.terminal, 0, terminal.length);
    System.arraycopy(truncation, 0, buffer.truncation, 0, truncation.length);
    System.arraycopy(end, 0, buffer.end, 0, end.length);
    if (finalObservation.length > 0) {
      System.arraycopy(finalObservation, 0, buffer.finalObservation(), 0, finalObservation.length);
    }
    System.arraycopy(trialEnded, 0, buffer.trialEnded, 0, trialEnded.length);
    System.arraycopy(event, 0, buffer.event, 0, event.length);
    System.arraycopy(trialScore, 0, buffer.trialScore, 0, trialScore.length);
    for (int f = 0; f < figures.length; f++) {
      System.arraycopy(figures[f], 0, buffer.figures[f], 0, figures[f].length);
    }
  }
}
