package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.List;

/// The roads of a map, prepared for every question that is asked of them at each tick. Immutable,
/// shared by all environments on the map.
///
/// @param lines lanes, lines and edges, in file order
/// @param grid the cells they are sorted into
/// @param edges pieces of road edges, by cell
/// @param lanes pieces of lanes, by cell
/// @param shapes lanes piece by piece
/// @param surroundings what is observed from each cell
/// @param lanePoints where goals can be
record Roads(
    List<Polyline> lines,
    Grid grid,
    Segments edges,
    Segments lanes,
    LaneShapes shapes,
    Surroundings surroundings,
    LanePoints lanePoints) {

  static Roads of(DriveMap map, MapFrame frame, DriveConfig config) {
    List<Polyline> lines = List.copyOf(Polyline.of(map, frame));
    Grid grid = Grid.over(lines);
    return new Roads(
        lines,
        grid,
        Segments.of(lines, grid, type -> type == Polyline.EDGE),
        Segments.of(lines, grid, type -> type == Polyline.LANE),
        new LaneShapes(lines),
        new Surroundings(lines, grid, config.preset().roadsObserved()),
        LanePoints.of(lines));
  }

  /// The preset's way of finding an agent's lane.
  LaneRule laneRule(DriveConfig config) {
    return switch (config.preset()) {
      case CLASSIC -> new NearestLane(grid, lanes, lines, config);
      case ADAPTIVE -> new FollowedLane(grid, lanes, shapes, lines);
    };
  }
}
