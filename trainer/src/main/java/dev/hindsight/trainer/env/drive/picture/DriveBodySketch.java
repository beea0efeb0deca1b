package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.SelectionMarks;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The vehicles: agents by their state at the tick, others by kind.
///
/// A vehicle in limbo is drawn as a hollow ghost where it left the map in this trial; a respawned
/// one (which touches no other body and is seen by none) is drawn hollow where it is. No state
/// makes an agent invisible.
final class DriveBodySketch {
  private static final int EXPERT = 1;
  private static final float USUAL_LENGTH = 4.5f;
  private static final float USUAL_WIDTH = 2;

  private DriveBodySketch() {}

  /// All bodies on the map that no policy controls.
  static List<Mark> others(Moment moment) {
    Rollout rollout = moment.rollout();
    Optional<Poses> poses = Poses.of(rollout, "other_pose");
    if (poses.isEmpty()) {
      return List.of();
    }
    float[] row = poses.get().row(moment.tick());
    float[] sizes = sizes(rollout.fixed("other_size"), poses.get().count());
    Optional<NpyArray> kinds =
        rollout.fixed("other_kind").filter(a -> a.length() == poses.get().count());
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < poses.get().count(); i++) {
      int other = i;
      boolean expert = kinds.map(a -> (int) a.value(other) == EXPERT).orElse(false);
      Poses.Pose pose = pose(row, other, moment.tick());
      if (pose.onMap()) {
        Tone tone = expert ? Tone.EXPERT : Tone.STATIC;
        marks.add(box(pose, sizes, other, Mark.Fill.SOLID, tone, MarkSubject.other(other)));
      }
    }
    return marks;
  }

  /// Every agent that is or was on the map in this trial; the selected one comes last, so that it
  /// lies on top.
  static List<Mark> agents(Moment moment, Poses poses, Set<Overlay> overlays) {
    int agents = poses.count();
    float[] row = poses.row(moment.tick());
    float[] sizes = sizes(moment.rollout().fixed("size"), agents);
    int[] collision = flags(moment, EventKind.COLLISION.column(), agents);
    int[] removed = flags(moment, EventKind.LIMBO.column(), agents);
    int[] ghost = flags(moment, "ghost", agents);
    List<Mark> marks = new ArrayList<>();
    List<Mark> above = new ArrayList<>();
    for (int agent = 0; agent < agents; agent++) {
      Poses.Pose pose = pose(row, agent, moment.tick());
      boolean limbo = removed[agent] != 0 || !pose.onMap();
      Optional<Poses.Pose> shown =
          pose.onMap() ? Optional.of(pose) : poses.lastSeen(moment.tick(), agent);
      if (shown.isEmpty()) {
        continue;
      }
      boolean selected = agent == moment.agent();
      Mark.Fill fill = limbo || ghost[agent] != 0 ? Mark.Fill.HOLLOW : Mark.Fill.SOLID;
      Tone tone = limbo ? Tone.LIMBO : tone(collision[agent]);
      Mark body = box(shown.get(), sizes, agent, fill, tone, MarkSubject.agent(agent));
      float length = sizes[2 * agent];
      if (selected) {
        above.add(SelectionMarks.halo(shown.get(), length));
        above.add(body);
        above.add(SelectionMarks.label(shown.get(), length, agent, Tone.SELECTED));
      } else {
        marks.add(body);
      }
      if (overlays.contains(Overlay.LABELS) && !selected) {
        above.addFirst(SelectionMarks.label(shown.get(), length, agent, Tone.TEXT));
      }
    }
    marks.addAll(above);
    return marks;
  }

  private static Tone tone(int collision) {
    return EventKind.COLLISION.holds(collision)
        ? Tone.COLLIDED
        : EventKind.OFFROAD.holds(collision) ? Tone.OFFROAD : Tone.AGENT;
  }

  private static Poses.Pose pose(float[] row, int body, int tick) {
    return new Poses.Pose(row[3 * body], row[3 * body + 1], row[3 * body + 2], tick);
  }

  private static Mark box(
      Poses.Pose pose,
      float[] sizes,
      int body,
      Mark.Fill fill,
      Tone tone,
      MarkSubject markSubject) {
    return new Mark.Box(
        pose.x(),
        pose.y(),
        pose.heading(),
        sizes[2 * body],
        sizes[2 * body + 1],
        fill,
        tone,
        markSubject);
  }

  /// Length and width of each body; those of a typical car if the recording does not say.
  static float[] sizes(Optional<NpyArray> array, int bodies) {
    float[] sizes =
        array.filter(a -> a.length() == 2 * bodies).map(NpyArray::floats).orElse(new float[0]);
    if (sizes.length > 0) {
      return sizes;
    }
    float[] usual = new float[2 * bodies];
    for (int body = 0; body < bodies; body++) {
      usual[2 * body] = USUAL_LENGTH;
      usual[2 * body + 1] = USUAL_WIDTH;
    }
    return usual;
  }

  private static int[] flags(Moment moment, String name, int agents) {
    int[] flags = new int[agents];
    AgentColumn.of(moment.rollout(), name)
        .filter(column -> column.agents() == agents)
        .ifPresent(column -> column.read(moment.tick(), flags));
    return flags;
  }
}
