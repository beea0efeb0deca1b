package dev.hindsight.trainer.env.drive.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where vehicles want to be: a dot, a ring as wide as counts as there, and a line to it from the
/// selected one.
final class DriveGoalSketch {
  private static final float DOT_METRES = 0.5f;
  private static final float DOT_PIXELS = 1.8f;
  private static final float RING_PIXELS = 4.5f;
  private static final float USUAL_RADIUS = 2;

  private DriveGoalSketch() {}

  static List<Mark> of(Moment moment, Poses poses) {
    Optional<AgentColumn> goal =
        AgentColumn.of(moment.rollout(), "goal", 2).filter(c -> c.agents() == poses.count());
    if (goal.isEmpty()) {
      return List.of();
    }
    float[] goals = new float[2 * poses.count()];
    goal.get().read(moment.tick(), goals);
    float[] radii = radii(moment.rollout(), poses.count());
    List<Mark> marks = new ArrayList<>();
    List<Mark> dots = new ArrayList<>();
    for (int agent = 0; agent < poses.count(); agent++) {
      float x = goals[2 * agent];
      float y = goals[2 * agent + 1];
      Poses.Pose pose = poses.at(moment.tick(), agent);
      if (new Poses.Pose(x, y, 0, moment.tick()).onMap()) {
        MarkSubject markSubject = MarkSubject.goal(agent);
        if (agent == moment.agent() && pose.onMap()) {
          marks.add(new Mark.Link(pose.x(), pose.y(), x, y, 0.5f, Tone.GOAL, markSubject));
        }
        marks.add(
            new Mark.Disc(
                x, y, radii[agent], RING_PIXELS, Mark.Fill.HOLLOW, Tone.GOAL, markSubject));
        marks.add(
            new Mark.Disc(x, y, DOT_METRES, DOT_PIXELS, Mark.Fill.SOLID, Tone.GOAL, markSubject));
      }
    }
    marks.addAll(dots);
    return marks;
  }

  /// One per agent: the array `goal_radius` (one per agent, or one for all), else the setting of
  /// that name.
  private static float[] radii(Rollout rollout, int agents) {
    Optional<NpyArray> array = rollout.fixed("goal_radius").filter(a -> a.length() > 0);
    JsonNode setting = rollout.manifest().environment().config().get("goal_radius");
    float usual = setting == null ? USUAL_RADIUS : (float) setting.asDouble(USUAL_RADIUS);
    float[] radii = new float[agents];
    for (int agent = 0; agent < agents; agent++) {
      int index = agent;
      radii[agent] = array.map(a -> (float) a.value(Math.min(index, a.length() - 1))).orElse(usual);
    }
    return radii;
  }
}
