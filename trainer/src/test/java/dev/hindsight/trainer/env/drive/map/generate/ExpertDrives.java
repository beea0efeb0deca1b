package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.ArrayList;
import java.util.List;

/// Measures the drives of a map from its logs alone, with whole boxes where the simulator shrinks
/// them.
final class ExpertDrives {
  private static final int LANE = 4;
  private static final int EDGE = 6;

  private final DriveMap map;
  private final List<RoadPose[]> lanes;
  private final List<RoadPose[]> edges;

  ExpertDrives(DriveMap map) {
    this.map = map;
    lanes = pieces(LANE);
    edges = pieces(EDGE);
  }

  static int lastValid(DriveMap.Track track) {
    int last = 0;
    while (last + 1 < track.ticks() && track.valid()[last + 1] == 1) {
      last++;
    }
    return last;
  }

  /// Ticks at which two vehicles overlap, counted per pair.
  int touchingTicks() {
    int touching = 0;
    for (DriveMap.Track a : map.objects()) {
      for (DriveMap.Track b : map.objects()) {
        int together = a.id() < b.id() ? Math.min(lastValid(a), lastValid(b)) : -1;
        for (int tick = 0; tick <= together; tick++) {
          touching += box(a, tick).overlaps(box(b, tick)) ? 1 : 0;
        }
      }
    }
    return touching;
  }

  /// Ticks at which an edge cuts a vehicle's outline, counted per piece of edge.
  int edgeTicks() {
    int cuts = 0;
    for (DriveMap.Track track : map.objects()) {
      for (int tick = 0; tick <= lastValid(track); tick++) {
        VehicleBox vehicleBox = box(track, tick);
        for (RoadPose[] edge : edges) {
          // A piece of edge is a box without width.
          cuts += vehicleBox.overlaps(flat(edge)) ? 1 : 0;
        }
      }
    }
    return cuts;
  }

  double furthestFromLane() {
    double furthest = 0;
    for (DriveMap.Track track : map.objects()) {
      for (int tick = 0; tick <= lastValid(track); tick++) {
        RoadPose at = pose(track, tick);
        double nearest =
            lanes.stream()
                .mapToDouble(lane -> LineSimplification.beside(at, lane[0], lane[1]))
                .min()
                .orElseThrow();
        furthest = Math.max(furthest, nearest);
      }
    }
    return furthest;
  }

  /// Metres per second squared, from the logged velocities.
  double hardestSpeedChange() {
    double hardest = 0;
    for (DriveMap.Track track : map.objects()) {
      for (int tick = 1; tick <= lastValid(track); tick++) {
        double before = Math.hypot(track.vx()[tick - 1], track.vy()[tick - 1]);
        double after = Math.hypot(track.vx()[tick], track.vy()[tick]);
        hardest = Math.max(hardest, Math.abs(after - before) / 0.1);
      }
    }
    return hardest;
  }

  private List<RoadPose[]> pieces(int type) {
    List<RoadPose[]> pieces = new ArrayList<>();
    for (DriveMap.Road road : map.roads()) {
      for (int i = 1; i < road.x().length && road.type() == type; i++) {
        pieces.add(
            new RoadPose[] {
              new RoadPose(road.x()[i - 1], road.y()[i - 1], 0),
              new RoadPose(road.x()[i], road.y()[i], 0)
            });
      }
    }
    return pieces;
  }

  private static VehicleBox flat(RoadPose[] piece) {
    double dx = piece[1].x() - piece[0].x();
    double dy = piece[1].y() - piece[0].y();
    RoadPose middle =
        new RoadPose(piece[0].x() + dx / 2, piece[0].y() + dy / 2, StrictMath.atan2(dy, dx));
    return VehicleBox.of(middle, Math.hypot(dx, dy), 0);
  }

  private static RoadPose pose(DriveMap.Track track, int tick) {
    return new RoadPose(track.x()[tick], track.y()[tick], track.heading()[tick]);
  }

  private static VehicleBox box(DriveMap.Track track, int tick) {
    return VehicleBox.of(pose(track, tick), track.length(), track.width());
  }
}
