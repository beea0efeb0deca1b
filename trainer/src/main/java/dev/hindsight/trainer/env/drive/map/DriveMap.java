package dev.hindsight.trainer.env.drive.map;

import java.util.List;

/// A scenario: roads and the traffic that was logged on them, in world coordinates (metres, x
/// right, y up).
///
/// Order matters: the reference computes its mean, its grid and its agent list in file order.
///
/// @param sdcTrackIndex index of the ego vehicle among the objects, -1 if there is none
/// @param tracksToPredict object indices scored by realism benchmarks
/// @param objects vehicles, pedestrians and cyclists, in file order
/// @param roads lanes, lines, edges and other polylines, in file order
public record DriveMap(
    int sdcTrackIndex, int[] tracksToPredict, List<Track> objects, List<Road> roads) {
  /// Copies the lists.
  public DriveMap {
    objects = List.copyOf(objects);
    roads = List.copyOf(roads);
  }

  /// A moving object and its log. All arrays have the same length n; no NaN; never written after
  /// construction.
  ///
  /// @param type 1 vehicle, 2 pedestrian, 3 cyclist
  /// @param heading radians, counter-clockwise from +x
  /// @param valid 1 if the log has a position for the object
  /// @param width metres
  /// @param length metres
  /// @param markAsExpert not 0: follows its log even if it could be controlled
  public record Track(
      int scenarioId,
      int type,
      int id,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] heading,
      int[] valid,
      float width,
      float length,
      float height,
      float goalX,
      float goalY,
      float goalZ,
      int markAsExpert) {
    /// n, ticks in the log.
    public int ticks() {
      return x.length;
    }
  }

  /// A polyline.
  ///
  /// @param type 4 lane, 5 line, 6 edge, 7 stop sign, 8 crosswalk, 9 speed bump, 10 driveway; other
  ///   codes occur in real files, count in the mean and are otherwise ignored
  public record Road(
      int scenarioId,
      int type,
      int id,
      float[] x,
      float[] y,
      float[] z,
      float width,
      float length,
      float height,
      float goalX,
      float goalY,
      float goalZ,
      int markAsExpert) {}
}
