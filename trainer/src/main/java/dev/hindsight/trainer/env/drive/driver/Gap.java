package dev.hindsight.trainer.env.drive.driver;

/// Whether there is room for a change of lanes. No allocation, one owner thread.
final class Gap {
  /// A change further ahead than this, in metres, is decided later.
  private static final float SOON = 16;

  /// Metres to the side at which somebody is on the other lane.
  private static final float BESIDE = 1.5f;

  private static final float FAR_BESIDE = 6;

  /// Metres between bodies, and seconds of drawing near, that a gap wants.
  private static final float ROOM = 4;

  private static final float SECONDS = 2.5f;

  private final View view;

  Gap(View view) {
    this.view = view;
  }

  /// Whether somebody drives where a change that begins soon leads.
  boolean isTaken(Route route) {
    float fromX = route.x[route.changeAt];
    float fromY = route.y[route.changeAt];
    if (route.changeAt + 1 >= route.points || fromX * fromX + fromY * fromY > SOON * SOON) {
      return false;
    }
    float side = Math.signum(route.y[route.changeAt + 1] - fromY);
    for (int p = 0; p < view.partners; p++) {
      float aside = view.partnerY[p] * side;
      boolean together = view.partnerCos[p] > 0.7f && aside > BESIDE && aside < FAR_BESIDE;
      float nearing = (view.partnerSpeed[p] - view.speed) * -Math.signum(view.partnerX[p]);
      float wanted =
          view.length / 2 + view.partnerHalfLength[p] + ROOM + SECONDS * Math.max(0, nearing);
      if (together && Math.abs(view.partnerX[p]) < wanted) {
        return true;
      }
    }
    return false;
  }
}
