package dev.hindsight.trainer.env.airspace.conflict;

/// The result of a detection: directed pairs, ordered by own aircraft, then by intruder. The next
/// detection overwrites it; one owner thread.
public final class Conflicts {
  /// Number of conflicts.
  int count;

  /// Number of losses of separation, directed.
  int losses;

  final int[] own;
  final int[] intruder;
  final double[] bearing;
  final double[] distance;
  final double[] closest;
  final double[] toClosest;
  final double[] toLoss;
  final int[] lossOwn;
  final int[] lossIntruder;

  /// Allocates for every directed pair.
  Conflicts(int aircraft) {
    int pairs = aircraft * Math.max(0, aircraft - 1);
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
