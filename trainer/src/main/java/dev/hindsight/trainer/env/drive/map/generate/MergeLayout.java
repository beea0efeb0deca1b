package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.List;
import java.util.Random;

/// A two-lane carriageway that a ramp joins from the right over an acceleration lane.
final class MergeLayout {
  /// Handicap of the ramp's vehicles in metres: the carriageway has priority.
  private static final double YIELD = 20;

  private MergeLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4);
    double queue = RoadNetwork.queue(vehicles, 3);
    double together = RoadLayouts.between(random, 35, 50);
    double taper = RoadLayouts.between(random, 30, 40);
    double before = 10 + queue;
    RoadCurve left =
        RoadCurve.line(new RoadPose(-before, width, 0), before + together + taper + 60);
    RoadCurve right = left.shifted(-width);
    RoadPose joins = new RoadPose(0, -width, 0);
    RoadCurve ramp = ramp(joins, queue, random);
    RoadPose narrows = joins.moved(together, 0);
    RoadPose gone = narrows.moved(taper, width);
    RoadCurve merging =
        RoadCurve.chain(ramp, RoadCurve.line(joins, together), RoadCurve.between(narrows, gone));
    RoadCurve beyond = RoadCurve.line(gone, 60);
    return new RoadNetwork(
        List.of(new Lane(left, width), new Lane(right, width), new Lane(merging, width)),
        List.of(left.shifted(-width / 2), RoadCurve.line(joins.moved(0, width / 2), together)),
        List.of(
            new EntryLane(List.of(new DrivePath(left, left.length() - 60)), 5, 5 + queue, 0),
            new EntryLane(List.of(new DrivePath(right, right.length() - 60)), 5, 5 + queue, 0),
            new EntryLane(
                List.of(new DrivePath(RoadCurve.chain(merging, beyond), merging.length())),
                5,
                5 + queue,
                YIELD)));
  }

  /// A straight that bends left into the carriageway's direction.
  private static RoadCurve ramp(RoadPose joins, double straight, Random random) {
    double turn = RoadLayouts.between(random, 0.3, 0.5);
    double radius = RoadLayouts.between(random, 45, 60);
    // Drawn backwards from the junction, where the bend turns right.
    RoadCurve bend = RoadCurve.arc(joins.turned(Math.PI), radius, turn).reversed();
    RoadCurve line = RoadCurve.line(bend.start().turned(Math.PI), straight).reversed();
    return RoadCurve.chain(line, bend);
  }
}
