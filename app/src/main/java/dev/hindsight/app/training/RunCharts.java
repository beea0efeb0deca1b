package dev.hindsight.app.training;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The charts of one run, which grow with it. FX thread.
final class RunCharts {
  private record Chart(ChartKind kind, ChartCard card) {}

  private final List<Chart> charts;
  private final ChartBoard board;
  private final Set<String> counts = new HashSet<>();
  private List<ChartCurves> curves = List.of();
  private RunClock clock = new RunClock();
  private Theme theme;
  private UpdateReports shown = UpdateReports.NONE;

  /// The updates after which the user changed a setting: a chart that begins later marks them too.
  private final List<Long> marks = new ArrayList<>();

  /// Whether any update has learned: from then on, a chart without numbers does not apply to the
  /// algorithm.
  private boolean learned;

  RunCharts(Theme theme, Store<ChartOptions, UnaryOperator<ChartOptions>> options) {
    this.theme = theme;
    charts =
        new ArrayList<>(
            ChartKinds.ALL.stream()
                .map(kind -> new Chart(kind, new ChartCard(kind, theme)))
                .toList());
    board = new ChartBoard(charts.stream().map(Chart::card).toList(), options);
    begin();
  }

  ChartBoard board() {
    return board;
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme other) {
    theme = other;
    board.applyTheme(other);
  }

  /// Adds a chart for each of the environment's counts that has none yet.
  private void offerCounts(UpdateReport report) {
    ChartKinds.counts(report)
        .filter(counts::add)
        .map(ChartKinds::count)
        .forEach(kind -> {
          Chart chart = new Chart(kind, new ChartCard(kind, theme));
          charts.add(chart);
          ChartCurves begun = new ChartCurves();
          marks.forEach(update -> begun.mark(clock, update));
          curves.add(begun);
          board.add(chart.card());
        });
  }

  /// Shows everything that a run has measured so far.
  void show(TrainingState state) {
    UpdateReports updateReports = state.reports();
    boolean goesOn = updateReports.size() >= shown.size() && sameUpTo(updateReports, shown.size());
    if (!goesOn || state.changes().size() < marks.size()) {
      begin();
    }
    boolean more = updateReports.size() > shown.size() || state.changes().size() > marks.size();
    for (int i = shown.size(); i < updateReports.size(); i++) {
      offerCounts(updateReports.get(i));
      int row = clock.add(updateReports.get(i));
      for (int c = 0; c < charts.size(); c++) {
        curves.get(c).add(clock, row, charts.get(c).kind().readings().apply(updateReports.get(i)));
      }
      learned |= ChartKinds.learned(updateReports.get(i));
    }
    while (marks.size() < state.changes().size()) {
      long at = state.changes().get(marks.size()).update();
      marks.add(at);
      curves.forEach(each -> each.mark(clock, at));
    }
    shown = updateReports;
    if (more) {
      for (int c = 0; c < charts.size(); c++) {
        charts.get(c).card().show(curves.get(c));
      }
      board.show(cards());
    }
  }

  /// Compares only the newest of the known reports, since reports never change.
  private boolean sameUpTo(UpdateReports updateReports, int count) {
    return count == 0 || updateReports.get(count - 1).equals(shown.get(count - 1));
  }

  private void begin() {
    clock = new RunClock();
    curves = new ArrayList<>(Stream.generate(ChartCurves::new).limit(charts.size()).toList());
    shown = UpdateReports.NONE;
    marks.clear();
    learned = false;
    for (int c = 0; c < charts.size(); c++) {
      charts.get(c).card().show(curves.get(c));
    }
    board.show(cards());
  }

  private List<ChartCard> cards() {
    return IntStream.range(0, charts.size())
        .filter(c -> !learned || curves.get(c).measured())
        .mapToObj(c -> charts.get(c).card())
        .toList();
  }
}
