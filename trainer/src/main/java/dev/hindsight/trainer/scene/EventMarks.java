package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Marks at the agents whose actions cause an event at a tick: a ring and a word, so that kinds
/// differ without colour.
public final class EventMarks {
  private static final float RING_PIXELS = 17;
  private static final float LETTERS = 13;

  /// All other kinds differ only by their words.
  private static final Map<EventKind, Tone> TONES =
      Map.of(
          EventKind.GOAL, Tone.GOAL,
          EventKind.COLLISION, Tone.COLLIDED,
          EventKind.OFFROAD, Tone.OFFROAD,
          EventKind.CONFLICT, Tone.CONFLICT,
          EventKind.LOSS, Tone.LOSS);

  private EventMarks() {}

  /// Marks of all agents that are on the map at a tick, or were earlier in its trial.
  public static List<Mark> of(Moment moment, Poses poses) {
    int agents = moment.rollout().manifest().agents();
    if (agents != poses.count() || moment.tick() >= moment.rollout().ticks()) {
      return List.of();
    }
    int[] row = new int[agents];
    new TickEvents(moment.rollout()).read(moment.tick(), row);
    List<Mark> marks = new ArrayList<>();
    for (int agent = 0; agent < agents; agent++) {
      List<String> words = new ArrayList<>();
      Tone tone = Tone.TEXT;
      for (EventKind kind : EventKind.NOTED) {
        if (TickEvents.happened(row[agent], kind)) {
          words.add(kind.mark());
          tone = TONES.getOrDefault(kind, Tone.TEXT);
        }
      }
      if (!words.isEmpty()) {
        Tone chosen = tone;
        poses
            .lastSeen(moment.tick(), agent)
            .ifPresent(pose -> add(pose, String.join(", ", words), chosen, marks));
      }
    }
    return marks;
  }

  private static void add(Poses.Pose pose, String words, Tone tone, List<Mark> marks) {
    marks.add(
        new Mark.Disc(
            pose.x(), pose.y(), 0, RING_PIXELS, Mark.Fill.HOLLOW, tone, MarkSubject.NONE));
    marks.add(new Mark.Text(pose.x(), pose.y(), 0, words, LETTERS, Tone.TEXT, MarkSubject.NONE));
  }
}
