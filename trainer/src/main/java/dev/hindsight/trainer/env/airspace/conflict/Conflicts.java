package dev.hindsight.trainer.env.airspace.conflict;

import java.util.Arrays;

/// The result of a detection: directed pairs, ordered by own aircraft, then by intruder. The next
/// detection overwrites it; one owner thread.
public final class Conflicts {
  /// The most conflicts of each aircraft for which there is room from the beginning.
  private static final int USUAL = 63;

  /// Number of conflicts.
  int count;

  /// Number of losses of separation, directed.
  int losses;

  int[] own;
  int[] intruder;
  double[] bearing;
  double[] distance;
  double[] closest;
  double[] toClosest;
  double[] toLoss;
  int[] lossOwn;
  int[] lossIntruder;

  /// Allocates for the usual number of conflicts; the arrays grow if there are more.
  Conflicts(int aircraft) {
    int pairs = aircraft * Math.clamp(aircraft - 1L, 0, USUAL);
    own = new int[pairs];
    intruder = new int[pairs];
    bearing = new double[pairs];
    distance = new double[pairs];
    closest = new double[pairs];
    toClosest = new double[pairs];
    toLoss = new double[pairs];
    lossOwn = new int[pairs];
    lossIntruder = new int[pairs];
  }

  /// Makes room for a conflict.
  ///
  /// @return its number
  int addConflict() {
    if (count == own.length) {
      int room = 2 * count;
      own = Arrays.copyOf(own, room);
      intruder = Arrays.copyOf(intruder, room);
      bearing = Arrays.copyOf(bearing, room);
      distance = Arrays.copyOf(distance, room);
      closest = Arrays.copyOf(closest, room);
      toClosest = Arrays.copyOf(toClosest, room);
      toLoss = Arrays.copyOf(toLoss, room);
    }
    return count++;
  }

  /// Makes room for a loss of separation.
  ///
  /// @return its number
  int addLoss() {
    if (losses == lossOwn.length) {
      lossOwn = Arrays.copyOf(lossOwn, 2 * losses);
      lossIntruder = Arrays.copyOf(lossIntruder, 2 * losses);
    }
    return losses++;
  }

  /// Number of conflicts, directed.
  public int count() {
    return count;
  }

  /// The own aircraft of a conflict.
  public int own(int pair) {
    return own[pair];
  }

  /// The intruder of a conflict.
  public int intruder(int pair) {
    return intruder[pair];
  }

  /// Degrees in `[0, 360)` from own to intruder.
  public double bearing(int pair) {
    return bearing[pair];
  }

  /// Metres between them now, along the ground.
  public double distance(int pair) {
    return distance[pair];
  }

  /// Metres between them along the ground at the closest approach.
  public double closest(int pair) {
    return closest[pair];
  }

  /// Seconds until the closest approach; negative if it has passed.
  public double toClosest(int pair) {
    return toClosest[pair];
  }

  /// Seconds until separation is lost; negative if it is lost already.
  public double toLoss(int pair) {
    return toLoss[pair];
  }

  /// Number of losses of separation, directed.
  public int losses() {
    return losses;
  }

  /// The own aircraft of a loss.
  public int lossOwn(int pair) {
    return lossOwn[pair];
  }

  /// The intruder of a loss.
  public int lossIntruder(int pair) {
    return lossIntruder[pair];
  }
}
