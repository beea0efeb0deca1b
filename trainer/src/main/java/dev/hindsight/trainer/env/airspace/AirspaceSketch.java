package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The sector with everybody in it, and lines between those in conflict: dashed where separation
/// will be lost, unbroken where it is.
record AirspaceSketch() implements Sketch {
  private static final PoseSketch BODIES = new PoseSketch();
  private static final int CORNERS = 180;
  private static final int PAIR = 5;
  private static final Mark.Stroke EDGE = Mark.Stroke.solid(0, 1.5f);
  private static final Mark.Stroke PAIRED = Mark.Stroke.solid(0, 1.5f);

  @Override
  public Scene backdrop(Rollout rollout) {
    float radius = radius(rollout);
    if (radius <= 0) {
      return BODIES.backdrop(rollout);
    }
    float[] xy = new float[2 * CORNERS + 2];
    for (int i = 0; i <= CORNERS; i++) {
      double angle = 2 * Math.PI * i / CORNERS;
      xy[2 * i] = (float) (radius * Math.cos(angle));
      xy[2 * i + 1] = (float) (radius * Math.sin(angle));
    }
    float side = 1.05f * radius;
    return new Scene(
        new Bounds(-side, -side, side, side),
        List.of(new Mark.Polyline(xy, EDGE, Tone.ROAD_EDGE, Subject.NONE)));
  }

  private static float radius(Rollout rollout) {
    return rollout
        .fixed("sector")
        .filter(sector -> sector.length() == 3)
        .map(sector -> (float) sector.value(2))
        .orElse(0f);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    List<Mark> marks = new ArrayList<>();
    if (moment.tick() < moment.rollout().ticks()) {
      pairs(moment, marks);
    }
    marks.addAll(BODIES.at(moment, overlays));
    return marks;
  }

  private static void pairs(Moment moment, List<Mark> marks) {
    Rollout rollout = moment.rollout();
    Optional<Poses> agents = Poses.of(rollout, "pose");
    Optional<Poses> others = Poses.of(rollout, "other_pose");
    Optional<Channel> pairs =
        rollout.channel("conflict_pairs").filter(c -> c.rowLength() % PAIR == 0);
    if (agents.isEmpty() || pairs.isEmpty()) {
      return;
    }
    float[] row = new float[pairs.get().rowLength()];
    pairs.get().read(moment.tick(), 0, row, row.length);
    for (int k = 0; k < row.length && row[k] >= 0; k += PAIR) {
      Optional<Poses.Pose> one = body((int) row[k], moment.tick(), agents.get(), others);
      Optional<Poses.Pose> two = body((int) row[k + 1], moment.tick(), agents.get(), others);
      if (one.isPresent() && two.isPresent()) {
        boolean lost = row[k + 4] != 0;
        marks.add(
            new Mark.Polyline(
                new float[] {one.get().x(), one.get().y(), two.get().x(), two.get().y()},
                lost ? PAIRED : PAIRED.dashed(),
                lost ? Tone.COLLIDED : Tone.OFFROAD,
                Subject.NONE));
      }
    }
  }

  private static Optional<Poses.Pose> body(
      int body, int tick, Poses agents, Optional<Poses> others) {
    if (body < agents.count()) {
      return Optional.of(agents.at(tick, body)).filter(Poses.Pose::onMap);
    }
    int other = body - agents.count();
    return others
        .filter(all -> other < all.count())
        .map(all -> all.at(tick, other))
        .filter(Poses.Pose::onMap);
  }
}
