package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMap.Road;
import dev.hindsight.trainer.env.drive.map.DriveMap.Track;

/// The frame of the simulation: world coordinates minus the mean of all points, so that floats keep
/// their precision.
///
/// @param meanX world x of the origin, metres
/// @param meanY world y of the origin, metres
public record MapFrame(float meanX, float meanY) {
  /// Coordinate of things that are off the map.
  public static final float NOWHERE = -10000;

  /// The frame of a map. The origin is the running mean over every valid point of the objects and
  /// every point of the roads, in file order and in floats: it repeats the rounding of the
  /// reference, to which positions are relative.
  public static MapFrame of(DriveMap map) {
    Mean mean = new Mean();
    for (Track track : map.objects()) {
      for (int t = 0; t < track.ticks(); t++) {
        if (track.valid()[t] != 0) {
          mean.add(track.x()[t], track.y()[t]);
        }
      }
    }
    for (Road road : map.roads()) {
      for (int p = 0; road.type() >= 4 && p < road.x().length; p++) {
        mean.add(road.x()[p], road.y()[p]);
      }
    }
    return new MapFrame(mean.x, mean.y);
  }

  /// The x of points in this frame; points off the map stay there.
  public float[] localX(float[] x) {
    float[] local = x.clone();
    for (int i = 0; i < local.length; i++) {
      local[i] = x[i] == NOWHERE ? x[i] : x[i] - meanX;
    }
    return local;
  }

  /// The y of points in this frame; points off the map (according to their x) stay there.
  public float[] localY(float[] x, float[] y) {
    float[] local = y.clone();
    for (int i = 0; i < local.length; i++) {
      local[i] = x[i] == NOWHERE ? y[i] : y[i] - meanY;
    }
    return local;
  }

  private static final class Mean {
    private float x;
    private float y;
    private long count;

    void add(float px, float py) {
      count++;
      x += (px - x) / count;
      y += (py - y) / count;
    }
  }
}
