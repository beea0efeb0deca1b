package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One road without a centre line, which both directions share: two vehicles pass only if each
/// moves to a side, and not to the same one. Experts keep to the right; where there are only two
/// vehicles, they return to the middle behind each other, so that their goals are at no side.
final class NarrowLayout {
  /// Metres from the middle at which experts drive.
  private static final double ASIDE = 1.25;

  /// Metres in which they move there.
  private static final double SHIFT = 12;

  /// Metres between the foremost starts of the two directions.
  private static final double BETWEEN = 42;

  /// Metres of road behind the rearmost start, where oncoming vehicles end.
  private static final double RUN_OUT = 45;

  /// Metres from a start after which the first oncoming vehicles lie behind.
  private static final double PASSED = 25;

  private NarrowLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 4, 4.4);
    // Two vehicles start in opposite directions: there is room for one each.
    double queue = vehicles > 2 ? RoadNetwork.queue(vehicles, 2) : 0;
    double front = RUN_OUT + queue;
    double length = 2 * front + BETWEEN;
    RoadPose west =
        new RoadPose(0, 0, RoadLayouts.between(random, -0.2, 0.2)).moved(-length / 2, 0);
    RoadCurve middle = RoadCurve.line(west, length);
    List<Lane> lanes = new ArrayList<>();
    List<EntryLane> entries = new ArrayList<>();
    for (RoadCurve axis : List.of(middle, middle.reversed())) {
      lanes.add(new Lane(axis, width));
      RoadPose aside = axis.at(front + SHIFT).moved(0, -ASIDE);
      RoadCurve path =
          RoadCurve.chain(
              RoadCurve.line(axis.start(), front),
              RoadCurve.between(axis.at(front), aside),
              vehicles > 2
                  ? RoadCurve.line(aside, length - front - SHIFT)
                  : back(axis, aside, front + PASSED));
      double settled = front + PASSED + (vehicles > 2 ? 0 : SHIFT);
      entries.add(new EntryLane(List.of(new DrivePath(path, settled)), RUN_OUT, front, 0));
    }
    return new RoadNetwork(lanes, List.of(), entries);
  }

  /// On at the side, back to the middle, and on to the end.
  private static RoadCurve back(RoadCurve axis, RoadPose aside, double at) {
    RoadPose leave = axis.at(at).moved(0, -ASIDE);
    RoadPose middle = axis.at(at + SHIFT);
    return RoadCurve.chain(
        RoadCurve.line(aside, RoadCurve.distance(aside, leave)),
        RoadCurve.between(leave, middle),
        RoadCurve.line(middle, axis.length() - at - SHIFT));
  }
}
