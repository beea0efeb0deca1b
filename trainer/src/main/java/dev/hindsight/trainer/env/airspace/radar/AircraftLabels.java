package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// Beside each aircraft its callsign, level and speed. The selected one's comes first, then those
/// in trouble: where room is short, they have it.
final class AircraftLabels {
  private static final float LETTERS = 11;

  private static final List<TrafficAtTick.ConflictState> RANK =
      List.of(
          TrafficAtTick.ConflictState.LOSS,
          TrafficAtTick.ConflictState.CONFLICT,
          TrafficAtTick.ConflictState.FREE,
          TrafficAtTick.ConflictState.GONE);

  private AircraftLabels() {}

  /// @param all whether others than the selected one have labels
  static void add(TrafficAtTick trafficAtTick, boolean all, List<Mark> marks) {
    for (int body : order(trafficAtTick)) {
      if (trafficAtTick.here(body) && (all || trafficAtTick.selected(body))) {
        Poses.Pose pose = trafficAtTick.pose(body);
        Poses.Pose steady = trafficAtTick.steady(body);
        marks.add(
            new Mark.Label(
                pose.x(),
                pose.y(),
                steady.x(),
                steady.y(),
                RadarWords.label(trafficAtTick, body),
                LETTERS,
                tone(trafficAtTick, body),
                trafficAtTick.subject(body)));
      }
    }
  }

  private static Tone tone(TrafficAtTick trafficAtTick, int body) {
    if (trafficAtTick.selected(body)) {
      return Tone.SELECTED;
    }
    return switch (trafficAtTick.states()[body]) {
      case FREE, GONE -> Tone.TEXT;
      case CONFLICT -> Tone.CONFLICT;
      case LOSS -> Tone.LOSS;
    };
  }

  /// By how bodies stood when words last chose their places: who chooses first does not change from
  /// tick to tick.
  private static List<Integer> order(TrafficAtTick trafficAtTick) {
    TrafficAtTick.ConflictState[] states =
        TrafficAtTick.of(trafficAtTick.steady())
            .map(TrafficAtTick::states)
            .orElse(trafficAtTick.states());
    List<Integer> order = new ArrayList<>();
    int selected = trafficAtTick.moment().agent();
    if (selected >= 0 && selected < trafficAtTick.agents()) {
      order.add(selected);
    }
    for (TrafficAtTick.ConflictState conflictState : RANK) {
      for (int body = 0; body < trafficAtTick.bodies(); body++) {
        if (states[body] == conflictState && !trafficAtTick.selected(body)) {
          order.add(body);
        }
      }
    }
    return order;
  }
}
