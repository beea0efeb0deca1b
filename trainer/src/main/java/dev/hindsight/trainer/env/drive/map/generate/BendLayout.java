package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.List;
import java.util.Random;

/// An S-bend with one lane each way.
final class BendLayout {
  private BendLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4.2);
    double queue = RoadNetwork.queue(vehicles, 2);
    double side = random.nextBoolean() ? 1 : -1;
    RoadPose start = new RoadPose(-queue, -30 * side, RoadLayouts.between(random, -0.3, 0.3));
    RoadCurve approach = RoadCurve.line(start, Math.max(60, 10 + queue));
    RoadCurve first = bend(approach.end(), side, random);
    RoadCurve middle = RoadCurve.line(first.end(), RoadLayouts.between(random, 10, 30));
    RoadCurve second = bend(middle.end(), -side, random);
    RoadCurve last = RoadCurve.line(second.end(), approach.length());
    RoadCurve axis = RoadCurve.chain(approach, first, middle, second, last);
    double settled = axis.length() - last.length();
    RoadCurve right = axis.shifted(-width / 2);
    RoadCurve left = axis.shifted(width / 2).reversed();
    return new RoadNetwork(
        List.of(new Lane(right, width), new Lane(left, width)),
        List.of(axis),
        List.of(
            new EntryLane(List.of(new DrivePath(right, settled)), 5, 5 + queue, 0),
            new EntryLane(List.of(new DrivePath(left, settled)), 5, 5 + queue, 0)));
  }

  private static RoadCurve bend(RoadPose from, double side, Random random) {
    return RoadCurve.arc(
        from, RoadLayouts.between(random, 18, 32), side * RoadLayouts.between(random, 0.9, 1.5));
  }
}
