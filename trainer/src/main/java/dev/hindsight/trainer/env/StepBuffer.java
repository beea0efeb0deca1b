package dev.hindsight.trainer.env;

import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventDeclaration;
import java.util.Arrays;

/// The result of a reset or a step. Preallocated and overwritten: one owner thread, no allocation.
///
/// A = agents, D = observation length. Ends stay apart on purpose: a trial's end, the end of an
/// episode and why it ended, and whether anything is bootstrapped. Code that needs "the trace stops
/// here" combines them by name. Bytes hold 0 or 1 unless they say otherwise.
public final class StepBuffer {
  /// `[A * D]` each agent's observation, before it acts.
  public final float[] observation;

  /// `[A]` reward of the action just taken; 0 after a reset.
  public final float[] reward;

  /// `[A]` the action just taken ended the episode for good: nothing follows, and nothing is
  /// bootstrapped.
  public final byte[] terminal;

  /// `[A]` a time limit or a trial's end cut the trace.
  public final byte[] truncation;

  /// `[A]` code of the [EpisodeEnd] with which the action just taken ended the agent's episode; 0
  /// if the episode goes on. Set it with [#end].
  public final byte[] end;

  /// `[A]` the action just taken ended a trial; the observation already shows the next trial.
  public final byte[] trialEnded;

  /// `[A]` events that began with the action just taken, a sum of
  /// [dev.hindsight.trainer.outcome.EventKind#bit]s of those that [EnvironmentShape#events]
  /// declares. It is the only trace of what the last action of a trial did, because the observation
  /// already shows the next trial.
  public final int[] event;

  /// `[A * bytes]` the events as recordings hold them.
  private final byte[] packedEvents;

  /// `[A]` score, in `[0, 1]`, of the trial that the action just taken ended; NaN if it ended none.
  public final float[] trialScore;

  /// `[F][A]` the figures that [EnvironmentShape#figures] declares, of the action just taken.
  public final float[][] figures;

  /// `[A]` the agent is in limbo *now*: off the map until the trial ends; its observation means
  /// nothing.
  public final byte[] removed;

  /// `[A * n]` 1 for an action that is legal *now*, n joint actions; empty if the environment does
  /// not say. Environments write it with the observation, and [ActionMask] says what follows.
  public final byte[] actionMask;

  /// Allocated when first asked for.
  private float[] finalObservation = new float[0];

  /// Trial of the observation, from 0.
  public int trial;

  /// Ticks since the start of the trial.
  public int trialTick;

  /// Age in ticks at which the trial began, by which its time limit comes sooner; 0 unless the
  /// environment staggers its first episodes. [#trialTick] does not count it.
  public int startAge;

  /// Bucket of the observation's episode, from 0; -1 if no setting of the world is randomised.
  public int bucket = -1;

  /// `[W]` for each world where the partner of the observation's episode is in the population of
  /// partners, in `[0, 1]`; NaN if no bucket says so, and the seed decides.
  public final double[] partnerShare;

  /// Allocates for A agents with observations of length D, without figures and action masks.
  public StepBuffer(int agents, int observationSize) {
    this(agents, observationSize, 0, 0, 1, 1);
  }

  /// The same with action masks, of this many flags an agent.
  public StepBuffer(int agents, int observationSize, int maskWidth) {
    this(agents, observationSize, 0, maskWidth, 1, 1);
  }

  /// Allocates for the agents of an environment.
  public StepBuffer(EnvironmentShape shape) {
    this(
        shape.agents(),
        shape.observation().size(),
        shape.figures().size(),
        shape.maskWidth(),
        EventDeclaration.type(shape.events()).bytes(),
        shape.agentsPerWorld().size());
  }

  private StepBuffer(
      int agents, int observationSize, int figureCount, int maskWidth, int eventBytes, int worlds) {
    partnerShare = new double[worlds];
    Arrays.fill(partnerShare, Double.NaN);
    actionMask = new byte[agents * maskWidth];
    Arrays.fill(actionMask, (byte) 1);
    figures = new float[figureCount][agents];
    observation = new float[agents * observationSize];
    reward = new float[agents];
    terminal = new byte[agents];
    truncation = new byte[agents];
    end = new byte[agents];
    trialEnded = new byte[agents];
    event = new int[agents];
    packedEvents = new byte[agents * eventBytes];
    trialScore = new float[agents];
    Arrays.fill(trialScore, Float.NaN);
    removed = new byte[agents];
  }

  /// Ends an agent's episode with the action just taken: a true end sets `terminal`, a time limit
  /// sets `truncation`. Environments write the [#finalObservation()] besides, before they show the
  /// next episode.
  public void end(int agent, EpisodeEnd why) {
    end[agent] = why.code();
    if (why.isForGood()) {
      terminal[agent] = 1;
    } else {
      truncation[agent] = 1;
    }
  }

  /// Whether the action just taken ended an agent's episode, for good or at its time limit. Its
  /// memory is then wiped before it acts on the present observation.
  public boolean episodeEnded(int agent) {
    return (end[agent] | terminal[agent]) != 0;
  }

  /// Whether the action just taken ended an agent's episode at its time limit: the value of the
  /// final observation stands for what was cut off.
  public boolean timedOut(int agent) {
    return end[agent] == EpisodeEnd.TIMEOUT.code();
  }

  /// `[A * D]` what agents would have observed next, had their episode not ended with the action
  /// just taken: the world before the reset, while [#observation] shows the one after it. Holds old
  /// numbers for agents whose episode goes on, and nothing for those that are off the map.
  ///
  /// The first call allocates it: an environment calls it when it is created.
  public float[] finalObservation() {
    if (finalObservation.length < observation.length) {
      finalObservation = new float[observation.length];
    }
    return finalObservation;
  }

  /// `[A * bytes]` the events as recordings hold them: little-endian, in one byte for each agent if
  /// the numbers of all declared events are below 8, else in four. Always the same array.
  public byte[] packedEvents() {
    int bytes = packedEvents.length / Math.max(1, event.length);
    for (int i = 0; i < packedEvents.length; i++) {
      packedEvents[i] = (byte) (event[i / bytes] >>> (Byte.SIZE * (i % bytes)));
    }
    return packedEvents;
  }

  private void unpackEvents() {
    int bytes = packedEvents.length / Math.max(1, event.length);
    Arrays.fill(event, 0);
    for (int i = 0; i < packedEvents.length; i++) {
      event[i / bytes] |= (packedEvents[i] & 0xff) << (Byte.SIZE * (i % bytes));
    }
  }

  /// Whether an agent's action is legal now, as far as the environment says.
  public boolean legal(int agent, int action) {
    return actionMask.length == 0
        || actionMask[agent * (actionMask.length / reward.length) + action] != 0;
  }

  /// The results of the last action, for a stored state: everything that cannot be computed from
  /// the state.
  public void transfer(StateStream stream) {
    stream.numbers(reward);
    stream.numbers(terminal);
    stream.numbers(truncation);
    stream.numbers(end);
    for (int agent = 0; agent < end.length; agent++) {
      if (end[agent] != 0) {
        int size = observation.length / end.length;
        for (int d = agent * size; d < (agent + 1) * size; d++) {
          finalObservation()[d] = stream.number(finalObservation()[d]);
        }
      }
    }
    stream.numbers(trialEnded);
    stream.numbers(packedEvents());
    unpackEvents();
    stream.numbers(trialScore);
    for (float[] figure : figures) {
      stream.numbers(figure);
    }
  }

  /// Becomes a copy of another one for the same environment, but for the bucket and its partner.
  /// Allocates nothing once the final observation is allocated.
  public void copyFrom(StepBuffer other) {
    System.arraycopy(other.observation, 0, observation, 0, observation.length);
    System.arraycopy(other.reward, 0, reward, 0, reward.length);
    System.arraycopy(other.terminal, 0, terminal, 0, terminal.length);
    System.arraycopy(other.truncation, 0, truncation, 0, truncation.length);
    System.arraycopy(other.end, 0, end, 0, end.length);
    System.arraycopy(other.trialEnded, 0, trialEnded, 0, trialEnded.length);
    System.arraycopy(other.event, 0, event, 0, event.length);
    System.arraycopy(other.trialScore, 0, trialScore, 0, trialScore.length);
    System.arraycopy(other.removed, 0, removed, 0, removed.length);
    System.arraycopy(other.actionMask, 0, actionMask, 0, actionMask.length);
    for (int f = 0; f < figures.length; f++) {
      System.arraycopy(other.figures[f], 0, figures[f], 0, figures[f].length);
    }
    if (other.finalObservation.length > 0) {
      System.arraycopy(other.finalObservation, 0, finalObservation(), 0, observation.length);
    }
    trial = other.trial;
    trialTick = other.trialTick;
    startAge = other.startAge;
  }

  /// Clears the results of the previous action; environments call it at the start of a step.
  public void clearResults() {
    Arrays.fill(reward, 0);
    Arrays.fill(terminal, (byte) 0);
    Arrays.fill(truncation, (byte) 0);
    Arrays.fill(end, (byte) 0);
    Arrays.fill(trialEnded, (byte) 0);
    Arrays.fill(event, 0);
    for (float[] figure : figures) {
      Arrays.fill(figure, 0);
    }
    Arrays.fill(trialScore, Float.NaN);
  }
}
