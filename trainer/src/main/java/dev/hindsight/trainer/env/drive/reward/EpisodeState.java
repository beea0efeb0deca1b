package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.drive.simulation.RewardConditioning;
import dev.hindsight.trainer.env.drive.simulation.StateArrays;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// State that persists across trials: the clock, the random numbers, the drawn weights, and each
/// agent's counters in this episode. Preallocated and overwritten: one owner thread, no allocation.
public final class EpisodeState {
  private final StateArrays arrays = new StateArrays();

  /// Tick of the reference's clock: an episode starts at the first frame of the logs, not at 0.
  public int tick;

  /// Current trial, from 0.
  public int trial;

  /// Tick at which it started.
  public int trialStart;

  /// 1 if the last trial is over and all agents wait for a reset; only with the reference's
  /// defects.
  public int ended;

  private long random;

  /// `[A]` reward of a tick in a vehicle collision.
  public final float[] collisionWeight;

  /// `[A]` reward of a tick across a road edge.
  public final float[] offroadWeight;

  /// `[A]` reward of a goal.
  public final float[] goalWeight;

  /// `[A]` weight of the policy's entropy.
  public final float[] entropyWeight;

  /// `[A]` discount factor.
  public final float[] discountWeight;

  /// `[A]` index of the exit at which an agent's hidden goal lies; empty unless goals are hidden.
  public final int[] exit;

  private final int[] exits;

  /// Counters of each agent in the current episode.
  public final AgentLogs logs;

  /// Totals since the reset.
  public final DriveTotals totals;

  /// @param exits `[A]` number of exits of each agent, from which an episode draws its hidden goal;
  ///   empty unless goals are hidden
  public EpisodeState(int agents, int trials, int... exits) {
    collisionWeight = arrays.floats("collision weight", agents);
    offroadWeight = arrays.floats("offroad weight", agents);
    goalWeight = arrays.floats("goal weight", agents);
    entropyWeight = arrays.floats("entropy weight", agents);
    discountWeight = arrays.floats("discount weight", agents);
    this.exits = exits.clone();
    exit = exits.length > 0 ? arrays.ints("exit", exits.length) : new int[0];
    logs = new AgentLogs(arrays, agents);
    totals = new DriveTotals(arrays, trials);
  }

  /// Resets to the initial state with a new seed.
  public void reset(long seed) {
    totals.clear();
    random = seed;
  }

  /// Starts a new episode.
  public void begin(int firstTick, RewardConditioning rewardConditioning) {
    tick = firstTick;
    trial = 0;
    trialStart = firstTick;
    ended = 0;
    logs.clear();
    for (int a = 0; a < collisionWeight.length; a++) {
      collisionWeight[a] = rewardConditioning.collision().at(uniform());
      offroadWeight[a] = rewardConditioning.offroad().at(uniform());
      goalWeight[a] = rewardConditioning.goal().at(uniform());
      entropyWeight[a] = rewardConditioning.entropy().at(uniform());
      discountWeight[a] = rewardConditioning.discount().at(uniform());
    }
    for (int a = 0; a < exit.length; a++) {
      exit[a] = Math.min((int) (uniform() * exits[a]), exits[a] - 1);
    }
  }

  public void copyFrom(EpisodeState other) {
    tick = other.tick;
    trial = other.trial;
    trialStart = other.trialStart;
    ended = other.ended;
    random = other.random;
    arrays.copyFrom(other.arrays);
  }

  /// Its fields, for a stored state.
  public void transfer(StateStream stream) {
    tick = stream.number(tick);
    trial = stream.number(trial);
    trialStart = stream.number(trialStart);
    ended = stream.within(ended, 0, 1);
    random = stream.number(random);
    arrays.transfer(stream);
  }

  public long digest(long seed) {
    long h = StateArrays.mix(seed, tick);
    h = StateArrays.mix(h, trial);
    h = StateArrays.mix(h, trialStart);
    h = StateArrays.mix(h, ended);
    h = StateArrays.mix(h, random);
    return arrays.digest(h);
  }

  /// Names of its parts.
  public List<String> parts() {
    List<String> names = new ArrayList<>(StateParts.named("clock", "random numbers"));
    names.addAll(arrays.names());
    return names;
  }

  /// Writes a digest of each part. Allocates nothing.
  public void writeParts(ByteBuffer row) {
    long clock = StateArrays.mix(StateArrays.mix(1, tick), trial);
    StateParts.put(row, StateArrays.mix(StateArrays.mix(clock, trialStart), ended));
    StateParts.put(row, SplitMix64.mix(random));
    arrays.writeParts(row);
  }

  /// Uniform in `[0, 1]`. Includes 1: the upper 24 bits divided by their largest value.
  private float uniform() {
    random += SplitMix64.GAMMA;
    return (SplitMix64.mix(random) >>> 40) / (float) ((1 << 24) - 1);
  }
}
