package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Four arms with one lane each way; from each one may go left, straight on or right.
final class IntersectionLayout {
  private IntersectionLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = Layouts.between(random, 3.6, 4);
    double stop = Layouts.between(random, 13, 16);
    double queue = RoadNetwork.queue(vehicles, Arm.COUNT);
    List<Arm> arms = Arm.around(stop, Math.max(60, 15 + queue), width, random);
    List<Lane> lanes = new ArrayList<>();
    List<Entry> entries = new ArrayList<>();
    for (Arm from : arms) {
      lanes.add(new Lane(from.inward(), width));
      lanes.add(new Lane(from.outward(), width));
      List<Way> ways = new ArrayList<>();
      for (Arm to : arms) {
        if (!to.equals(from)) {
          Curve crossing = Curve.between(from.inward().end(), to.outward().start());
          lanes.add(new Lane(crossing, width));
          ways.add(
              new Way(
                  Curve.chain(from.inward(), crossing, to.outward()),
                  from.inward().length() + crossing.length()));
        }
      }
      double front = from.inward().length() - 6;
      entries.add(new Entry(ways, front - queue, front, 0));
    }
    return new RoadNetwork(lanes, arms.stream().map(Arm::middle).toList(), entries);
  }
}
