package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Four arms around a ring that one drives counter-clockwise and leaves at any arm but one's own.
final class RoundaboutLayout {
  /// Radians on the ring from an arm's direction to where its entry joins, and from where its exit
  /// leaves.
  private static final double ASIDE = 0.6;

  private RoundaboutLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = Layouts.between(random, 3.6, 4);
    double radius = Layouts.between(random, 15, 19);
    double queue = RoadNetwork.queue(vehicles, Arm.COUNT);
    List<Arm> arms = Arm.around(radius + 14, Math.max(60, 15 + queue), width, random);
    double ringWidth = width + 1;
    List<Lane> lanes = new ArrayList<>();
    List<Entry> entries = new ArrayList<>();
    lanes.add(new Lane(Curve.arc(on(radius, 0), radius, 2 * Math.PI), ringWidth));
    for (Arm from : arms) {
      Curve entry = Curve.between(from.inward().end(), on(radius, from.angle() + ASIDE));
      Curve exit = exit(radius, from);
      lanes.add(new Lane(from.inward(), width));
      lanes.add(new Lane(from.outward(), width));
      lanes.add(new Lane(entry, width));
      lanes.add(new Lane(exit, width));
      List<Way> ways = new ArrayList<>();
      for (int next = 1; next < Arm.COUNT; next++) {
        Arm to = arms.get((arms.indexOf(from) + next) % Arm.COUNT);
        double along = to.angle() - from.angle() - 2 * ASIDE;
        Curve ring = Curve.arc(entry.end(), radius, along < 0 ? along + 2 * Math.PI : along);
        Curve way = Curve.chain(from.inward(), entry, ring, exit(radius, to), to.outward());
        ways.add(new Way(way, way.length() - to.outward().length()));
      }
      double front = from.inward().length() - 4;
      entries.add(new Entry(ways, front - queue, front, 0));
    }
    return new RoadNetwork(lanes, arms.stream().map(Arm::middle).toList(), entries);
  }

  private static Curve exit(double radius, Arm arm) {
    return Curve.between(on(radius, arm.angle() - ASIDE), arm.outward().start());
  }

  private static Pose on(double radius, double angle) {
    return new Pose(0, 0, angle).moved(radius, 0).turned(Math.PI / 2);
  }
}
