package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The list of road layouts: which class builds which kind.
final class RoadLayouts {
  private RoadLayouts() {}

  /// Builds the roads of a specification.
  ///
  /// @param random seeded by the specification; the layout draws widths, radii and angles from it
  static RoadNetwork network(ScenarioSpec spec, Random random) {
    return switch (spec.kind()) {
      case STRAIGHT -> StraightLayout.network(spec.vehicles(), random);
      case CURVE -> BendLayout.network(spec.vehicles(), random);
      case INTERSECTION -> IntersectionLayout.network(spec.vehicles(), random);
      case ROUNDABOUT -> RoundaboutLayout.network(spec.vehicles(), random);
      case FORK -> ForkLayout.network(spec.vehicles(), random);
      case MERGE -> MergeLayout.network(spec.vehicles(), random);
      case NARROW -> NarrowLayout.network(spec.vehicles(), random);
    };
  }

  /// A uniformly distributed number.
  static double between(Random random, double from, double to) {
    return from + random.nextDouble() * (to - from);
  }

  /// An S-bend with one lane each way.
  private static final class BendLayout {
    private BendLayout() {}

    static RoadNetwork network(int vehicles, Random random) {
      double width = RoadLayouts.between(random, 3.6, 4.2);
      double queue = RoadNetwork.queue(vehicles, 2);
      double side = random.nextBoolean() ? 1 : -1;
      RoadPose start = new RoadPose(-queue, -30 * side, RoadLayouts.between(random, -0.3, 0.3));
      RoadCurve approach = RoadCurve.line(start, Math.max(60, 10 + queue));
      RoadCurve first = bend(approach.end(), side, random);
      RoadCurve middle = RoadCurve.line(first.end(), RoadLayouts.between(random, 10, 30));
      RoadCurve second = bend(middle.end(), -side, random);
      RoadCurve last = RoadCurve.line(second.end(), approach.length());
      RoadCurve axis = RoadCurve.chain(approach, first, middle, second, last);
      double settled = axis.length() - last.length();
      RoadCurve right = axis.shifted(-width / 2);
      RoadCurve left = axis.shifted(width / 2).reversed();
      return new RoadNetwork(
          List.of(new Lane(right, width), new Lane(left, width)),
          List.of(axis),
          List.of(
              new EntryLane(List.of(new DrivePath(right, settled)), 5, 5 + queue, 0),
              new EntryLane(List.of(new DrivePath(left, settled)), 5, 5 + queue, 0)));
    }

    private static RoadCurve bend(RoadPose from, double side, Random random) {
      return RoadCurve.arc(
          from, RoadLayouts.between(random, 18, 32), side * RoadLayouts.between(random, 0.9, 1.5));
    }
  }

  /// Four arms with one lane each way; from each arm vehicles go left, straight on or right.
  private static final class IntersectionLayout {
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

  /// One lane that parts into two, to the left and to the right. Both branches are equally easy to
  /// drive, so what tells them apart is where a vehicle wants to go.
  private static final class ForkLayout {
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
      return new RoadNetwork(
          lanes, List.of(), List.of(new EntryLane(ways, front - queue, front, 0)));
    }
  }

  /// Two lanes each way; a vehicle keeps its lane or changes to the other.
  private static final class StraightLayout {
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

  /// A two-lane carriageway that a ramp joins from the right over an acceleration lane.
  private static final class MergeLayout {
    /// Handicap of the ramp's vehicles in metres: the carriageway has priority.
    private static final double YIELD = 20;

    private MergeLayout() {}

    static RoadNetwork network(int vehicles, Random random) {
      double width = RoadLayouts.between(random, 3.6, 4);
      double queue = RoadNetwork.queue(vehicles, 3);
      double together = RoadLayouts.between(random, 35, 50);
      double taper = RoadLayouts.between(random, 30, 40);
      double before = 10 + queue;
      RoadCurve left =
          RoadCurve.line(new RoadPose(-before, width, 0), before + together + taper + 60);
      RoadCurve right = left.shifted(-width);
      RoadPose joins = new RoadPose(0, -width, 0);
      RoadCurve ramp = ramp(joins, queue, random);
      RoadPose narrows = joins.moved(together, 0);
      RoadPose gone = narrows.moved(taper, width);
      RoadCurve merging =
          RoadCurve.chain(ramp, RoadCurve.line(joins, together), RoadCurve.between(narrows, gone));
      RoadCurve beyond = RoadCurve.line(gone, 60);
      return new RoadNetwork(
          List.of(new Lane(left, width), new Lane(right, width), new Lane(merging, width)),
          List.of(left.shifted(-width / 2), RoadCurve.line(joins.moved(0, width / 2), together)),
          List.of(
              new EntryLane(List.of(new DrivePath(left, left.length() - 60)), 5, 5 + queue, 0),
              new EntryLane(List.of(new DrivePath(right, right.length() - 60)), 5, 5 + queue, 0),
              new EntryLane(
                  List.of(new DrivePath(RoadCurve.chain(merging, beyond), merging.length())),
                  5,
                  5 + queue,
                  YIELD)));
    }

    /// A straight that bends left into the carriageway's direction.
    private static RoadCurve ramp(RoadPose joins, double straight, Random random) {
      double turn = RoadLayouts.between(random, 0.3, 0.5);
      double radius = RoadLayouts.between(random, 45, 60);
      // Drawn backwards from the junction, where the bend turns right.
      RoadCurve bend = RoadCurve.arc(joins.turned(Math.PI), radius, turn).reversed();
      RoadCurve line = RoadCurve.line(bend.start().turned(Math.PI), straight).reversed();
      return RoadCurve.chain(line, bend);
    }
  }

  /// Four arms around a ring that vehicles drive counter-clockwise; they leave at any arm except
  /// their own.
  private static final class RoundaboutLayout {
    /// Angle on the ring between an arm's direction and the points where its entry joins and its
    /// exit leaves, radians.
    private static final double ASIDE = 0.6;

    private RoundaboutLayout() {}

    static RoadNetwork network(int vehicles, Random random) {
      double width = RoadLayouts.between(random, 3.6, 4);
      double radius = RoadLayouts.between(random, 15, 19);
      double queue = RoadNetwork.queue(vehicles, IntersectionArm.COUNT);
      List<IntersectionArm> arms =
          IntersectionArm.around(radius + 14, Math.max(60, 15 + queue), width, random);
      double ringWidth = width + 1;
      List<Lane> lanes = new ArrayList<>();
      List<EntryLane> entries = new ArrayList<>();
      lanes.add(new Lane(RoadCurve.arc(on(radius, 0), radius, 2 * Math.PI), ringWidth));
      for (IntersectionArm from : arms) {
        RoadCurve entry = RoadCurve.between(from.inward().end(), on(radius, from.angle() + ASIDE));
        RoadCurve exit = exit(radius, from);
        lanes.add(new Lane(from.inward(), width));
        lanes.add(new Lane(from.outward(), width));
        lanes.add(new Lane(entry, width));
        lanes.add(new Lane(exit, width));
        List<DrivePath> ways = new ArrayList<>();
        for (int next = 1; next < IntersectionArm.COUNT; next++) {
          IntersectionArm to = arms.get((arms.indexOf(from) + next) % IntersectionArm.COUNT);
          double along = to.angle() - from.angle() - 2 * ASIDE;
          RoadCurve ring =
              RoadCurve.arc(entry.end(), radius, along < 0 ? along + 2 * Math.PI : along);
          RoadCurve way =
              RoadCurve.chain(from.inward(), entry, ring, exit(radius, to), to.outward());
          ways.add(new DrivePath(way, way.length() - to.outward().length()));
        }
        double front = from.inward().length() - 4;
        entries.add(new EntryLane(ways, front - queue, front, 0));
      }
      return new RoadNetwork(lanes, arms.stream().map(IntersectionArm::middle).toList(), entries);
    }

    private static RoadCurve exit(double radius, IntersectionArm intersectionArm) {
      return RoadCurve.between(
          on(radius, intersectionArm.angle() - ASIDE), intersectionArm.outward().start());
    }

    private static RoadPose on(double radius, double angle) {
      return new RoadPose(0, 0, angle).moved(radius, 0).turned(Math.PI / 2);
    }
  }

  /// One road without a centre line, which both directions share: two vehicles pass only if each
  /// moves to a side, and not to the same one. Experts keep to the right; where there are only two
  /// vehicles, they return to the middle behind each other, so that their goals are at no side.
  private static final class NarrowLayout {
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
}
