package dev.hindsight.trainer.env;

import java.util.Arrays;

/// The result of a reset or a step. Preallocated and overwritten: one owner thread, no allocation.
///
/// A = agents, D = observation length. The four flags stay separate on purpose: code that needs
/// "the trace stops here" combines them by name. Bytes hold 0 or 1.
public final class StepBuffer {
  /// `[A * D]` each agent's observation, before it acts.
  public final float[] observation;

  /// `[A]` reward of the action just taken; 0 after a reset.
  public final float[] reward;

  /// `[A]` the action just taken ended the episode for good.
  public final byte[] terminal;

  /// `[A]` a time limit or a trial's end cut the trace; a bootstrap would be legitimate.
  public final byte[] truncation;

  /// `[A]` the action just taken ended a trial; the observation already shows the next trial.
  public final byte[] trialEnded;

  /// `[A]` events that began with the action just taken, a sum of bits of
  /// [dev.hindsight.trainer.outcome.EventBits]. It is the only trace of what the last action of a
  /// trial did, because the observation already shows the next trial.
  public final byte[] event;

  /// `[A]` score, in `[0, 1]`, of the trial that the action just taken ended; NaN if it ended none.
  public final float[] trialScore;

  /// `[A]` the agent is in limbo *now*: off the map until the trial ends; its observation means
  /// nothing.
  public final byte[] removed;

  /// Trial of the observation, from 0.
  public int trial;

  /// Ticks since the start of the trial.
  public int trialTick;

  /// Allocates for A agents with observations of length D.
  public StepBuffer(int agents, int observationSize) {
    observation = new float[agents * observationSize];
    reward = new float[agents];
    terminal = new byte[agents];
    truncation = new byte[agents];
    trialEnded = new byte[agents];
    event = new byte[agents];
    trialScore = new float[agents];
    Arrays.fill(trialScore, Float.NaN);
    removed = new byte[agents];
  }

  /// Clears the results of the previous action; environments call it at the start of a step.
  public void clearResults() {
    Arrays.fill(reward, 0);
    Arrays.fill(terminal, (byte) 0);
    Arrays.fill(truncation, (byte) 0);
    Arrays.fill(trialEnded, (byte) 0);
    Arrays.fill(event, (byte) 0);
    Arrays.fill(trialScore, Float.NaN);
  }
}
