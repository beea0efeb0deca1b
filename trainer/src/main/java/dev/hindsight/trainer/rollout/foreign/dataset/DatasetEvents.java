package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.outcome.EventDeclaration;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventWords;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.ArrayList;
import java.util.List;

/// Which events the arrays `event` and `trial_score` of a recording that was exported can mean: the
/// export has no manifest to declare them.
///
/// Without a declaration every world has goals, and who reached none scores 0. So where no goal was
/// ever reached and the scores are not those of goals (unknown, or other numbers than 0), the world
/// has none, and the events that occur are declared.
final class DatasetEvents {
  private static final String SCORE = "trial_score";

  private final boolean scored;
  private long bits;
  private boolean zero;
  private boolean other;

  /// Reads the arrays of all episodes, if the columns have both.
  DatasetEvents(EpisodeSource source, EpisodeColumns columns) {
    List<String> names =
        columns.filled().stream().map(each -> each.column().spec().name()).toList();
    scored = names.contains(EventDeclaration.COLUMN) && names.contains(SCORE);
    for (int number = 0; scored && number < source.count(); number++) {
      EpisodeArrays episode = source.read(number);
      NpyArray event = episode.others().get(EventDeclaration.COLUMN);
      for (int i = 0; event != null && i < event.length(); i++) {
        bits |= event.integer(i);
      }
      NpyArray score = episode.others().get(SCORE);
      for (int i = 0; score != null && i < score.length(); i++) {
        double value = score.value(i);
        zero |= value == 0;
        other |= value != 0 && !Double.isNaN(value);
      }
    }
  }

  /// The column, with a declaration if it needs one.
  Column declared(Column column) {
    boolean goals = (bits & EventKind.GOAL.bit()) != 0 || (zero && !other);
    if (!scored || goals || !column.spec().name().equals(EventDeclaration.COLUMN)) {
      return column;
    }
    List<EventKind> kinds = new ArrayList<>();
    for (EventKind kind : EventKind.SHARED) {
      if ((bits & kind.bit()) != 0) {
        kinds.add(kind);
      }
    }
    for (int number = EventKind.FIRST_OWN; number < EventKind.MOST; number++) {
      if ((bits >> number & 1) != 0) {
        String name = "event_" + number;
        kinds.add(EventKind.own(name, number, EventWords.named(name)));
      }
    }
    return new Column(EventDeclaration.in(column.spec(), kinds), column.rowShape());
  }
}
