package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Two lanes each way; a vehicle keeps its lane or changes to the other.
final class StraightLayout {
  private static final int LANES = 4;

  /// Length of a lane change, metres.
  private static final double CHANGE = 40;

  private StraightLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = RoadLayouts.between(random, 3.5, 4);
    double queue = RoadNetwork.queue(vehicles, LANES);
    double length = queue + 130;
    RoadPose west =
        new RoadPose(0, 0, RoadLayouts.between(random, -0.2, 0.2)).moved(-length / 2, 0);
    RoadCurve middle = RoadCurve.line(west, length);
    List<Lane> lanes = new ArrayList<>();
    List<EntryLane> entries = new ArrayList<>();
    for (RoadCurve axis : List.of(middle, middle.reversed())) {
      for (int lane = 0; lane < 2; lane++) {
        double aside = -width * (lane + 0.5);
        double neighbour = -width * (1.5 - lane);
        RoadCurve keep = axis.shifted(aside);
        lanes.add(new Lane(keep, width));
        double changed = 15 + queue + CHANGE;
        DrivePath stay = new DrivePath(keep, changed);
        DrivePath change = new DrivePath(change(axis, aside, neighbour, 15 + queue), changed);
        entries.add(new EntryLane(List.of(stay, stay, change), 5, 5 + queue, 0));
      }
    }
    List<RoadCurve> lines = List.of(middle, middle.shifted(width), middle.shifted(-width));
    return new RoadNetwork(lanes, lines, entries);
  }

  private static RoadCurve change(RoadCurve axis, double from, double to, double at) {
    RoadPose leave = axis.at(at).moved(0, from);
    RoadPose arrive = axis.at(at + CHANGE).moved(0, to);
    return RoadCurve.chain(
        RoadCurve.line(axis.start().moved(0, from), at),
        RoadCurve.between(leave, arrive),
        RoadCurve.line(arrive, axis.length() - at - CHANGE));
  }
}
