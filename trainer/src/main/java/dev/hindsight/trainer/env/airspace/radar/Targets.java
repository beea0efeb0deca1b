package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Symbols of aircraft by state; the selected one last, so that it lies on top. Who has left is a
/// hollow one where it was last.
final class Targets {
  private static final float USUAL_LENGTH = 37.6f;
  private static final float USUAL_SPAN = 34.1f;

  /// Radius of the ring about the selected one, in its lengths, and in pixels at least.
  private static final float RING = 0.95f;

  private static final float RING_PIXELS = 17;

  private Targets() {}

  static void add(Plot plot, List<Mark> marks) {
    List<Mark> above = new ArrayList<>();
    for (Plot.State state :
        List.of(Plot.State.GONE, Plot.State.FREE, Plot.State.CONFLICT, Plot.State.LOSS)) {
      for (int body = 0; body < plot.bodies(); body++) {
        Optional<Poses.Pose> pose = plot.seen(body).filter(Poses.Pose::onMap);
        if (plot.states()[body] == state && pose.isPresent()) {
          Mark.Box symbol = symbol(plot, body, pose.get());
          if (plot.selected(body)) {
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
        Subject.NONE);
  }

  private static Mark.Box symbol(Plot plot, int body, Poses.Pose pose) {
    boolean agent = body < plot.agents();
    Optional<NpyArray> sizes = plot.moment().rollout().fixed(agent ? "size" : "other_size");
    int at = 2 * (agent ? body : body - plot.agents());
    Plot.State state = plot.states()[body];
    Tone tone = state == Plot.State.FREE && !agent ? Tone.STATIC : state.tone;
    return new Mark.Box(
        pose.x(),
        pose.y(),
        pose.heading(),
        sizes.filter(a -> at + 1 < a.length()).map(a -> (float) a.value(at)).orElse(USUAL_LENGTH),
        sizes.filter(a -> at + 1 < a.length()).map(a -> (float) a.value(at + 1)).orElse(USUAL_SPAN),
        Mark.Form.AIRCRAFT,
        plot.here(body) ? Mark.Fill.SOLID : Mark.Fill.HOLLOW,
        tone,
        plot.subject(body));
  }
}
