package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import java.util.List;
import java.util.function.Supplier;

/// The roads of a map, prepared for every question that is asked of them at each tick. Immutable,
/// shared by all environments on the map.
///
/// @param lines lanes, lines and edges, in file order
/// @param grid the cells they are sorted into
/// @param edges pieces of road edges, by cell
/// @param lanes pieces of lanes, by cell
/// @param laneRules makes the preset's way of finding an agent's lane, one for each thread
/// @param surroundings what is observed from each cell
/// @param lanePoints where goals can be
record Roads(
    List<Polyline> lines,
    Grid grid,
    Segments edges,
    Segments lanes,
    Supplier<LaneRule> laneRules,
    Surroundings surroundings,
    LanePoints lanePoints) {

  static Roads of(DriveMap map, MapFrame frame, DriveConfig config) {
    List<Polyline> lines = List.copyOf(Polyline.of(map, frame));
    Grid grid = Grid.over(lines);
    Segments lanes = Segments.of(lines, grid, type -> type == Polyline.LANE);
    return new Roads(
        lines,
        grid,
        Segments.of(lines, grid, type -> type == Polyline.EDGE),
        lanes,
        laneRules(lines, grid, lanes, config),
        new Surroundings(lines, grid, config.sight().roads()),
        LanePoints.of(lines));
  }

  private static Supplier<LaneRule> laneRules(
      List<Polyline> lines, Grid grid, Segments lanes, DriveConfig config) {
    return switch (config.preset()) {
      case CLASSIC -> {
        LaneRule shared = new NearestLane(grid, lanes, lines, config);
        yield () -> shared;
      }
      case ADAPTIVE -> {
        LaneShapes shapes = new LaneShapes(lines);
        yield () -> new FollowedLane(grid, lanes, shapes, lines.size());
      }
    };
  }
}
