package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;

/// The observations, actions and results of R agents over up to T ticks, one row each. Preallocated
/// and overwritten; one owner thread.
///
/// Tick t of a row holds the observation, the action, and its results. Bytes hold 0 or 1.
public final class Trajectories {
  public final int rows;
  public final int ticks;
  public final int numbers;

  /// Those of tick t of row r are at [#at].
  public final ObservationStore observation;

  /// `[R * T]`, like all arrays below.
  public final int[] action;

  /// `[R * T * k]` the numbers of continuous actions as drawn, before they were bounded.
  public final float[] drawn;

  /// `[R * T * k]` the numbers of continuous actions as the environments got them.
  public final float[] numbersTaken;

  /// k, or 0 where actions are discrete.
  public final int actionNumbers;

  /// `[R * T * n]` 1 for an action that was legal; empty if masks do not apply.
  public final byte[] actionMask;

  /// What advantages are computed from; it shares the arrays of the same names.
  public final AdvantageInputs steps;

  public final float[] logProb;
  public final float[] value;
  public final float[] reward;
  public final byte[] terminal;
  public final byte[] truncation;

  /// The episode ended with the action, for good or at its time limit: memory is wiped after it.
  public final byte[] ended;

  /// The agent was in limbo, the tick was skipped, or it does not exist: no loss, no advantage, no
  /// entropy.
  public final byte[] removed;

  /// The agent was there, but its output was not finite; the tick is removed too.
  public final byte[] skipped;

  /// Trial of the tick within its episode.
  public final int[] trial;

  /// How far into its episode a tick is, `[0, 1]`, relative to the longest possible episode.
  public final float[] progress;

  /// Value of the final observation before a time limit; NaN if there is none.
  public final float[] timeoutValue;

  /// The final observations before time limits.
  public final FinalObservations finals;

  /// Probability of the action under the new policy divided by that under the acting one.
  public final float[] ratio;

  /// Discount factor of the agent's episode.
  public final float[] discount;

  /// Weight of the entropy in the agent's episode, besides the common coefficient.
  public final float[] entropyWeight;

  /// `[R]` value after the last tick; NaN if unknown.
  public final float[] tail;

  /// `[R * T * s]` the recurrent state with which the policy acted; empty unless it is kept.
  public float[] state = new float[0];

  /// s, or 0 if states are not kept.
  public int stateNumbers;

  /// Number of ticks used, at most T.
  public int used;

  /// How much of an action is kept besides its index.
  ///
  /// @param mask n joint actions if masks apply, 0 otherwise
  /// @param drawn k numbers of continuous actions, 0 for discrete ones
  public record ActionSizes(int mask, int drawn) {
    /// Joint actions, all of them legal.
    public static final ActionSizes JOINT = new ActionSizes(0, 0);

    /// Those of an environment.
    public static ActionSizes of(EnvironmentShape shape) {
      return switch (shape.actions()) {
        case ActionSpace.Discrete _ ->
            new ActionSizes(shape.actionMask() == ActionMask.APPLIES ? shape.maskWidth() : 0, 0);
        case ActionSpace.Continuous space -> new ActionSizes(0, space.names().size());
      };
    }
  }

  /// Joint actions, all of them legal.
  ///
  /// @param observation with room for R * T observations
  public Trajectories(int rows, int ticks, ObservationStore observation) {
    this(rows, ticks, observation, ActionSizes.JOINT);
  }

  /// @param observation with room for R * T observations
  public Trajectories(int rows, int ticks, ObservationStore observation, ActionSizes actionSizes) {
    this.rows = rows;
    this.ticks = ticks;
    this.numbers = observation.packing().numbers();
    this.observation = observation;
    int all = Math.multiplyExact(rows, ticks);
    action = new int[all];
    actionMask = new byte[Math.multiplyExact(all, actionSizes.mask())];
    actionNumbers = actionSizes.drawn();
    drawn = new float[Math.multiplyExact(all, actionNumbers)];
    numbersTaken = new float[drawn.length];
    logProb = new float[all];
    steps = new AdvantageInputs(all);
    value = steps.value;
    reward = steps.reward;
    terminal = steps.terminal;
    truncation = steps.truncation;
    ended = steps.ended;
    finals = new FinalObservations(all, observation.packing());
    removed = steps.removed;
    skipped = steps.skipped;
    timeoutValue = steps.timeoutValue;
    ratio = steps.ratio;
    trial = new int[all];
    progress = new float[all];
    tail = new float[rows];
    discount = new float[all];
    entropyWeight = new float[all];
  }

  /// From now on keeps the recurrent states of the policy.
  ///
  /// @param numbersOfOne s
  public void keepStates(int numbersOfOne) {
    stateNumbers = numbersOfOne;
    state = new float[Math.multiplyExact(action.length, numbersOfOne)];
  }

  /// Marks every tick as removed.
  public void clear(float commonDiscount) {
    used = 0;
    Arrays.fill(action, 0);
    Arrays.fill(actionMask, (byte) 1);
    Arrays.fill(logProb, 0);
    steps.clear();
    finals.clear();
    Arrays.fill(tail, Float.NaN);
    Arrays.fill(discount, commonDiscount);
    Arrays.fill(entropyWeight, 0);
  }

  /// Trajectories of all agents of an environment.
  ///
  /// @param shape of all environments together
  /// @param ticks T, the most ticks of a row
  public static Trajectories of(EnvironmentShape shape, int ticks) {
    return of(shape, shape.agents(), ticks);
  }

  /// Trajectories of some agents of environments of one kind.
  ///
  /// @param shape of one of the environments
  /// @param rows R, number of the agents
  /// @param ticks T, the most ticks of a row
  public static Trajectories of(EnvironmentShape shape, int rows, int ticks) {
    return new Trajectories(
        rows,
        ticks,
        ObservationStore.of(new ObservationPacking(shape.observation()), rows, ticks),
        ActionSizes.of(shape));
  }

  /// Copies the rows of a worker. Those that the worker did not reach stay removed.
  ///
  /// @param from with as many ticks as these, and as much of every action
  /// @param first row here of its first row
  public void copyRows(Trajectories from, int first) {
    used = Math.max(used, from.used);
    int at = at(first, 0);
    int count = from.action.length;
    System.arraycopy(from.action, 0, action, at, count);
    copy(from.actionMask, actionMask, at, count);
    copy(from.drawn, drawn, at, count);
    copy(from.numbersTaken, numbersTaken, at, count);
    System.arraycopy(from.logProb, 0, logProb, at, count);
    steps.copy(from.steps, at);
    System.arraycopy(from.trial, 0, trial, at, count);
    System.arraycopy(from.progress, 0, progress, at, count);
    System.arraycopy(from.tail, 0, tail, first, from.rows);
    System.arraycopy(from.discount, 0, discount, at, count);
    System.arraycopy(from.entropyWeight, 0, entropyWeight, at, count);
    float[] one = new float[numbers];
    for (int row = 0; row < from.rows; row++) {
      for (int t = 0; t < from.used; t++) {
        int there = from.at(row, t);
        from.observation.read(there, one, 0);
        observation.put(at + there, one, 0);
        if (from.finals.has(there)) {
          from.finals.all().read(from.finals.index(there), one, 0);
          finals.put(at + there, one, 0);
        }
      }
    }
  }

  /// Copies what is kept of actions: as many numbers for each tick on both sides.
  private static void copy(byte[] from, byte[] to, int at, int count) {
    int width = from.length / count;
    System.arraycopy(from, 0, to, at * width, from.length);
  }

  private static void copy(float[] from, float[] to, int at, int count) {
    int width = from.length / count;
    System.arraycopy(from, 0, to, at * width, from.length);
  }

  /// Index of a tick in the arrays.
  public int at(int row, int tick) {
    return row * ticks + tick;
  }

  /// Number of ticks outside limbo.
  public long live() {
    long count = 0;
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < used; t++) {
        count += 1 - removed[at(row, t)];
      }
    }
    return count;
  }
}
