package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.Arrays;

/// A log for tests: something that drives straight on at constant speed.
final class TestTrack {
  private int type = 1;
  private int ticks = 91;
  private int expert;
  private float heading;
  private float speed;
  private float goalX = Float.NaN;
  private float goalY = Float.NaN;
  private int validFrom;
  private int validTo = Integer.MAX_VALUE;
  private final float x;
  private final float y;

  private TestTrack(float x, float y) {
    this.x = x;
    this.y = y;
  }

  /// A vehicle that stands at a place, with a goal 40 m ahead.
  static TestTrack at(double x, double y) {
    return new TestTrack((float) x, (float) y);
  }

  TestTrack type(int newType) {
    type = newType;
    return this;
  }

  TestTrack ticks(int newTicks) {
    ticks = newTicks;
    return this;
  }

  TestTrack expert() {
    expert = 1;
    return this;
  }

  TestTrack heading(double radians) {
    heading = (float) radians;
    return this;
  }

  TestTrack speed(double metresPerSecond) {
    speed = (float) metresPerSecond;
    return this;
  }

  TestTrack goal(double newX, double newY) {
    goalX = (float) newX;
    goalY = (float) newY;
    return this;
  }

  /// Known to the log from one tick to another, the latter excluded.
  TestTrack valid(int from, int to) {
    validFrom = from;
    validTo = to;
    return this;
  }

  DriveMap.Track build() {
    float vx = (float) (speed * Math.cos(heading));
    float vy = (float) (speed * Math.sin(heading));
    float[] xs = new float[ticks];
    float[] ys = new float[ticks];
    int[] valid = new int[ticks];
    for (int t = 0; t < ticks; t++) {
      xs[t] = x + vx * t * 0.1f;
      ys[t] = y + vy * t * 0.1f;
      valid[t] = t >= validFrom && t < validTo ? 1 : 0;
    }
    boolean ahead = Float.isNaN(goalX);
    return new DriveMap.Track(
        0,
        type,
        0,
        xs,
        ys,
        new float[ticks],
        filled(vx),
        filled(vy),
        new float[ticks],
        filled(heading),
        valid,
        2,
        4.5f,
        1.5f,
        ahead ? (float) (x + 40 * Math.cos(heading)) : goalX,
        ahead ? (float) (y + 40 * Math.sin(heading)) : goalY,
        0,
        expert);
  }

  private float[] filled(float value) {
    float[] values = new float[ticks];
    Arrays.fill(values, value);
    return values;
  }
}
