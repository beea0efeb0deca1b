package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One lane that parts into three: to the left, about straight on, to the right. Every branch is as
/// easy to drive as the others, so what tells them apart is where a vehicle wants to go.
final class ForkLayout {
  /// Metres of each branch behind its bend.
  private static final double BRANCH = 60;

  private ForkLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4);
    // All start as near to the fork as they can, so that one trial's time suits every vehicle.
    double queue = EntryLane.SLOT * (vehicles - 1) + 1;
    RoadCurve entry = RoadCurve.line(new RoadPose(-(15 + queue), 0, 0), 15 + queue);
    List<Lane> lanes = new ArrayList<>(List.of(new Lane(entry, width)));
    List<DrivePath> ways = new ArrayList<>();
    double[] angles = {
      RoadLayouts.between(random, 0.5, 0.9),
      RoadLayouts.between(random, -0.1, 0.1),
      -RoadLayouts.between(random, 0.5, 0.9)
    };
    for (double angle : angles) {
      double radius = RoadLayouts.between(random, 22, 32);
      RoadCurve bend = RoadCurve.arc(entry.end(), radius, angle);
      RoadCurve branch = RoadCurve.chain(bend, RoadCurve.line(bend.end(), BRANCH));
      lanes.add(new Lane(branch, width));
      RoadCurve way = RoadCurve.chain(entry, branch);
      ways.add(new DrivePath(way, entry.length() + bend.length()));
    }
    double front = entry.length() - 8;
    return new RoadNetwork(lanes, List.of(), List.of(new EntryLane(ways, front - queue, front, 0)));
  }
}
