package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Symbols of aircraft by state; the selected one comes last, so that it lies on top. An aircraft
/// that has left is drawn hollow at its last position.
final class AircraftMarks {
  private static final float USUAL_LENGTH = 37.6f;
  private static final float USUAL_SPAN = 34.1f;

  /// Radius of the ring around the selected aircraft, in aircraft lengths, and its minimum in
  /// pixels.
  private static final float RING = 0.95f;

  private static final float RING_PIXELS = 17;

  private AircraftMarks() {}

  static void add(TrafficAtTick trafficAtTick, List<Mark> marks) {
    List<Mark> above = new ArrayList<>();
    for (TrafficAtTick.ConflictState conflictState :
        List.of(
            TrafficAtTick.ConflictState.GONE,
            TrafficAtTick.ConflictState.FREE,
            TrafficAtTick.ConflictState.CONFLICT,
            TrafficAtTick.ConflictState.LOSS)) {
      for (int body = 0; body < trafficAtTick.bodies(); body++) {
        Optional<Poses.Pose> pose = trafficAtTick.seen(body).filter(Poses.Pose::onMap);
        if (trafficAtTick.states()[body] == conflictState && pose.isPresent()) {
          Mark.Box symbol = symbol(trafficAtTick, body, pose.get());
          if (trafficAtTick.selected(body)) {
            above.add(ring(symbol));
            above.add(symbol);
          } else {
            marks.add(symbol);
          }
        }
      }
    }
    marks.addAll(above);
  }

  static Mark.Disc ring(Mark.Box symbol) {
    return new Mark.Disc(
        symbol.x(),
        symbol.y(),
        RING * symbol.length(),
        RING_PIXELS,
        Mark.Fill.HOLLOW,
        Tone.SELECTED,
        MarkSubject.NONE);
  }

  private static Mark.Box symbol(TrafficAtTick trafficAtTick, int body, Poses.Pose pose) {
    boolean agent = body < trafficAtTick.agents();
    Optional<NpyArray> sizes =
        trafficAtTick.moment().rollout().fixed(agent ? "size" : "other_size");
    int at = 2 * (agent ? body : body - trafficAtTick.agents());
    TrafficAtTick.ConflictState conflictState = trafficAtTick.states()[body];
    Tone tone =
        conflictState == TrafficAtTick.ConflictState.FREE && !agent
            ? Tone.STATIC
            : conflictState.tone;
    return new Mark.Box(
        pose.x(),
        pose.y(),
        pose.heading(),
        sizes.filter(a -> at + 1 < a.length()).map(a -> (float) a.value(at)).orElse(USUAL_LENGTH),
        sizes.filter(a -> at + 1 < a.length()).map(a -> (float) a.value(at + 1)).orElse(USUAL_SPAN),
        Mark.Form.AIRCRAFT,
        trafficAtTick.here(body) ? Mark.Fill.SOLID : Mark.Fill.HOLLOW,
        tone,
        trafficAtTick.subject(body));
  }
}
