package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.training.TrainingPane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.app.workspace.WorkspaceTab;
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

/// Shows the open tabs, or the welcome page if there are none. FX thread.
final class TabArea extends StackPane {
  private final WindowContext window;
  private final Function<WorkspaceTab, Node> content;
  private final TabPane tabs = new TabPane();
  private final Map<WorkspaceTab, javafx.scene.control.Tab> shown = new LinkedHashMap<>();
  private Map<WorkspaceTab, String> names = Map.of();
  private boolean showing;

  /// @param content makes the pane of a new tab
  TabArea(WindowContext window, Node welcome, Function<WorkspaceTab, Node> content) {
    this.window = window;
    this.content = content;
    tabs.getStyleClass().add("hs-documents");
    tabs.setAccessibleText(wording("TabArea.open_tabs"));
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
    tabs.setTabDragPolicy(TabPane.TabDragPolicy.FIXED);
    tabs.getSelectionModel().selectedItemProperty().subscribe(this::chosen);
    getChildren().addAll(welcome, tabs);
    window.workspace().watch(this::show);
    welcome.visibleProperty().bind(tabs.visibleProperty().not());
  }

  /// The pane of a tab.
  Optional<Node> pane(WorkspaceTab workspaceTab) {
    return Optional.ofNullable(shown.get(workspaceTab)).map(javafx.scene.control.Tab::getContent);
  }

  /// All panes of a type.
  <P extends Node> List<P> panes(Class<P> kind) {
    return shown.values().stream()
        .map(javafx.scene.control.Tab::getContent)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private void show(WorkspaceState state) {
    showing = true;
    names = state.names();
    try {
      List<WorkspaceTab> gone =
          shown.keySet().stream()
              .filter(workspaceTab -> !state.tabs().contains(workspaceTab))
              .toList();
      gone.forEach(this::closed);
      List<javafx.scene.control.Tab> wanted = state.tabs().stream().map(this::tab).toList();
      if (!wanted.equals(tabs.getTabs())) {
        tabs.getTabs().setAll(wanted);
      }
      shown.forEach(this::label);
      state.active().ifPresent(workspaceTab -> tabs.getSelectionModel().select(tab(workspaceTab)));
      tabs.setVisible(!state.tabs().isEmpty());
    } finally {
      showing = false;
    }
  }

  private void closed(WorkspaceTab workspaceTab) {
    pane(workspaceTab)
        .ifPresent(pane -> {
          switch (pane) {
            case DocumentPane document -> document.close();
            case TrainingPane training -> training.close();
            default -> {}
          }
        });
    shown.remove(workspaceTab);
  }

  private javafx.scene.control.Tab tab(WorkspaceTab workspaceTab) {
    return shown.computeIfAbsent(workspaceTab, this::make);
  }

  private javafx.scene.control.Tab make(WorkspaceTab workspaceTab) {
    javafx.scene.control.Tab made =
        new javafx.scene.control.Tab(workspaceTab.title(), content.apply(workspaceTab));
    made.setTooltip(new Tooltip());
    if (workspaceTab instanceof Document document) {
      document.status().watch(_ -> label(workspaceTab, made));
    }
    made.setOnCloseRequest(event -> {
      event.consume();
      window.close(workspaceTab);
    });
    return made;
  }

  /// Writes what a tab is called among those that are open now, and how its recording fares.
  private void label(WorkspaceTab workspaceTab, javafx.scene.control.Tab made) {
    String name = names.getOrDefault(workspaceTab, workspaceTab.title());
    String badge =
        workspaceTab instanceof Document document ? document.status().state().badge() : "";
    made.setText(TabTitle.shortened(name) + (badge.isEmpty() ? "" : " (" + badge + ")"));
    made.getTooltip().setText(name);
  }

  private void chosen(javafx.scene.control.@Nullable Tab chosen) {
    if (!showing) {
      shown.forEach((workspaceTab, made) -> {
        if (made.equals(chosen)) {
          window.workspace().send(new WorkspaceCommand.Activate(workspaceTab));
        }
      });
    }
  }
}
