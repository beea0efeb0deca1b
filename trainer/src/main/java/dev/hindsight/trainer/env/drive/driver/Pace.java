package dev.hindsight.trainer.env.drive.driver;

/// What each acceleration would lead to in the next seconds along the route: progress, bends,
/// others in the way. No allocation, one owner thread.
final class Pace {
  /// Seconds looked ahead, and the step in which they are walked through.
  private static final float HORIZON = 3.2f;

  private static final float STEP = 0.2f;

  private static final int STEPS = Math.round(HORIZON / STEP);

  /// Metres per second on a free straight.
  private static final float CRUISE = 11;

  /// Room kept to others, metres; grows a little with time because others may turn.
  private static final float MARGIN = 0.35f;

  /// A vehicle from the left is left to yield until it is this near, seconds.
  private static final float RIGHT_OF_WAY = 1.4f;

  /// Metres to the side within which somebody behind is on the own lane, and keeps his distance.
  private static final float SAME_LANE = 1.5f;

  private static final float CRASH = 60;
  private static final float TOO_FAST = 1.5f;
  private static final float EFFORT = 0.03f;

  private final View view;
  private final Controls controls;
  private final Walk walk;
  private final Bends bends;
  private final Forecast forecast;
  private final int[] nearby;
  private int near;
  private float limit;

  Pace(View view, Route route, Lanes lanes, Controls controls) {
    this.view = view;
    this.controls = controls;
    bends = new Bends(route);
    walk = new Walk(route);
    forecast = new Forecast(view, lanes, STEPS, STEP);
    nearby = new int[view.partnerX.length];
  }

  /// Takes in the view and the route; before [#cost].
  void look() {
    limit = Math.min(CRUISE, bends.limit());
    near = 0;
    forecast.look();
    float reach = Math.max(0, view.speed) * HORIZON + 30;
    for (int p = 0; p < view.partners; p++) {
      float room = reach + Math.abs(view.partnerSpeed[p]) * HORIZON;
      float dx = view.partnerX[p];
      float dy = view.partnerY[p];
      boolean follows =
          dx < -view.length / 2 && view.partnerCos[p] > 0.5f && Math.abs(dy) < SAME_LANE;
      if (!follows && dx * dx + dy * dy < room * room) {
        nearby[near++] = p;
        forecast.follow(p);
      }
    }
  }

  /// The cost of going over to an acceleration and holding it.
  float cost(float acceleration) {
    float v = view.speed;
    float a = controls.acceleration();
    float s = 0;
    float over = 0;
    float crash = 0;
    float ahead = controls.caution() * Math.max(0, v);
    walk.restart();
    for (int i = 0; i < STEPS; i++) {
      a = controls.ramp(a, acceleration, v, STEP);
      v = Math.clamp(v + a * STEP, 0, CRUISE);
      s += v * STEP;
      over = Math.max(over, i < 4 ? v - limit : 0);
      walk.to(s + ahead);
      if (crash == 0 && crashes(i, v)) {
        crash = CRASH * (1.5f - (i + 1f) / STEPS);
      }
    }
    float effort = EFFORT * acceleration * acceleration;
    return crash + TOO_FAST * over * over + effort - s / 3;
  }

  /// Whether the vehicle, standing at the walk's place, would touch where another is expected at
  /// that step.
  private boolean crashes(int step, float ownSpeed) {
    float t = (step + 1) * STEP;
    float margin = MARGIN + 0.1f * t;
    for (int n = 0; n < near; n++) {
      int p = nearby[n];
      int at = p * STEPS + step;
      float dx = walk.x - forecast.x[at];
      float dy = walk.y - forecast.y[at];
      if (dx * dx + dy * dy < 144 && touches(p, at, dx, dy, margin) && mustYield(p, t, ownSpeed)) {
        return true;
      }
    }
    return false;
  }

  private boolean touches(int p, int at, float dx, float dy, float margin) {
    float radius = view.width / 2 + margin;
    float cos = forecast.cos[at];
    float sin = forecast.sin[at];
    for (int disc = -1; disc <= 1; disc++) {
      float shift = disc * (view.length - view.width) / 2;
      float cx = dx + shift * walk.cos;
      float cy = dy + shift * walk.sin;
      float along = Math.abs(cx * cos + cy * sin) - view.partnerHalfLength[p];
      float aside = Math.abs(cy * cos - cx * sin) - view.partnerHalfWidth[p];
      if (along < radius && aside < radius) {
        return true;
      }
    }
    return false;
  }

  /// Who comes from the left waits, as far as one can count on it.
  private boolean mustYield(int p, float t, float ownSpeed) {
    boolean crossing = Math.abs(view.partnerCos[p]) < 0.75f;
    boolean fromLeft = view.partnerSin[p] < 0 && view.partnerY[p] > 0;
    return !(crossing && fromLeft && view.partnerSpeed[p] > 1 && ownSpeed > 1) || t < RIGHT_OF_WAY;
  }
}
