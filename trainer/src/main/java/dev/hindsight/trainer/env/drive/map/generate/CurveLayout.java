package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.List;
import java.util.Random;

/// An S-bend with one lane each way.
final class CurveLayout {
  private CurveLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = Layouts.between(random, 3.6, 4.2);
    double queue = RoadNetwork.queue(vehicles, 2);
    double side = random.nextBoolean() ? 1 : -1;
    Pose start = new Pose(-queue, -30 * side, Layouts.between(random, -0.3, 0.3));
    Curve approach = Curve.line(start, Math.max(60, 10 + queue));
    Curve first = bend(approach.end(), side, random);
    Curve middle = Curve.line(first.end(), Layouts.between(random, 10, 30));
    Curve second = bend(middle.end(), -side, random);
    Curve last = Curve.line(second.end(), approach.length());
    Curve axis = Curve.chain(approach, first, middle, second, last);
    double settled = axis.length() - last.length();
    Curve right = axis.shifted(-width / 2);
    Curve left = axis.shifted(width / 2).reversed();
    return new RoadNetwork(
        List.of(new Lane(right, width), new Lane(left, width)),
        List.of(axis),
        List.of(
            new Entry(List.of(new Way(right, settled)), 5, 5 + queue, 0),
            new Entry(List.of(new Way(left, settled)), 5, 5 + queue, 0)));
  }

  private static Curve bend(Pose from, double side, Random random) {
    return Curve.arc(
        from, Layouts.between(random, 18, 32), side * Layouts.between(random, 0.9, 1.5));
  }
}
