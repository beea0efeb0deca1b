package dev.hindsight.app.window;

import dev.hindsight.app.training.TrainingPane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.Tab;
import dev.hindsight.app.workspace.Workbench;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// What is open, as tabs; the welcome page where nothing is. FX thread.
final class TabArea extends StackPane {
  private final Workbench bench;
  private final Function<Tab, Node> content;
  private final TabPane tabs = new TabPane();
  private final Map<Tab, javafx.scene.control.Tab> shown = new LinkedHashMap<>();
  private boolean showing;

  /// @param content makes the pane of a tab that was opened
  TabArea(Workbench bench, Node welcome, Function<Tab, Node> content) {
    this.bench = bench;
    this.content = content;
    tabs.setAccessibleText("What is open");
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
    tabs.setTabDragPolicy(TabPane.TabDragPolicy.FIXED);
    tabs.getSelectionModel().selectedItemProperty().subscribe(this::chosen);
    getChildren().addAll(welcome, tabs);
    bench.workspace().watch(this::show);
    welcome.visibleProperty().bind(tabs.visibleProperty().not());
  }

  /// The pane of a tab.
  Optional<Node> pane(Tab tab) {
    return Optional.ofNullable(shown.get(tab)).map(javafx.scene.control.Tab::getContent);
  }

  /// All panes of a kind.
  <P extends Node> List<P> panes(Class<P> kind) {
    return shown.values().stream()
        .map(javafx.scene.control.Tab::getContent)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private void show(WorkspaceState state) {
    showing = true;
    try {
      List<Tab> gone = shown.keySet().stream().filter(tab -> !state.tabs().contains(tab)).toList();
      gone.forEach(this::closed);
      List<javafx.scene.control.Tab> wanted = state.tabs().stream().map(this::tab).toList();
      if (!wanted.equals(tabs.getTabs())) {
        tabs.getTabs().setAll(wanted);
      }
      state.active().ifPresent(tab -> tabs.getSelectionModel().select(tab(tab)));
      tabs.setVisible(!state.tabs().isEmpty());
    } finally {
      showing = false;
    }
  }

  private void closed(Tab tab) {
    pane(tab)
        .ifPresent(pane -> {
          switch (pane) {
            case DocumentPane document -> document.close();
            case TrainingPane training -> training.close();
            default -> {}
          }
        });
    shown.remove(tab);
  }

  private javafx.scene.control.Tab tab(Tab tab) {
    return shown.computeIfAbsent(tab, this::make);
  }

  private javafx.scene.control.Tab make(Tab tab) {
    javafx.scene.control.Tab made = new javafx.scene.control.Tab(tab.title(), content.apply(tab));
    made.setTooltip(new Tooltip(tab.title()));
    if (tab instanceof Document document) {
      document
          .making()
          .watch(making -> {
            String badge = making.badge();
            made.setText(badge.isEmpty() ? tab.title() : tab.title() + " (" + badge + ")");
          });
    }
    made.setOnCloseRequest(event -> {
      event.consume();
      bench.close(tab);
    });
    return made;
  }

  private void chosen(javafx.scene.control.@Nullable Tab chosen) {
    if (!showing) {
      shown.forEach((tab, made) -> {
        if (made.equals(chosen)) {
          bench.workspace().send(new WorkspaceCommand.Activate(tab));
        }
      });
    }
  }
}
