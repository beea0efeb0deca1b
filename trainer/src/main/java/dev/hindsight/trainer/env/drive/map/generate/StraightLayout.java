package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Two lanes each way; from each lane one may keep it or change to the other.
final class StraightLayout {
  private static final int LANES = 4;

  /// Metres a change of lane takes.
  private static final double CHANGE = 40;

  private StraightLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = Layouts.between(random, 3.5, 4);
    double queue = RoadNetwork.queue(vehicles, LANES);
    double length = queue + 130;
    Pose west = new Pose(0, 0, Layouts.between(random, -0.2, 0.2)).moved(-length / 2, 0);
    Curve middle = Curve.line(west, length);
    List<Lane> lanes = new ArrayList<>();
    List<Entry> entries = new ArrayList<>();
    for (Curve axis : List.of(middle, middle.reversed())) {
      for (int lane = 0; lane < 2; lane++) {
        double aside = -width * (lane + 0.5);
        double neighbour = -width * (1.5 - lane);
        Curve keep = axis.shifted(aside);
        lanes.add(new Lane(keep, width));
        double changed = 15 + queue + CHANGE;
        Way stay = new Way(keep, changed);
        Way change = new Way(change(axis, aside, neighbour, 15 + queue), changed);
        entries.add(new Entry(List.of(stay, stay, change), 5, 5 + queue, 0));
      }
    }
    List<Curve> lines = List.of(middle, middle.shifted(width), middle.shifted(-width));
    return new RoadNetwork(lanes, lines, entries);
  }

  private static Curve change(Curve axis, double from, double to, double at) {
    Pose leave = axis.at(at).moved(0, from);
    Pose arrive = axis.at(at + CHANGE).moved(0, to);
    return Curve.chain(
        Curve.line(axis.start().moved(0, from), at),
        Curve.between(leave, arrive),
        Curve.line(arrive, axis.length() - at - CHANGE));
  }
}
