package dev.hindsight.trainer.env.drive.driver;

/// Whether there is room for a change of lanes. No allocation, one owner thread.
final class LaneChangeGap {
  /// A change further ahead than this, in metres, is decided later.
  private static final float SOON = 16;

  /// Metres to the side at which somebody is on the other lane.
  private static final float BESIDE = 1.5f;

  private static final float FAR_BESIDE = 6;

  /// Metres between bodies, and seconds of drawing near, that a gap wants.
  private static final float ROOM = 4;

  private static final float SECONDS = 2.5f;

  private final DriverObservation driverObservation;

  LaneChangeGap(DriverObservation driverObservation) {
    this.driverObservation = driverObservation;
  }

  /// Whether somebody drives where a change that begins soon leads.
  boolean isTaken(Route route) {
    float fromX = route.x[route.changeAt];
    float fromY = route.y[route.changeAt];
    if (route.changeAt + 1 >= route.points || fromX * fromX + fromY * fromY > SOON * SOON) {
      return false;
    }
    float side = Math.signum(route.y[route.changeAt + 1] - fromY);
    for (int p = 0; p < driverObservation.partners; p++) {
      float aside = driverObservation.partnerY[p] * side;
      boolean together =
          driverObservation.partnerCos[p] > 0.7f && aside > BESIDE && aside < FAR_BESIDE;
      float nearing =
          (driverObservation.partnerSpeed[p] - driverObservation.speed)
              * -Math.signum(driverObservation.partnerX[p]);
      float wanted =
          driverObservation.length / 2
              + driverObservation.partnerHalfLength[p]
              + ROOM
              + SECONDS * Math.max(0, nearing);
      if (together && Math.abs(driverObservation.partnerX[p]) < wanted) {
        return true;
      }
    }
    return false;
  }
}
