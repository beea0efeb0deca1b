package dev.hindsight.app.training;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// All runs there were on this machine, one or several beside each other, and what can be done with
/// one. FX thread.
final class RunsView extends BorderPane {
  private final WindowContext bench;
  private final RunTable table = new RunTable(this::chosen);
  private final RunComparisonPane compare;
  private final Label hint = new Label("Select a run, or several to compare");
  private final Button resume;
  private final Button record;
  private final Button parent;
  private long asked;

  /// @param resumed is given a run that is to go on
  /// @param begun is given a checkpoint to begin a new run with
  RunsView(WindowContext bench, Theme theme, Consumer<RunRecord> resumed, Consumer<String> begun) {
    this.bench = bench;
    this.compare = new RunComparisonPane(theme);
    resume =
        button("training.resume", "Resume", Material2MZ.PLAY_ARROW, () -> one().ifPresent(resumed));
    record =
        button("training.best", "Record best", Material2AL.FIBER_MANUAL_RECORD, this::recordBest);
    parent =
        button(
            "training.asParent",
            "Continue from best",
            Material2MZ.MODEL_TRAINING,
            () -> one().ifPresent(run -> begun.accept(best(run).toString())));
    Button refresh = button("training.refresh", "Refresh", Material2MZ.REFRESH, this::read);
    hint.getStyleClass().add(Styles.TEXT_MUTED);
    HBox.setHgrow(hint, Priority.ALWAYS);
    hint.setMaxWidth(Double.MAX_VALUE);
    HBox row = new HBox(8, hint, resume, record, parent, refresh);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-pane-header");
    SplitPane all = new SplitPane(table, compare);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.36);
    setTop(row);
    setCenter(all);
    chosen();
  }

  /// Reads the ledger anew.
  void read() {
    bench
        .background()
        .startHidden(
            "Reading the ledger",
            (_, _) ->
                RunLedger.ofUser().runs().reversed().stream().map(RunTable.RunRow::of).toList(),
            table::show);
  }

  /// Takes on the colours of a theme.
  void applyTheme(Theme theme) {
    compare.applyTheme(theme);
  }

  void frame(double seconds) {
    compare.frame(seconds);
  }

  boolean upToDate() {
    return compare.upToDate();
  }

  private Optional<RunRecord> one() {
    List<RunRecord> selected = table.selected();
    return selected.size() == 1 ? Optional.of(selected.getFirst()) : Optional.empty();
  }

  private void chosen() {
    List<RunRecord> selected = table.selected();
    boolean single = selected.size() == 1;
    resume.setDisable(!single || !resumable(selected.getFirst()));
    boolean learned =
        single && selected.getFirst().progress().filter(p -> p.updates() > 0).isPresent();
    record.setDisable(!learned);
    parent.setDisable(!learned);
    if (!selected.isEmpty()) {
      long question = ++asked;
      bench
          .background()
          .startHidden(
              "Comparing runs",
              (_, _) -> RunComparison.of(selected),
              runComparison -> {
                if (question == asked) {
                  compare.show(runComparison);
                }
              });
    }
  }

  /// Looking at the process costs a moment, and the run itself looks again before it goes on.
  private static boolean resumable(RunRecord run) {
    return run.ended().map(end -> end.status() != RunStatus.FINISHED).orElse(true);
  }

  private void recordBest() {
    one()
        .ifPresent(run ->
            bench
                .background()
                .startHidden(
                    "Searching for the checkpoint",
                    (_, _) -> Files.exists(best(run)) ? best(run) : latest(run),
                    bench::open));
  }

  private static Path best(RunRecord run) {
    return new RunFolder(run.start().folder()).best();
  }

  private static Path latest(RunRecord run) {
    return new RunFolder(run.start().folder()).latest();
  }

  private static Button button(String id, String words, Ikon icon, Runnable run) {
    Button button = new Button(words, new FontIcon(icon));
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> run.run());
    return button;
  }
}
