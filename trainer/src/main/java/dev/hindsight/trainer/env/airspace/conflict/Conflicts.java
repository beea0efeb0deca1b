package dev.hindsight.trainer.env.airspace.conflict;

/// What a detection found: directed pairs, ordered by own aircraft, then by intruder. Overwritten
/// by the next detection; one owner thread.
public final class Conflicts {
  /// Conflicts there are.
  int count;

  /// Losses of separation there are, directed.
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

  /// Room for every directed pair.
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

  /// Conflicts there are, directed.
  public int count() {
    return count;
  }

  /// Whose conflict it is.
  public int own(int pair) {
    return own[pair];
  }

  /// With whom.
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

  /// Metres between them along the ground where they are closest.
  public double closest(int pair) {
    return closest[pair];
  }

  /// Seconds until they are closest; negative where that is past.
  public double toClosest(int pair) {
    return toClosest[pair];
  }

  /// Seconds until separation is lost; negative where it is lost already.
  public double toLoss(int pair) {
    return toLoss[pair];
  }

  /// Losses of separation there are, directed.
  public int losses() {
    return losses;
  }

  /// Whose loss it is.
  public int lossOwn(int pair) {
    return lossOwn[pair];
  }

  /// To whom.
  public int lossIntruder(int pair) {
    return lossIntruder[pair];
  }
}
