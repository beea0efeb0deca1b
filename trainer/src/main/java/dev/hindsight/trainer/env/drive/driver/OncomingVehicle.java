package dev.hindsight.trainer.env.drive.driver;

/// Which vehicles come towards the vehicle on its own track, and how far it moves aside for them.
/// Without memory: it moves back as soon as they have passed. No allocation, one owner thread.
final class OncomingVehicle {
  /// Metres it moves to its side.
  private static final float ASIDE = 1;

  /// Lateral distance in metres within which a vehicle is on the same track; the next lane is
  /// further away.
  private static final float SAME_TRACK = 2.8f;

  /// Cosine of the largest angle at which a vehicle comes towards it.
  private static final float OPPOSITE = -0.8f;

  /// Speed in m/s below which a vehicle stands: it is an obstacle.
  private static final float STANDING = 1;

  private final DriverObservation driverObservation;
  private final int side;
  private final float shown;

  OncomingVehicle(DriverObservation driverObservation, DrivingHabit habit) {
    this.driverObservation = driverObservation;
    this.side = habit.side();
    this.shown = habit.shown();
  }

  /// Whether it relies on a vehicle to pass on the other side, and so does not brake for it.
  boolean passes(int partner) {
    return side != 0
        && driverObservation.partnerCos[partner] < OPPOSITE
        && driverObservation.partnerSpeed[partner] > STANDING
        && Math.abs(driverObservation.partnerY[partner]) < SAME_TRACK
        && driverObservation.partnerX[partner]
            > -driverObservation.length / 2 - driverObservation.partnerHalfLength[partner];
  }

  /// Metres by which it now drives beside its route, positive to the left.
  float aside() {
    for (int p = 0; p < driverObservation.partners; p++) {
      if (passes(p)) {
        float between =
            driverObservation.partnerX[p]
                - driverObservation.length / 2
                - driverObservation.partnerHalfLength[p];
        float nearing = driverObservation.partnerSpeed[p] + Math.max(0, driverObservation.speed);
        if (between < shown * nearing) {
          return side * ASIDE;
        }
      }
    }
    return 0;
  }
}
