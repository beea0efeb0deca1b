package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Draws a recording of any environment with the standard channel `pose`, known to this program or
/// not: bodies, goals, trails, numbers. A recording without positions gets a message that says so.
public record PoseSketch() implements Sketch {
  private static final int SAMPLES = 200;

  /// Margin as a fraction of the longer side.
  private static final double MARGIN = 0.05;

  private static final float BODY_LENGTH = 4.5f;
  private static final float BODY_WIDTH = 2;

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(extent(rollout), List.of());
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose");
    if (poses.isEmpty() || moment.rollout().ticks() == 0) {
      return List.of(apology(moment.rollout()));
    }
    List<Mark> marks = new ArrayList<>();
    if (overlays.contains(Overlay.TRAILS)) {
      marks.addAll(TrailMarks.of(poses.get(), moment.tick()));
    }
    if (overlays.contains(Overlay.GOALS)) {
      addGoals(moment, marks);
    }
    addBodies(moment, poses.get(), overlays.contains(Overlay.LABELS), marks);
    marks.addAll(EventMarks.of(moment, poses.get()));
    return marks;
  }

  /// Explains why the picture is empty.
  private static Mark apology(Rollout rollout) {
    Bounds bounds = extent(rollout);
    String why =
        rollout.ticks() == 0
            ? wording("PoseSketch.this_recording_has_no_ticks")
            : wording("PoseSketch.this_recording_has_no_positions");
    return new Mark.Text(
        (float) bounds.centreX(),
        (float) bounds.centreY(),
        0,
        why,
        15,
        Tone.TEXT_MUTED,
        MarkSubject.NONE);
  }

  private static void addGoals(Moment moment, List<Mark> marks) {
    Optional<Channel> goal = moment.rollout().channel("goal").filter(c -> c.rowShape().length == 2);
    if (goal.isPresent()) {
      int width = goal.get().rowShape()[1];
      for (int agent = 0; agent < goal.get().rowShape()[0]; agent++) {
        float x = (float) goal.get().value(moment.tick(), agent * width);
        float y = (float) goal.get().value(moment.tick(), agent * width + 1);
        if (new Poses.Pose(x, y, 0, moment.tick()).onMap()) {
          marks.add(
              new Mark.Disc(x, y, 0.5f, 3, Mark.Fill.SOLID, Tone.GOAL, MarkSubject.goal(agent)));
        }
      }
    }
  }

  private static void addBodies(Moment moment, Poses poses, boolean labels, List<Mark> marks) {
    Optional<NpyArray> sizes =
        moment.rollout().fixed("size").filter(a -> a.length() == 2 * poses.count());
    Limbo limbo = new Limbo(moment.rollout());
    for (int agent = 0; agent < poses.count(); agent++) {
      Optional<Poses.Pose> seen = poses.lastSeen(moment.tick(), agent);
      if (seen.isEmpty()) {
        continue;
      }
      Poses.Pose pose = seen.get();
      int index = agent;
      float length = sizes.map(a -> (float) a.value(2 * index)).orElse(BODY_LENGTH);
      float width = sizes.map(a -> (float) a.value(2 * index + 1)).orElse(BODY_WIDTH);
      boolean here = pose.tick() == moment.tick() && !limbo.at(moment.tick(), agent);
      if (agent == moment.agent()) {
        marks.add(SelectionMarks.halo(pose, length));
      }
      marks.add(
          new Mark.Box(
              pose.x(),
              pose.y(),
              pose.heading(),
              length,
              width,
              here ? Mark.Fill.SOLID : Mark.Fill.HOLLOW,
              here ? Tone.AGENT : Tone.LIMBO,
              MarkSubject.agent(agent)));
      if (labels || agent == moment.agent()) {
        Tone tone = agent == moment.agent() ? Tone.SELECTED : Tone.TEXT;
        marks.add(SelectionMarks.label(pose, length, agent, tone));
      }
    }
  }

  /// The bounds of a recording's world without a map: around the poses and goals, sampled at ticks
  /// throughout the recording, except for a few that are far from all others.
  private static Bounds extent(Rollout rollout) {
    float[] xy = new float[0];
    for (String name : new String[] {"pose", "other_pose", "goal"}) {
      Optional<Channel> channel =
          rollout.channel(name).filter(c -> c.rowShape().length == 2 && c.rowShape()[1] >= 2);
      if (channel.isPresent()) {
        float[] more = sample(channel.get(), rollout.ticks());
        int size = xy.length;
        xy = Arrays.copyOf(xy, size + more.length);
        System.arraycopy(more, 0, xy, size, more.length);
      }
    }
    Bounds tight = Bounds.aroundMost(xy);
    double longer = Math.max(tight.width(), tight.height());
    return new Bounds(
        tight.minX() - MARGIN * longer,
        tight.minY() - MARGIN * longer,
        tight.maxX() + MARGIN * longer,
        tight.maxY() + MARGIN * longer);
  }

  /// x, y of every body on the map; NaN for those off it.
  private static float[] sample(Channel channel, int ticks) {
    int bodies = channel.rowShape()[0];
    int width = channel.rowShape()[1];
    int samples = Math.min(ticks, SAMPLES);
    float[] row = new float[bodies * width];
    float[] xy = new float[samples * bodies * 2];
    Arrays.fill(xy, Float.NaN);
    for (int sample = 0; sample < samples; sample++) {
      int tick = (int) ((long) sample * ticks / samples);
      channel.read(tick, 0, row, row.length);
      for (int body = 0; body < bodies; body++) {
        float x = row[body * width];
        float y = row[body * width + 1];
        if (new Poses.Pose(x, y, 0, tick).onMap()) {
          xy[(sample * bodies + body) * 2] = x;
          xy[(sample * bodies + body) * 2 + 1] = y;
        }
      }
    }
    return xy;
  }
}
