package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.map.DriveMap.Track;

/// A body in the simulation, with its log in the simulation's frame. The arrays are never written
/// after construction.
///
/// @param object index among the objects of the map
/// @param type 1 vehicle, 2 pedestrian, 3 cyclist
/// @param x log of positions, metres
/// @param y log of positions, metres
/// @param vx log of velocities, m/s
/// @param vy log of velocities, m/s
/// @param heading log of headings, radians
/// @param valid 1 if the log has a position
/// @param length metres, as simulated: bodies that were considered for control are shrunk
/// @param width metres, as simulated
/// @param goalX goal, metres
/// @param goalY goal, metres
public record TrafficParticipant(
    int object,
    Role role,
    int type,
    float[] x,
    float[] y,
    float[] vx,
    float[] vy,
    float[] heading,
    int[] valid,
    float length,
    float width,
    float goalX,
    float goalY) {

  /// What controls it.
  public enum Role {
    /// A policy.
    AGENT,
    /// Its log.
    EXPERT,
    /// Nothing: it stands where it was.
    STATIC
  }

  static TrafficParticipant of(
      int object, Track track, Role role, MapFrame frame, float length, float width) {
    return new TrafficParticipant(
        object,
        role,
        track.type(),
        frame.localX(track.x()),
        frame.localY(track.x(), track.y()),
        track.vx(),
        track.vy(),
        track.heading(),
        track.valid(),
        length,
        width,
        track.goalX() - frame.meanX(),
        track.goalY() - frame.meanY());
  }

  /// Ticks in the log.
  int ticks() {
    return x.length;
  }

  /// Whether the log has a position at a frame.
  boolean known(int frame) {
    return frame >= 0 && frame < ticks() && valid[frame] != 0;
  }
}
