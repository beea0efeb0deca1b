package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Draws a recording of any environment that has the standard channel `pose`, known to this program
/// or not: bodies, goals, trails, numbers. A recording without positions gets a sentence saying so.
public record PoseSketch() implements Sketch {
  private static final float BODY_LENGTH = 4.5f;
  private static final float BODY_WIDTH = 2;

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(WorldExtent.of(rollout), List.of());
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

  /// A picture is never empty without saying why.
  private static Mark apology(Rollout rollout) {
    Bounds bounds = WorldExtent.of(rollout);
    String why =
        rollout.ticks() == 0
            ? "This recording has no ticks"
            : "This recording has no positions to draw (channel pose)";
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
    for (int agent = 0; agent < poses.count(); agent++) {
      Optional<Poses.Pose> seen = poses.lastSeen(moment.tick(), agent);
      if (seen.isEmpty()) {
        continue;
      }
      Poses.Pose pose = seen.get();
      int index = agent;
      float length = sizes.map(a -> (float) a.value(2 * index)).orElse(BODY_LENGTH);
      float width = sizes.map(a -> (float) a.value(2 * index + 1)).orElse(BODY_WIDTH);
      boolean here = pose.tick() == moment.tick();
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
}
