package dev.hindsight.trainer.env.drive.picture;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Which goals of a recording are hidden from their agents, and the exits they may lie at.
///
/// @param seenWithin metres within which an agent sees its goal; infinite where goals are not
///   hidden
/// @param points x and y of all exits
/// @param offsets exits of agent a are points `offsets[a]` to `offsets[a + 1] - 1`
record HiddenGoals(double seenWithin, Optional<NpyArray> points, Optional<NpyArray> offsets) {
  private static final float EXIT_PIXELS = 3;

  static HiddenGoals of(Rollout rollout) {
    Map<String, JsonNode> config = rollout.manifest().environment().config();
    JsonNode hidden = config.get("goal_hidden");
    JsonNode within = config.get("goal_seen_within");
    boolean hides = hidden != null && hidden.asBoolean();
    return new HiddenGoals(
        hides && within != null ? within.asDouble() : Double.POSITIVE_INFINITY,
        rollout.fixed("exit/points"),
        rollout.fixed("exit/offsets"));
  }

  /// Whether an agent at a pose does not see its goal.
  boolean hides(Poses.Pose pose, float goalX, float goalY) {
    return pose.onMap() && Math.hypot(goalX - pose.x(), goalY - pose.y()) > seenWithin;
  }

  /// The exits of the selected agent: all places its goal may lie at.
  ///
  /// @param radii metres within which each agent's goal counts as reached
  List<Mark> exits(int agent, float[] radii) {
    List<Mark> marks = new ArrayList<>();
    for (int e : exits(agent < radii.length ? agent : Moment.NO_AGENT)) {
      marks.add(
          new Mark.Disc(
              (float) points.get().value(2 * e),
              (float) points.get().value(2 * e + 1),
              radii[agent],
              EXIT_PIXELS,
              Mark.Fill.HOLLOW,
              Tone.TEXT_MUTED,
              MarkSubject.NONE));
    }
    return marks;
  }

  /// Indices of the points that are exits of an agent; empty if it has none.
  private int[] exits(int agent) {
    if (points.isEmpty() || offsets.isEmpty() || agent < 0 || agent >= offsets.get().length() - 1) {
      return new int[0];
    }
    int from = Math.max(0, (int) offsets.get().value(agent));
    int end = Math.min((int) offsets.get().value(agent + 1), points.get().length() / 2);
    return IntStream.range(from, end).toArray();
  }

  /// Whether an agent sees its goal, in words; empty if goals are not hidden.
  List<String> words(int agent, Poses.Pose pose, float goalX, float goalY) {
    int exits = exits(agent).length;
    if (Double.isInfinite(seenWithin) || exits < 2 || !pose.onMap()) {
      return List.of();
    }
    return List.of(
        hides(pose, goalX, goalY)
            ? wording("HiddenGoals.hidden", exits)
            : wording("HiddenGoals.seen"));
  }

  /// Whether the selected agent's observation shows a goal.
  static boolean observed(Moment moment) {
    Manifest manifest = moment.rollout().manifest();
    for (Segment segment : manifest.observation().segments()) {
      int flag = segment.names().indexOf(DriveLayout.GOAL_SEEN);
      if (segment.name().equals(DriveLayout.EGO) && flag >= 0) {
        return ObservedTable.read(moment, segment).map(ego -> ego[flag] != 0).orElse(false);
      }
    }
    return true;
  }
}
