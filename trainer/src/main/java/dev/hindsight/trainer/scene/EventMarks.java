package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;

/// Marks at the agents for which the action of a tick causes something: a ring and a word, so that
/// kinds are told apart without colour.
public final class EventMarks {
  private static final float RING_PIXELS = 17;
  private static final float LETTERS = 13;

  private EventMarks() {}

  /// Of all agents that are seen at a tick, or were before in its trial.
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
      for (EventKind kind : EventKind.values()) {
        if (kind.inEventColumn() && TickEvents.happened(row[agent], kind)) {
          words.add(word(kind));
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

  private static void add(Poses.Pose pose, String words, Tone tone, List<Mark> marks) {
    marks.add(
        new Mark.Disc(
            pose.x(), pose.y(), 0, RING_PIXELS, Mark.Fill.HOLLOW, tone, MarkSubject.NONE));
    marks.add(new Mark.Text(pose.x(), pose.y(), 0, words, LETTERS, Tone.TEXT, MarkSubject.NONE));
  }

  private static String word(EventKind kind) {
    return switch (kind) {
      case GOAL -> "goal";
      case COLLISION -> "hit";
      case OFFROAD -> "off";
      case CONFLICT -> "conflict";
      case LOSS -> "loss";
      case REFUSED -> "refused";
      case LIMBO, TERMINAL, TRUNCATION -> kind.title();
    };
  }

  private static Tone tone(EventKind kind) {
    return switch (kind) {
      case GOAL -> Tone.GOAL;
      case COLLISION -> Tone.COLLIDED;
      case OFFROAD -> Tone.OFFROAD;
      case CONFLICT -> Tone.CONFLICT;
      case LOSS -> Tone.LOSS;
      case REFUSED, LIMBO, TERMINAL, TRUNCATION -> Tone.TEXT;
    };
  }
}
