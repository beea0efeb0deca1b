package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.outcome.EventDeclaration;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventWords;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.ArrayList;
import java.util.List;

/// Which events an exported recording means by its arrays `event` and `trial_score`: an export has
/// no manifest that declares them.
///
/// Without a declaration every world has goals, and an agent that reaches none scores 0. If there
/// is no array `goal_reached`, no agent ever reached a goal, and the scores are not those of goals
/// either (all unknown, or some of them not 0), the world has no goals: then only the events that
/// occur are declared.
final class DatasetEvents {
  private static final String SCORE = "trial_score";

  private final boolean mayLackGoals;
  private long bits;
  private boolean zero;
  private boolean other;

  /// Reads the two arrays of all episodes, unless the columns already say whether there are goals.
  DatasetEvents(EpisodeSource source, EpisodeColumns columns) {
    List<String> names =
        columns.filled().stream().map(each -> each.column().spec().name()).toList();
    mayLackGoals =
        names.containsAll(List.of(EventDeclaration.COLUMN, SCORE))
            && !names.contains(EventKind.GOAL.column());
    for (int number = 0; mayLackGoals && number < source.count(); number++) {
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
    if (!mayLackGoals || goals || !column.spec().name().equals(EventDeclaration.COLUMN)) {
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
