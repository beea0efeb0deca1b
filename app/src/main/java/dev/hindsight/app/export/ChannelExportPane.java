package dev.hindsight.app.export;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.export.ChannelExportState.ExportedAgents;
import dev.hindsight.app.export.ChannelExportState.ExportedTicks;
import dev.hindsight.app.export.ChannelExportState.Format;
import dev.hindsight.app.fx.DialogButtons;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.ChannelExport;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The form for saving a channel, which runs the export in the background. FX thread.
public final class ChannelExportPane extends VBox {
  private final WindowContext window;
  private final Document document;
  private final Runnable close;
  private final Store<ChannelExportState, UnaryOperator<ChannelExportState>> form;
  private final ProblemLine message = new ProblemLine();

  /// @param close closes the form
  public ChannelExportPane(WindowContext window, Document document, Runnable close) {
    this.window = window;
    this.document = document;
    this.close = close;
    int selected = document.view().state().selected();
    ChannelExportState first = ChannelExportState.begin(document.timelineModel(), selected);
    this.form = new Store<>(first, (state, change) -> change.apply(state));
    setId("channel");
    getStyleClass().add("hs-dialog");
    setMaxSize(560, USE_PREF_SIZE);
    Label title = new Label(wording("ChannelExportPane.export_a_channel_of", document.title()));
    title.getStyleClass().add(Styles.TITLE_4);
    message.setId("channel.message");
    getChildren().addAll(title, fields(first), message, buttons());
    form.watch(state -> message.check(() -> words(state)));
  }

  private FormGrid fields(ChannelExportState first) {
    FormGrid grid = new FormGrid();
    grid.choice(
        "Channel",
        "channel.name",
        ChannelExportState.names(document.rollout()),
        first.channel(),
        name -> name,
        name -> form.send(state -> state.of(name)));
    grid.choice(
        "Of",
        "channel.whose",
        List.of(ExportedAgents.values()),
        first.whose(),
        ExportedAgents::title,
        exportedAgents -> form.send(state -> state.of(exportedAgents)));
    grid.choice(
        "Ticks",
        "channel.part",
        List.of(ExportedTicks.values()),
        first.part(),
        ExportedTicks::title,
        exportedTicks -> form.send(state -> state.of(exportedTicks)));
    grid.choice(
        "As",
        "channel.format",
        List.of(Format.values()),
        first.format(),
        Format::title,
        format -> form.send(state -> state.of(format)));
    return grid;
  }

  private String words(ChannelExportState state) {
    if (document.rollout().ticks() == 0) {
      throw new Problem(
          wording("ChannelExportPane.the_recording_has_no_ticks"),
          "",
          wording("ChannelExportPane.record_at_least_one"));
    }
    boolean noneSelected =
        state.export(document.timelineModel(), selected(), Path.of("x")).agent().isEmpty();
    boolean asked = state.whose() == ExportedAgents.SELECTED && noneSelected;
    return state.ticks(document.timelineModel()).words()
        + (asked ? wording("ChannelExportPane.of_all_agents_none_is_selected") : "");
  }

  private int selected() {
    return document.view().state().selected();
  }

  private Node buttons() {
    return new DialogButtons("channel", "Export…", message.wrong(), this::export, close);
  }

  private void export() {
    ChannelExportState state = form.state();
    String extension = state.format().extension();
    String name = document.stem() + "-" + state.channel().replace('/', '-') + "." + extension;
    window
        .dialogs()
        .save(
            wording("ChannelExportPane.export_a_channel"),
            new FileDialogs.Kind(extension.toUpperCase(Locale.ROOT), List.of("*." + extension)),
            document.rollout().file().toAbsolutePath().resolveSibling(name))
        .ifPresent(target -> {
          close.run();
          window
              .background()
              .startReading(
                  BackgroundTask.of(
                          wording("ChannelExportPane.saving", target.getFileName()),
                          state.export(document.timelineModel(), selected(), target),
                          this::finished)
                      .withFile(ChannelExport.Report::file));
        });
  }

  private void finished(ChannelExport.Report report) {
    window.raiseNotice(
        Notice.Success.in(
            report.file(),
            wording(
                "ChannelExportPane.saved_ticks",
                report.ticks(),
                NumberWords.bytes(report.bytes()))));
  }
}
