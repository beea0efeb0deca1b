package dev.hindsight.trainer.env;

import java.util.Arrays;

/// What an environment shows after a reset or a step. Preallocated and overwritten: one owner
/// thread, no allocation.
///
/// A = agents, D = observation length. The four flags are kept apart on purpose: whoever needs "the
/// trace stops here" combines them by name. Bytes hold 0 or 1.
public final class StepBuffer {
  /// `[A * D]` the world each agent sees now, before it acts.
  public final float[] observation;

  /// `[A]` reward of the action just taken; 0 after a reset.
  public final float[] reward;

  /// `[A]` the episode ended for good with the action just taken.
  public final byte[] terminal;

  /// `[A]` a time limit or a trial's end cut the trace; a bootstrap would be legitimate.
  public final byte[] truncation;

  /// `[A]` a trial ended with the action just taken; the observation already shows the next trial.
  public final byte[] trialEnded;

  /// `[A]` what began with the action just taken, a sum of the bits of
  /// [dev.hindsight.trainer.outcome.EventBits]. What the last action of a trial did can be told
  /// from nothing else: the world shown is the next one.
  public final byte[] event;

  /// `[A]` score, in `[0, 1]`, of the trial that ended with the action just taken; NaN where none
  /// ended.
  public final float[] trialScore;

  /// `[A]` the agent is in limbo *now*: off the map until the trial ends, its observation means
  /// nothing.
  public final byte[] removed;

  /// Trial the observation belongs to, from 0.
  public int trial;

  /// Ticks since that trial began.
  public int trialTick;

  /// Room for A agents with observations of length D.
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

  /// Forgets what the action before last led to: for environments, at the beginning of a step.
  public void clearResults() {
    Arrays.fill(reward, 0);
    Arrays.fill(terminal, (byte) 0);
    Arrays.fill(truncation, (byte) 0);
    Arrays.fill(trialEnded, (byte) 0);
    Arrays.fill(event, (byte) 0);
    Arrays.fill(trialScore, Float.NaN);
  }
}
