package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;

/// Marks at the agents whose actions cause an event at a tick: a ring and a word, so that kinds
/// differ without colour.
public final class EventMarks {
  private static final float RING_PIXELS = 17;
  private static final float LETTERS = 13;

  private EventMarks() {}

  /// Marks of all agents that are on the map at a tick, or were earlier in its trial.
  public static List<Mark> of(Moment moment, Poses poses) {
    int agents = moment.rollout().manifest().agents();
    if (agents != poses.count() || moment.tick() >= moment.rollout().ticks()) {
      return List.of();
    }
    int[] row = new int[agents];
    TickEvents events = new TickEvents(moment.rollout());
    events.read(moment.tick(), row);
    List<Mark> marks = new ArrayList<>();
    for (int agent = 0; agent < agents; agent++) {
      List<String> words = new ArrayList<>();
      Tone tone = Tone.TEXT;
      for (EventKind kind : events.kinds().noted()) {
        if (TickEvents.happened(row[agent], kind)) {
          words.add(kind.mark());
          tone = tone(kind);
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

  /// Kinds without a tone of their own differ only by their words.
  private static Tone tone(EventKind kind) {
    return switch (kind.colour()) {
      case GOOD -> Tone.GOAL;
      case BAD -> Tone.COLLIDED;
      case ALARM -> Tone.LOSS;
      case STRAY -> Tone.OFFROAD;
      case WARNING -> Tone.CONFLICT;
      case REFUSAL, LIMBO, END, CUT, PLAIN -> Tone.TEXT;
    };
  }

  private static void add(Poses.Pose pose, String words, Tone tone, List<Mark> marks) {
    marks.add(
        new Mark.Disc(
            pose.x(), pose.y(), 0, RING_PIXELS, Mark.Fill.HOLLOW, tone, MarkSubject.NONE));
    marks.add(new Mark.Text(pose.x(), pose.y(), 0, words, LETTERS, Tone.TEXT, MarkSubject.NONE));
  }
}
