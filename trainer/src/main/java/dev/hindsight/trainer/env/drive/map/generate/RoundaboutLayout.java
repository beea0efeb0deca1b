package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Four arms around a ring that vehicles drive counter-clockwise; they leave at any arm except
/// their own.
final class RoundaboutLayout {
  /// Angle on the ring between an arm's direction and the points where its entry joins and its exit
  /// leaves, radians.
  private static final double ASIDE = 0.6;

  private RoundaboutLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4);
    double radius = RoadLayouts.between(random, 15, 19);
    double queue = RoadNetwork.queue(vehicles, IntersectionArm.COUNT);
    List<IntersectionArm> arms =
        IntersectionArm.around(radius + 14, Math.max(60, 15 + queue), width, random);
    double ringWidth = width + 1;
    List<Lane> lanes = new ArrayList<>();
    List<EntryLane> entries = new ArrayList<>();
    lanes.add(new Lane(RoadCurve.arc(on(radius, 0), radius, 2 * Math.PI), ringWidth));
    for (IntersectionArm from : arms) {
      RoadCurve entry = RoadCurve.between(from.inward().end(), on(radius, from.angle() + ASIDE));
      RoadCurve exit = exit(radius, from);
      lanes.add(new Lane(from.inward(), width));
      lanes.add(new Lane(from.outward(), width));
      lanes.add(new Lane(entry, width));
      lanes.add(new Lane(exit, width));
      List<DrivePath> ways = new ArrayList<>();
      for (int next = 1; next < IntersectionArm.COUNT; next++) {
        IntersectionArm to = arms.get((arms.indexOf(from) + next) % IntersectionArm.COUNT);
        double along = to.angle() - from.angle() - 2 * ASIDE;
        RoadCurve ring =
            RoadCurve.arc(entry.end(), radius, along < 0 ? along + 2 * Math.PI : along);
        RoadCurve way = RoadCurve.chain(from.inward(), entry, ring, exit(radius, to), to.outward());
        ways.add(new DrivePath(way, way.length() - to.outward().length()));
      }
      double front = from.inward().length() - 4;
      entries.add(new EntryLane(ways, front - queue, front, 0));
    }
    return new RoadNetwork(lanes, arms.stream().map(IntersectionArm::middle).toList(), entries);
  }

  private static RoadCurve exit(double radius, IntersectionArm intersectionArm) {
    return RoadCurve.between(
        on(radius, intersectionArm.angle() - ASIDE), intersectionArm.outward().start());
  }

  private static RoadPose on(double radius, double angle) {
    return new RoadPose(0, 0, angle).moved(radius, 0).turned(Math.PI / 2);
  }
}
