package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Four arms with one lane each way; from each arm vehicles go left, straight on or right.
final class IntersectionLayout {
  private IntersectionLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4);
    double stop = RoadLayouts.between(random, 13, 16);
    double queue = RoadNetwork.queue(vehicles, IntersectionArm.COUNT);
    List<IntersectionArm> arms =
        IntersectionArm.around(stop, Math.max(60, 15 + queue), width, random);
    List<Lane> lanes = new ArrayList<>();
    List<EntryLane> entries = new ArrayList<>();
    for (IntersectionArm from : arms) {
      lanes.add(new Lane(from.inward(), width));
      lanes.add(new Lane(from.outward(), width));
      List<DrivePath> ways = new ArrayList<>();
      for (IntersectionArm to : arms) {
        if (!to.equals(from)) {
          RoadCurve crossing = RoadCurve.between(from.inward().end(), to.outward().start());
          lanes.add(new Lane(crossing, width));
          ways.add(
              new DrivePath(
                  RoadCurve.chain(from.inward(), crossing, to.outward()),
                  from.inward().length() + crossing.length()));
        }
      }
      double front = from.inward().length() - 6;
      entries.add(new EntryLane(ways, front - queue, front, 0));
    }
    return new RoadNetwork(lanes, arms.stream().map(IntersectionArm::middle).toList(), entries);
  }
}
