package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Turns a network and its planned drives into a map.
final class MapAssembly {
  private static final int VEHICLE = 1;
  private static final int LANE = 4;
  private static final int LINE = 5;
  private static final int EDGE = 6;

  /// Position of an object while its log has none, as in real logs.
  private static final float NOWHERE = -10000;

  private static final float HEIGHT = 1.6f;

  private MapAssembly() {}

  /// @param experts how many drives, counted from the last, are marked as experts
  static DriveMap map(RoadNetwork network, List<PlannedDrive> drives, int experts) {
    List<DriveMap.Track> tracks = new ArrayList<>();
    for (int i = 0; i < drives.size(); i++) {
      tracks.add(track(i, drives.get(i), i >= drives.size() - experts ? 1 : 0));
    }
    List<DriveMap.Road> roads = new ArrayList<>();
    for (RoadNetwork.Lane lane : network.lanes()) {
      roads.add(road(LANE, roads.size(), LineSimplification.of(lane.curve().poses())));
    }
    for (RoadCurve line : network.lines()) {
      roads.add(road(LINE, roads.size(), LineSimplification.of(line.poses())));
    }
    for (List<RoadPose> kerb : KerbOutline.of(network.lanes())) {
      roads.add(road(EDGE, roads.size(), kerb));
    }
    return new DriveMap(-1, new int[0], tracks, roads);
  }

  private static DriveMap.Track track(int id, PlannedDrive plannedDrive, int markAsExpert) {
    int n = ScenarioGenerator.TICKS;
    float[] x = new float[n];
    float[] y = new float[n];
    float[] vx = new float[n];
    float[] vy = new float[n];
    float[] heading = new float[n];
    int[] valid = new int[n];
    Arrays.fill(x, NOWHERE);
    Arrays.fill(y, NOWHERE);
    for (int tick = 0; tick < plannedDrive.ticks(); tick++) {
      RoadPose roadPose = plannedDrive.pose(tick);
      double speed = plannedDrive.speed()[tick];
      x[tick] = (float) roadPose.x();
      y[tick] = (float) roadPose.y();
      vx[tick] = (float) (speed * StrictMath.cos(roadPose.heading()));
      vy[tick] = (float) (speed * StrictMath.sin(roadPose.heading()));
      heading[tick] = (float) RoadPose.wrapped(roadPose.heading());
      valid[tick] = 1;
    }
    int last = plannedDrive.ticks() - 1;
    return new DriveMap.Track(
        0,
        VEHICLE,
        id,
        x,
        y,
        new float[n],
        vx,
        vy,
        new float[n],
        heading,
        valid,
        (float) plannedDrive.vehicle().width(),
        (float) plannedDrive.vehicle().length(),
        HEIGHT,
        x[last],
        y[last],
        0,
        markAsExpert);
  }

  private static DriveMap.Road road(int type, int id, List<RoadPose> points) {
    float[] x = new float[points.size()];
    float[] y = new float[points.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) points.get(i).x();
      y[i] = (float) points.get(i).y();
    }
    return new DriveMap.Road(0, type, id, x, y, new float[x.length], 0, 0, 0, 0, 0, 0, 0);
  }
}
