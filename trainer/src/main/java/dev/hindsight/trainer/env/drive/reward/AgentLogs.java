package dev.hindsight.trainer.env.drive.reward;

import dev.hindsight.trainer.env.drive.simulation.StateArrays;
import java.util.Arrays;

/// Counters of each agent in the current episode. Preallocated and overwritten: one owner thread,
/// no allocation.
public final class AgentLogs {
  /// `[A]` sum of rewards, as the reference counts it.
  final float[] episodeReturn;

  /// `[A]` speed at the last goal, m/s.
  final float[] speedAtGoal;

  /// `[A]` ticks, those in limbo included, as the reference counts them.
  public final int[] ticks;

  /// `[A]` ticks in a vehicle collision.
  final int[] collisionTicks;

  /// `[A]` ticks across a road edge.
  final int[] offroadTicks;

  /// `[A]` ticks along a lane; in limbo there is none.
  final int[] alignedTicks;

  /// `[A]` goals reached.
  final int[] goalsReached;

  /// `[A]` goals set.
  final int[] goalsSampled;

  AgentLogs(StateArrays arrays, int agents) {
    episodeReturn = arrays.floats("log episode return", agents);
    speedAtGoal = arrays.floats("log speed at goal", agents);
    ticks = arrays.ints("log ticks", agents);
    collisionTicks = arrays.ints("log collision ticks", agents);
    offroadTicks = arrays.ints("log offroad ticks", agents);
    alignedTicks = arrays.ints("log aligned ticks", agents);
    goalsReached = arrays.ints("log goals reached", agents);
    goalsSampled = arrays.ints("log goals sampled", agents);
  }

  /// Starts a new episode: the map has one goal per agent.
  void clear() {
    Arrays.fill(episodeReturn, 0);
    Arrays.fill(speedAtGoal, 0);
    Arrays.fill(ticks, 0);
    Arrays.fill(collisionTicks, 0);
    Arrays.fill(offroadTicks, 0);
    Arrays.fill(alignedTicks, 0);
    Arrays.fill(goalsReached, 0);
    Arrays.fill(goalsSampled, 1);
  }

  /// Adds goals to every agent's count.
  public void sampleGoals(int more) {
    for (int a = 0; a < goalsSampled.length; a++) {
      goalsSampled[a] += more;
    }
  }
}
