package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.action.ActionSpace;

/// Numbers for the levels of an agent's actions, one factor after the other, where programs that
/// decide each factor on its own have them in place of numbers for joint actions.
final class FactorLevels {
  private final int count;

  /// `[n][factors]`, where the levels of a joint action lie; empty if their number does not show
  /// that levels are meant.
  private final int[][] places;

  FactorLevels(ActionSpace actions) {
    if (!(actions instanceof ActionSpace.Discrete discrete) || !tellApart(discrete)) {
      count = 0;
      places = new int[0][];
      return;
    }
    count = discrete.levels();
    places = new int[discrete.count()][discrete.factors().size()];
    for (int action = 0; action < places.length; action++) {
      int start = 0;
      for (int f = 0; f < places[action].length; f++) {
        places[action][f] = start + discrete.level(action, f);
        start += discrete.factors().get(f).levels().size();
      }
    }
  }

  /// Whether the number of levels shows that they are meant, and not joint actions.
  static boolean tellApart(ActionSpace.Discrete discrete) {
    return discrete.factors().size() > 1 && discrete.levels() != discrete.count();
  }

  /// Whether so many numbers are one for every level and agent.
  boolean fit(int numbers, int agents) {
    return places.length > 0 && numbers == agents * count;
  }

  /// Numbers of an agent.
  int count() {
    return count;
  }

  /// Where the levels of a joint action lie among the numbers of an agent; not to be changed.
  int[] of(int action) {
    return places[action];
  }
}
