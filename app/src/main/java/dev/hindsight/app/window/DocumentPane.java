package dev.hindsight.app.window;

import dev.hindsight.app.bookmarks.BookmarksPane;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.BorderPane;

/// An open recording: its scene, its agents, what its columns say, its timeline. FX thread.
final class DocumentPane extends BorderPane {
  /// What the columns of the tables need.
  private static final double TABLES_WIDTH = 476;

  private final Document document;
  private final ScenePane scene;
  private final List<Panel> panels = new ArrayList<>();
  private final TimelinePane timeline;

  DocumentPane(
      Document document,
      CommandSet commands,
      Background background,
      StageThreads threads,
      Theme theme) {
    this.document = document;
    this.scene = new ScenePane(document, commands, threads, theme);
    this.timeline = new TimelinePane(document.desk(), commands, background, theme);
    PanelContext context = new DocumentContext(document, background, theme);
    TabPane below = new TabPane();
    below.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    SplitPane tables = new SplitPane();
    tables.setOrientation(Orientation.VERTICAL);
    for (PanelType type : BuiltInPanels.ALL) {
      if (type.missing(document.rollout().manifest()).isEmpty()) {
        Panel panel = type.open(context);
        panels.add(panel);
        if (tables.getItems().isEmpty()) {
          tables.getItems().add(panel.node());
        } else {
          below.getTabs().add(new Tab(type.title(), panel.node()));
        }
      }
    }
    below.getTabs().add(new Tab("Bookmarks", bookmarks()));
    tables.getItems().add(below);
    SplitPane all = new SplitPane(scene, tables);
    tables.setMinWidth(TABLES_WIDTH);
    tables.setPrefWidth(TABLES_WIDTH);
    SplitPane.setResizableWithParent(tables, false);
    setCenter(all);
    setBottom(timeline);
    document.timeline().watch(_ -> showTables());
    document.view().watch(_ -> showSelection());
  }

  /// Takes on the colours of a theme.
  void dress(Theme theme) {
    scene.dress(theme);
    timeline.dress(theme);
    panels.forEach(panel -> panel.dress(DocumentContext.palette(theme)));
  }

  /// Puts the keyboard into the tick field.
  void askForTick() {
    timeline.askForTick();
  }

  private BookmarksPane bookmarks() {
    return new BookmarksPane(
        document.desk().bookmarks(), () -> document.timeline().state().axis().trials(), this::go);
  }

  private void go(Bookmark bookmark) {
    bookmark
        .place()
        .in(document.timeline().state().axis().trials())
        .ifPresent(tick -> {
          document.timeline().send(new TimelineCommand.Seek(tick));
          if (bookmark.place().agent() != Moment.NO_AGENT) {
            document.view().send(new ViewCommand.Select(bookmark.place().agent()));
          }
        });
  }

  private void showSelection() {
    timeline.select(document.view().state().selected());
    showTables();
  }

  private void showTables() {
    Moment moment = document.moment();
    panels.forEach(panel -> panel.show(moment));
  }
}
