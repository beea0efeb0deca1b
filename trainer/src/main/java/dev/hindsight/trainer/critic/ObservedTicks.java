package dev.hindsight.trainer.critic;

import java.util.Arrays;
import java.util.List;

/// What the members of a group observed at consecutive ticks, from the one at which their memory
/// began. The arrays must not change.
///
/// Letters: T ticks, M members, D numbers of an observation.
///
/// @param ticks T; values and actions are those of the last one
/// @param members M
/// @param observation `[T * M * D]`
/// @param limbo `[T * M]`, 1 for a member in limbo
public record ObservedTicks(int ticks, int members, float[] observation, byte[] limbo) {
  /// Checks the sizes.
  public ObservedTicks {
    if (ticks < 1 || limbo.length != ticks * members || observation.length % limbo.length != 0) {
      throw new IllegalArgumentException(ticks + " ticks of " + members + " members");
    }
  }

  /// One tick, at which a memory begins, or which a network without memory reads.
  ///
  /// @param observation `[M * D]`
  public static ObservedTicks single(float[] observation, int members) {
    return new ObservedTicks(1, members, observation, new byte[members]);
  }

  /// The ticks up to one, from the one after the last at which the episode of any member ended.
  ///
  /// @param observed D
  public static ObservedTicks until(
      RecordedSteps steps, List<Integer> members, int observed, int tick) {
    int begin = begin(steps, members, tick);
    int ticks = tick - begin + 1;
    float[] all = new float[ticks * members.size() * observed];
    byte[] limbo = new byte[ticks * members.size()];
    for (int t = 0; t < ticks; t++) {
      for (int m = 0; m < members.size(); m++) {
        int at = t * members.size() + m;
        steps.observation(begin + t, members.get(m), all, at * observed);
        limbo[at] = (byte) (steps.limbo(begin + t, members.get(m)) ? 1 : 0);
      }
    }
    return new ObservedTicks(ticks, members.size(), all, limbo);
  }

  /// The tick at which the memory of a group began that it has at another one.
  public static int begin(RecordedSteps steps, List<Integer> members, int tick) {
    int begin = tick;
    while (begin > 0 && goesOn(steps, members, begin - 1)) {
      begin--;
    }
    return begin;
  }

  private static boolean goesOn(RecordedSteps steps, List<Integer> members, int tick) {
    return members.stream()
        .noneMatch(agent -> steps.terminal(tick, agent) || steps.timedOut(tick, agent));
  }

  /// D.
  public int observed() {
    return observation.length / limbo.length;
  }

  /// What the members observe at the last tick, `[M * D]`.
  public float[] last() {
    int width = members * observed();
    return Arrays.copyOfRange(observation, observation.length - width, observation.length);
  }

  /// One member in limbo at a tick.
  public boolean rests(int tick, int member) {
    return limbo[tick * members + member] != 0;
  }
}
