package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.NewestReading;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.learn.sac.SacType;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.RunFilter;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows all runs of this machine, one or several side by side, with the actions for a run. FX
/// thread.
final class RunsView extends BorderPane {
  /// What a run has beside its numbers.
  interface RunDetails {
    /// Shows its replay buffer.
    void replayed(RunRecord run);

    /// Shows its workers.
    void workers(RunRecord run);
  }

  private final WindowContext window;
  private final NewestReading ledger;
  private final RunTable table = new RunTable(this::chosen, this::edit);
  private final RunDeletion deletion;
  private final TextField filter = new TextField();
  private final ToggleButton alarmed = new ToggleButton(wording("RunsView.with_alarms"));
  private final RunComparisonPane compare;
  private final Button resume;
  private final Button record;
  private final Button parent;
  private final Button buffer;
  private final Button delete;
  private final Button logged;

  /// The run to select once the ledger has been read.
  private Optional<String> selecting = Optional.empty();

  /// @param options of the charts
  /// @param resumed receives a run to resume
  /// @param begun receives a checkpoint to start a new run from
  /// @param details shows more of a run
  RunsView(
      WindowContext window,
      Theme theme,
      Store<ChartOptions, UnaryOperator<ChartOptions>> options,
      Consumer<RunRecord> resumed,
      Consumer<String> begun,
      RunDetails details) {
    this.window = window;
    this.ledger = new NewestReading(window.background());
    this.compare = new RunComparisonPane(window, theme, options);
    resume =
        IconButton.of(
            "training.resume",
            wording("RunsView.resume"),
            Material2MZ.PLAY_ARROW,
            () -> one().ifPresent(run -> MovedRun.locate(window, run, resumed)));
    record =
        IconButton.of(
            "training.best",
            wording("RunsView.record_best"),
            Material2AL.FIBER_MANUAL_RECORD,
            this::recordBest);
    parent =
        IconButton.of(
            "training.asParent",
            wording("RunsView.continue_from_best"),
            Material2MZ.MODEL_TRAINING,
            () -> one().ifPresent(run -> begun.accept(best(run).toString())));
    buffer =
        IconButton.of(
            "training.buffer",
            wording("RunsView.replay_buffer"),
            Material2MZ.STORAGE,
            () -> one().ifPresent(details::replayed));
    Button refresh =
        IconButton.of(
            "training.refresh", wording("RunsView.refresh"), Material2MZ.REFRESH, this::read);
    delete =
        IconButton.of(
            "training.delete", wording("RunsView.delete"), Material2AL.DELETE, this::askToDelete);
    deletion = new RunDeletion(window.background(), this::read);
    filter.setId("training.filter");
    filter.setPromptText(wording("RunsView.filter"));
    filter.setAccessibleText(wording("RunsView.filter"));
    Tooltips.on(filter, wording("RunsView.words_of_name_tag_environment"));
    filter.setMinWidth(120);
    HBox.setHgrow(filter, Priority.ALWAYS);
    filter.textProperty().subscribe(_ -> filter());
    alarmed.setId("training.alarmed");
    alarmed.setMinWidth(Region.USE_PREF_SIZE);
    alarmed.selectedProperty().subscribe(_ -> filter());
    logged =
        IconButton.of(
            "training.logged",
            wording("RunsView.histograms_and_texts"),
            Material2AL.BAR_CHART,
            () -> one().ifPresent(this::logged));
    logged.managedProperty().bind(logged.visibleProperty());
    HBox row =
        new HBox(8, filter, alarmed, logged, resume, record, parent, buffer, delete, refresh);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-pane-header");
    RowMenu.on(table.table())
        .button(wording("RunsView.resume"), resume)
        .button(wording("RunsView.record_with_its_best_checkpoint"), record)
        .button(wording("RunsView.continue_from_its_best_checkpoint"), parent)
        .button(wording("RunsView.show_its_replay_buffer"), buffer)
        .item(
            wording("RunsView.show_its_workers"),
            () -> one().filter(RunsView::withWorkers).isPresent(),
            () -> one().ifPresent(details::workers))
        .item(
            wording("RunsView.histograms_and_texts"),
            () -> one().filter(ImportedRun::is).isPresent(),
            () -> one().ifPresent(this::logged))
        .item(wording("RunsView.edit_name"), () -> one().isPresent(), table::editName)
        .item(wording("RunsView.edit_tags"), () -> one().isPresent(), table::editTags)
        .item(wording("RunsView.edit_note"), () -> one().isPresent(), table::editNote)
        .button(wording("RunsView.delete"), delete);
    SplitPane all = new SplitPane(table, compare);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.36);
    setTop(new VBox(row, deletion));
    setCenter(all);
    chosen();
  }

  /// Reads the ledger again.
  void read() {
    ledger.start(
        wording("RunsView.reading_the_ledger"),
        (_, _) -> RunTable.RunRow.all(),
        rows -> {
          table.show(rows);
          selecting.ifPresent(table::select);
          selecting = Optional.empty();
        });
  }

  /// Reads the ledger again, and selects a run.
  ///
  /// @param run its name in the ledger
  void read(String run) {
    selecting = Optional.of(run);
    read();
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    compare.applyTheme(theme);
  }

  void frame(double seconds) {
    compare.frame(seconds);
  }

  boolean upToDate() {
    return compare.upToDate();
  }

  private void filter() {
    RunFilter words = RunFilter.of(filter.getText());
    table.filter(alarmed.isSelected() ? words.alarmed() : words);
  }

  /// Changes a label, which is in the run's folder: asks where that is now if it is gone.
  private void edit(RunRecord run, UnaryOperator<RunLabel> edit) {
    window
        .background()
        .startEssential(
            wording("RunsView.saving_the_label"),
            (_, _) -> Edited.of(run, edit),
            edited -> {
              if (edited.moved) {
                MovedRun.ask(window, run, found -> edit(found, edit), this::read);
                return;
              }
              edited.refused.ifPresent(problem -> window.raiseNotice(Notice.of(problem)));
              // A refused text disappears from its cell.
              read();
            });
  }

  /// What became of the change of a label.
  ///
  /// @param moved whether the folder is not where the ledger has it
  /// @param refused why the label cannot be changed
  private record Edited(boolean moved, Optional<Problem> refused) {
    static Edited of(RunRecord run, UnaryOperator<RunLabel> edit) {
      if (!Files.isDirectory(run.start().folder())) {
        return new Edited(true, Optional.empty());
      }
      try {
        RunLabel _ =
            RunLabel.edit(
                RunFolder.of(run),
                label -> {
                  RunLabel edited = edit.apply(label);
                  if (!edited.name().equals(label.name())) {
                    RunLedger.ofUser().requireFree(edited.name(), run.id());
                  }
                  return edited;
                });
        return new Edited(false, Optional.empty());
      } catch (Problem refused) {
        return new Edited(false, Optional.of(refused));
      }
    }
  }

  private void askToDelete() {
    List<RunTable.RunRow> rows = table.rows();
    deletion.ask(
        rows.stream().map(row -> row.run().record()).toList(),
        rows.stream().map(row -> row.run().title()).toList(),
        rows.stream().mapToLong(RunTable.RunRow::bytes).sum());
  }

  void close() {
    compare.close();
  }

  private Optional<RunRecord> one() {
    List<RunRecord> selected = table.selected();
    return selected.size() == 1 ? Optional.of(selected.getFirst()) : Optional.empty();
  }

  private void chosen() {
    deletion.takeBack();
    List<RunRecord> selected = table.selected();
    boolean single = selected.size() == 1;
    resume.setDisable(!single || !resumable(selected.getFirst()));
    boolean learned =
        single
            && !ImportedRun.is(selected.getFirst())
            && selected.getFirst().progress().filter(p -> p.updates() > 0).isPresent();
    record.setDisable(!learned);
    parent.setDisable(!learned);
    buffer.setDisable(!learned || !selected.getFirst().start().algorithm().equals(SacType.ID));
    logged.setVisible(single && ImportedRun.is(selected.getFirst()));
    // They ask for a policy, which an imported run does not have; their place is needed.
    List.of(record, parent, buffer)
        .forEach(button -> {
          button.setVisible(!logged.isVisible());
          button.setManaged(!logged.isVisible());
        });
    delete.setDisable(selected.isEmpty() || table.rows().stream().anyMatch(RunsView::training));
    if (!selected.isEmpty()) {
      compare.compare(selected);
    }
  }

  /// Inspecting the process takes a moment, and the run itself checks again before it resumes.
  private static boolean resumable(RunRecord run) {
    return run.ended().map(end -> end.status() != RunStatus.FINISHED).orElse(true);
  }

  private static boolean withWorkers(RunRecord run) {
    String workers = run.start().effective().getOrDefault("ppo." + FleetSettings.WORKERS, "0");
    return !workers.equals("0");
  }

  private static boolean training(RunTable.RunRow row) {
    return row.run().status() == RunStatus.RUNNING;
  }

  private void logged(RunRecord run) {
    window.workspace().send(new WorkspaceCommand.Open(FileTab.logged(run.start().folder())));
  }

  private void recordBest() {
    one()
        .ifPresent(run ->
            window
                .background()
                .startHidden(
                    wording("RunsView.searching_for_the_checkpoint"),
                    (_, _) -> Files.exists(best(run)) ? best(run) : latest(run),
                    window::open));
  }

  private static Path best(RunRecord run) {
    return RunFolder.of(run).best();
  }

  private static Path latest(RunRecord run) {
    return RunFolder.of(run).latest();
  }
}
