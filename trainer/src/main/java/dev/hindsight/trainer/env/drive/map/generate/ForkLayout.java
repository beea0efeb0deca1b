package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One lane that parts into two, to the left and to the right. Both branches are equally easy to
/// drive, so what tells them apart is where a vehicle wants to go.
final class ForkLayout {
  /// Metres of each branch behind its bend.
  private static final double BRANCH = 40;

  /// Metres from the foremost start to the fork: near, so that a wrong branch costs a trial.
  private static final double BEFORE = 6;

  /// Metres of road behind the rearmost start.
  private static final double BEHIND = 3;

  private ForkLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.6, 4);
    // All start as near to the fork as they can, so that one trial's time suits every vehicle.
    double queue = EntryLane.SLOT * (vehicles - 1) + 1;
    double length = BEHIND + queue + BEFORE;
    RoadCurve entry = RoadCurve.line(new RoadPose(-length, 0, 0), length);
    List<Lane> lanes = new ArrayList<>(List.of(new Lane(entry, width)));
    List<DrivePath> ways = new ArrayList<>();
    double[] angles = {
      RoadLayouts.between(random, 0.6, 0.8), -RoadLayouts.between(random, 0.6, 0.8)
    };
    for (double angle : angles) {
      double radius = RoadLayouts.between(random, 14, 18);
      RoadCurve bend = RoadCurve.arc(entry.end(), radius, angle);
      RoadCurve branch = RoadCurve.chain(bend, RoadCurve.line(bend.end(), BRANCH));
      lanes.add(new Lane(branch, width));
      RoadCurve way = RoadCurve.chain(entry, branch);
      ways.add(new DrivePath(way, entry.length() + bend.length()));
    }
    double front = BEHIND + queue;
    return new RoadNetwork(lanes, List.of(), List.of(new EntryLane(ways, front - queue, front, 0)));
  }
}
