package dev.hindsight.app.fleet;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fleet.LagBars.LagBar;
import dev.hindsight.trainer.NumberWords;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// Shows how many batches had which lag: a bar for each, with its number and its verdict in words.
/// FX thread.
final class LagHistogram extends GridPane {
  private List<LagBar> shown = List.of();

  LagHistogram() {
    setId("fleet.lags");
    setHgap(8);
    setVgap(3);
    ColumnConstraints words = new ColumnConstraints();
    words.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints bar = new ColumnConstraints();
    bar.setHgrow(Priority.ALWAYS);
    bar.setMinWidth(30);
    bar.setFillWidth(true);
    getColumnConstraints().addAll(words, bar, words, words);
    fill();
  }

  /// Shows other bars.
  void show(List<LagBar> bars) {
    if (!bars.equals(shown)) {
      shown = bars;
      fill();
    }
  }

  private void fill() {
    getChildren().clear();
    if (shown.isEmpty()) {
      Label none = new Label(wording("LagHistogram.no_batch_yet"));
      none.getStyleClass().add(Styles.TEXT_MUTED);
      none.setWrapText(true);
      add(none, 0, 0, 4, 1);
      return;
    }
    long most = shown.stream().mapToLong(LagBar::batches).max().orElse(1);
    for (int row = 0; row < shown.size(); row++) {
      LagBar bar = shown.get(row);
      String lag =
          bar.from() == bar.to()
              ? wording("LagHistogram.lag", bar.from())
              : wording("LagHistogram.lags", bar.from(), bar.to());
      String verdict =
          switch (bar.kind()) {
            case ACCEPTED -> wording("LagHistogram.accepted");
            case STALE -> wording("LagHistogram.stale");
            case DAMAGED -> wording("LagHistogram.damaged");
          };
      ProgressBar length = new ProgressBar((double) bar.batches() / most);
      length.setMaxWidth(Double.MAX_VALUE);
      length.getStyleClass().addAll("hs-lag-bar", style(bar));
      length.setAccessibleText(
          wording("LagHistogram.batches_of", NumberWords.count(bar.batches()), lag, verdict));
      Label count = new Label(NumberWords.count(bar.batches()));
      count.setMinWidth(Region.USE_PREF_SIZE);
      Label name = new Label(lag);
      name.setMinWidth(Region.USE_PREF_SIZE);
      Label said = new Label(verdict);
      said.setMinWidth(Region.USE_PREF_SIZE);
      said.getStyleClass().add(Styles.TEXT_MUTED);
      addRow(row, name, length, count, said);
    }
  }

  private static String style(LagBar bar) {
    return switch (bar.kind()) {
      case ACCEPTED -> Styles.SUCCESS;
      case STALE -> Styles.WARNING;
      case DAMAGED -> Styles.DANGER;
    };
  }
}
