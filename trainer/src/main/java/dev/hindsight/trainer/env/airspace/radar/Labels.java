package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// Beside each aircraft its callsign, level and speed. The selected one's comes first, then those
/// in trouble: where room is short, they have it.
final class Labels {
  private static final float LETTERS = 11;

  private static final List<Plot.State> RANK =
      List.of(Plot.State.LOSS, Plot.State.CONFLICT, Plot.State.FREE, Plot.State.GONE);

  private Labels() {}

  /// @param all whether others than the selected one have labels
  static void add(Plot plot, boolean all, List<Mark> marks) {
    for (int body : order(plot)) {
      if (plot.here(body) && (all || plot.selected(body))) {
        Poses.Pose pose = plot.pose(body);
        Poses.Pose steady = plot.steady(body);
        marks.add(
            new Mark.Label(
                pose.x(),
                pose.y(),
                steady.x(),
                steady.y(),
                RadarWords.label(plot, body),
                LETTERS,
                tone(plot, body),
                plot.subject(body)));
      }
    }
  }

  private static Tone tone(Plot plot, int body) {
    if (plot.selected(body)) {
      return Tone.SELECTED;
    }
    return switch (plot.states()[body]) {
      case FREE, GONE -> Tone.TEXT;
      case CONFLICT -> Tone.CONFLICT;
      case LOSS -> Tone.LOSS;
    };
  }

  /// By how bodies stood when words last chose their places: who chooses first does not change from
  /// tick to tick.
  private static List<Integer> order(Plot plot) {
    Plot.State[] states = Plot.of(plot.steady()).map(Plot::states).orElse(plot.states());
    List<Integer> order = new ArrayList<>();
    int selected = plot.moment().agent();
    if (selected >= 0 && selected < plot.agents()) {
      order.add(selected);
    }
    for (Plot.State state : RANK) {
      for (int body = 0; body < plot.bodies(); body++) {
        if (states[body] == state && !plot.selected(body)) {
          order.add(body);
        }
      }
    }
    return order;
  }
}
