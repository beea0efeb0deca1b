package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.List;
import java.util.function.Supplier;

/// The roads of a map, indexed for the queries of each tick. Immutable, shared by all environments
/// on the map.
///
/// @param lines lanes, lines and edges, in file order
/// @param grid the cells they are sorted into
/// @param edges pieces of road edges, by cell
/// @param lanes pieces of lanes, by cell
/// @param laneRules creates the preset's lane rule, one for each thread
/// @param lanePoints possible places of goals
public record Roads(
    List<RoadPolyline> lines,
    RoadGrid grid,
    RoadPieces edges,
    RoadPieces lanes,
    Supplier<LaneRule> laneRules,
    LanePoints lanePoints) {

  public static Roads of(DriveMap map, MapFrame frame, DriveConfig config) {
    List<RoadPolyline> lines = List.copyOf(RoadPolyline.of(map, frame));
    RoadGrid roadGrid = RoadGrid.over(lines);
    RoadPieces lanes = RoadPieces.of(lines, roadGrid, type -> type == RoadPolyline.LANE);
    return new Roads(
        lines,
        roadGrid,
        RoadPieces.of(lines, roadGrid, type -> type == RoadPolyline.EDGE),
        lanes,
        laneRules(lines, roadGrid, lanes, config),
        LanePoints.of(lines));
  }

  private static Supplier<LaneRule> laneRules(
      List<RoadPolyline> lines, RoadGrid roadGrid, RoadPieces lanes, DriveConfig config) {
    return switch (config.preset()) {
      case CLASSIC -> {
        LaneRule shared = new NearestLane(roadGrid, lanes, lines, config);
        yield () -> shared;
      }
      case ADAPTIVE -> {
        LaneShapes shapes = new LaneShapes(lines);
        yield () -> new FollowedLane(roadGrid, lanes, shapes, lines.size());
      }
    };
  }
}
