package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.ArrayList;
import java.util.List;

/// A town of straight streets that cross at right angles, with traffic that keeps to its lanes: a
/// map as large as a real one, made of nothing.
public final class GridTown {
  private static final float BLOCK = 50;
  private static final float LANE = 3.6f;
  private static final int LANE_TYPE = 4;
  private static final int LINE_TYPE = 5;
  private static final int EDGE_TYPE = 6;
  private static final int LOG_TICKS = 91;

  private GridTown() {}

  /// @param blocks along each side, 3 or more
  /// @param vehicles in all, spread over the lanes
  public static DriveMap map(int blocks, int vehicles) {
    List<DriveMap.Road> roads = new ArrayList<>();
    for (int street = 0; street <= blocks; street++) {
      float at = street * BLOCK;
      for (int side = -1; side <= 1; side += 2) {
        boolean forth = side < 0;
        roads.add(road(LANE_TYPE, 0, at + side * LANE / 2, blocks, true, forth, false));
        roads.add(road(LANE_TYPE, 0, at - side * LANE / 2, blocks, false, forth, false));
        for (int block = 0; block < blocks; block++) {
          roads.add(road(EDGE_TYPE, block, at + side * LANE, 1, true, true, true));
          roads.add(road(EDGE_TYPE, block, at + side * LANE, 1, false, true, true));
        }
      }
      for (int block = 0; block < blocks; block++) {
        roads.add(road(LINE_TYPE, block, at, 1, true, true, true));
        roads.add(road(LINE_TYPE, block, at, 1, false, true, true));
      }
    }
    List<DriveMap.Track> tracks = new ArrayList<>();
    for (int i = 0; i < vehicles; i++) {
      tracks.add(track(i, blocks));
    }
    return new DriveMap(-1, new int[0], tracks, roads);
  }

  /// @param block where along the street it begins, in blocks
  /// @param at where across
  private static DriveMap.Road road(
      int type, int block, float at, int blocks, boolean eastward, boolean forth, boolean gap) {
    float from = block * BLOCK + (gap ? 2 * LANE : 0);
    float to = (block + blocks) * BLOCK - (gap ? 2 * LANE : 0);
    int points = Math.max(2, Math.round((to - from) / 5));
    float[] along = new float[points];
    float[] across = new float[points];
    for (int i = 0; i < points; i++) {
      float part = (float) (forth ? i : points - 1 - i) / (points - 1);
      along[i] = from + part * (to - from);
      across[i] = at;
    }
    float[] x = eastward ? along : across;
    float[] y = eastward ? across : along;
    return new DriveMap.Road(0, type, 0, x, y, new float[points], 0, 0, 0, 0, 0, 0, 0);
  }

  private static DriveMap.Track track(int i, int blocks) {
    int street = i / 4 % (blocks + 1);
    boolean eastward = i % 2 == 0;
    boolean forth = i / 2 % 2 == 0;
    float side = eastward == forth ? -LANE / 2 : LANE / 2;
    float across = street * BLOCK + side;
    float start = 8 + (37 * i) % (blocks * BLOCK - 100);
    float speed = 5 + i % 7;
    float[] x = new float[LOG_TICKS];
    float[] y = new float[LOG_TICKS];
    float[] heading = new float[LOG_TICKS];
    int[] valid = new int[LOG_TICKS];
    for (int t = 0; t < LOG_TICKS; t++) {
      float run = start + 0.1f * speed * t;
      float along = forth ? run : blocks * BLOCK - run;
      x[t] = eastward ? along : across;
      y[t] = eastward ? across : along;
      double ahead = eastward ? 0 : Math.PI / 2;
      heading[t] = (float) (forth ? ahead : ahead - Math.PI);
      valid[t] = 1;
    }
    float[] zero = new float[LOG_TICKS];
    int last = LOG_TICKS - 1;
    return new DriveMap.Track(
        0, 1, i, x, y, zero, zero, zero, zero, heading, valid, 2f, 4.6f, 1.6f, x[last], y[last], 0,
        0);
  }
}
