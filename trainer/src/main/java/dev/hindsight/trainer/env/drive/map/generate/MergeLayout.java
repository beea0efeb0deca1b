package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.List;
import java.util.Random;

/// A two-lane carriageway that a ramp joins from the right over an acceleration lane.
final class MergeLayout {
  /// Metres by which the ramp's vehicles count as later: the carriageway has priority.
  private static final double YIELD = 20;

  private MergeLayout() {}

  static RoadNetwork network(int vehicles, Random random) {
    double width = Layouts.between(random, 3.6, 4);
    double queue = RoadNetwork.queue(vehicles, 3);
    double together = Layouts.between(random, 35, 50);
    double taper = Layouts.between(random, 30, 40);
    double before = 10 + queue;
    Curve left = Curve.line(new Pose(-before, width, 0), before + together + taper + 60);
    Curve right = left.shifted(-width);
    Pose joins = new Pose(0, -width, 0);
    Curve ramp = ramp(joins, queue, random);
    Pose narrows = joins.moved(together, 0);
    Pose gone = narrows.moved(taper, width);
    Curve merging = Curve.chain(ramp, Curve.line(joins, together), Curve.between(narrows, gone));
    Curve beyond = Curve.line(gone, 60);
    return new RoadNetwork(
        List.of(new Lane(left, width), new Lane(right, width), new Lane(merging, width)),
        List.of(left.shifted(-width / 2), Curve.line(joins.moved(0, width / 2), together)),
        List.of(
            new Entry(List.of(new Way(left, left.length() - 60)), 5, 5 + queue, 0),
            new Entry(List.of(new Way(right, right.length() - 60)), 5, 5 + queue, 0),
            new Entry(
                List.of(new Way(Curve.chain(merging, beyond), merging.length())),
                5,
                5 + queue,
                YIELD)));
  }

  /// A straight that bends to the left into the carriageway's direction.
  private static Curve ramp(Pose joins, double straight, Random random) {
    double turn = Layouts.between(random, 0.3, 0.5);
    double radius = Layouts.between(random, 45, 60);
    // Drawn backwards from where it joins: turned round, the bend is to the right.
    Curve bend = Curve.arc(joins.turned(Math.PI), radius, turn).reversed();
    Curve line = Curve.line(bend.start().turned(Math.PI), straight).reversed();
    return Curve.chain(line, bend);
  }
}
