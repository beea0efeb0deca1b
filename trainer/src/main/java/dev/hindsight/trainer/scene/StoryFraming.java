package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The frame of a camera that shows what happens: the egos on the map, with a margin, never nearer
/// than the camera's minimum span and never farther than the whole map.
///
/// It depends only on the recording and the tick, and yet moves smoothly: for each tick near this
/// one, it takes the rectangle that holds all egos in the ticks near that; the frame is the mean of
/// these rectangles. Each of them holds all egos on the map at this tick, and so does their mean.
/// The frame stays within a trial and cuts where all agents start over.
final class StoryFraming {
  /// Seconds before and after the tick that are considered.
  private static final double REACH = 1.6;

  private static final int FEWEST_TICKS = 5;
  private static final int MOST_TICKS = 24;

  /// Margin on each side, as a fraction of the view.
  private static final double ROOM = 0.16;

  /// Seconds from an agent's leaving until the picture shows all others.
  private static final double WIDENING = 1.2;

  private final Rollout rollout;
  private final Poses poses;
  private final List<Side> sides;
  private final int reach;

  private StoryFraming(Rollout rollout, Poses poses) {
    this.rollout = rollout;
    this.poses = poses;
    this.sides = Side.of(rollout);
    this.reach = ticks(rollout, REACH, FEWEST_TICKS, MOST_TICKS);
  }

  private static int ticks(Rollout rollout, double seconds, int fewest, int most) {
    double each = rollout.manifest().tickSeconds();
    return each > 0 ? Math.clamp(Math.round(seconds / each), fewest, most) : fewest;
  }

  /// Resolves the camera; gives the whole map if no pose is recorded, or if the map fits anyway.
  static Viewpoint of(Camera.Story story, Bounds map, Moment moment, double width, double height) {
    Viewpoint whole = Viewpoint.of(new Camera.WholeMap(), map, moment, width, height);
    Optional<Poses> poses =
        Poses.of(moment.rollout(), "pose").filter(_ -> moment.tick() < moment.rollout().ticks());
    if (poses.isEmpty() || story.spanMetres() <= 0) {
      return whole;
    }
    Supplier<Viewpoint> all =
        () -> new StoryFraming(moment.rollout(), poses.get()).all(story, map, whole, moment.tick());
    Optional<Poses.Pose> seen = poses.get().lastSeen(moment.tick(), story.agent());
    if (seen.isEmpty()) {
      return all.get();
    }
    Viewpoint near =
        Viewpoint.of(
            new Camera.Follow(story.agent(), story.spanMetres(), story.up()),
            map,
            moment,
            width,
            height);
    double gone =
        (moment.tick() - seen.get().tick())
            / (double) ticks(moment.rollout(), WIDENING, FEWEST_TICKS, MOST_TICKS);
    return gone <= 0 ? near : between(near, all.get(), Math.min(1, gone));
  }

  /// Interpolates between two views: slow at both ends, with the scale in equal ratios.
  private static Viewpoint between(Viewpoint from, Viewpoint to, double part) {
    double k = part * part * (3 - 2 * part);
    double turn = Math.IEEEremainder(to.turn() - from.turn(), 2 * Math.PI);
    return new Viewpoint(
        to.width(),
        to.height(),
        from.centreX() + k * (to.centreX() - from.centreX()),
        from.centreY() + k * (to.centreY() - from.centreY()),
        from.pixelsPerMetre() * Math.pow(to.pixelsPerMetre() / from.pixelsPerMetre(), k),
        from.turn() + k * turn);
  }

  private Viewpoint all(Camera.Story story, Bounds map, Viewpoint whole, int tick) {
    Optional<Bounds> box = smooth(tick);
    if (box.isEmpty()) {
      return whole;
    }
    double wanted =
        Math.min(
                whole.width() / Math.max(1e-6, box.get().width()),
                whole.height() / Math.max(1e-6, box.get().height()))
            * (1 - 2 * ROOM);
    double nearest = Math.min(whole.width(), whole.height()) / story.spanMetres();
    double scale = Math.max(whole.pixelsPerMetre(), Math.min(wanted, nearest));
    return new Viewpoint(
        whole.width(),
        whole.height(),
        within(box.get().centreX(), whole.width() / scale, map.minX(), map.maxX()),
        within(box.get().centreY(), whole.height() / scale, map.minY(), map.maxY()),
        scale,
        0);
  }

  /// Shifts a middle so that the view does not extend beyond the map unnecessarily.
  private static double within(double middle, double seen, double from, double to) {
    return seen >= to - from ? (from + to) / 2 : Math.clamp(middle, from + seen / 2, to - seen / 2);
  }

  private Optional<Bounds> smooth(int tick) {
    Span trial = trial(rollout, tick);
    int now = lastOfAnyone(tick, trial);
    int from = Math.max(trial.from(), now - 2 * reach);
    int to = Math.min(trial.to() - 1, now + 2 * reach);
    double[][] boxes = new double[to - from + 1][];
    for (int each = from; each <= to; each++) {
      boxes[each - from] = box(each);
    }
    double[] sum = new double[4];
    int count = 0;
    for (int middle = Math.max(from, now - reach); middle <= Math.min(to, now + reach); middle++) {
      double[] hull = nothing();
      for (int each = Math.max(from, middle - reach);
          each <= Math.min(to, middle + reach);
          each++) {
        grow(hull, boxes[each - from]);
      }
      if (hull[0] <= hull[2]) {
        count++;
        for (int side = 0; side < 4; side++) {
          sum[side] += hull[side];
        }
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(new Bounds(sum[0] / count, sum[1] / count, sum[2] / count, sum[3] / count));
  }

  private static Span trial(Rollout rollout, int tick) {
    return rollout.trials().count() == 0
        ? Span.all(rollout.ticks())
        : rollout.trials().span(rollout.trials().stretchAt(tick)).within(rollout.ticks());
  }

  /// The tick itself, or if no ego is left on the map, the trial's last tick with one.
  private int lastOfAnyone(int tick, Span trial) {
    for (int each = tick; each >= trial.from(); each--) {
      double[] box = box(each);
      if (box[0] <= box[2]) {
        return each;
      }
    }
    return tick;
  }

  /// The rectangle of the egos on the map; empty if there are none.
  private double[] box(int tick) {
    float[] row = poses.row(tick);
    double[] box = nothing();
    for (int body = 0; body < poses.count(); body++) {
      boolean ego = body >= sides.size() || sides.get(body) == Side.EGO;
      double x = row[3 * body];
      double y = row[3 * body + 1];
      if (ego && new Poses.Pose((float) x, (float) y, 0, tick).onMap()) {
        grow(box, new double[] {x, y, x, y});
      }
    }
    return box;
  }

  private static double[] nothing() {
    return new double[] {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
  }

  private static void grow(double[] box, double[] by) {
    box[0] = Math.min(box[0], by[0]);
    box[1] = Math.min(box[1], by[1]);
    box[2] = Math.max(box[2], by[2]);
    box[3] = Math.max(box[3], by[3]);
  }

  /// The message while the followed agent is off the map; empty otherwise.
  static List<String> words(Camera.Story story, Moment moment, RunningCounts counts) {
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose");
    boolean followed = poses.isPresent() && story.agent() >= 0;
    if (!followed
        || story.agent() >= poses.get().count()
        || poses.get().at(moment.tick(), story.agent()).onMap()) {
      return List.of();
    }
    Counts now = counts.inTrial(moment.tick());
    String whatHappened =
        now.count(EventKind.GOAL, story.agent()) > 0
            ? wording("StoryFraming.has_reached_its_goal")
            : now.count(EventKind.COLLISION, story.agent()) > 0
                ? wording("StoryFraming.has_crashed")
                : now.count(EventKind.OFFROAD, story.agent()) > 0
                    ? wording("StoryFraming.has_left_the_road")
                    : wording("StoryFraming.has_left");
    String name = AgentNames.of(moment.rollout()).titled(story.agent());
    String what = Sentences.capitalised(name) + whatHappened;
    double[] others = new StoryFraming(moment.rollout(), poses.get()).box(moment.tick());
    return others[0] > others[2]
        ? List.of(what)
        : List.of(what, wording("StoryFraming.now_showing_the_others"));
  }
}
