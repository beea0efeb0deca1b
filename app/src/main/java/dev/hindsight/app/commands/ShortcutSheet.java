package dev.hindsight.app.commands;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;

/// All shortcuts, menu by menu. FX thread.
public final class ShortcutSheet extends VBox {
  /// The sheet of the commands there are.
  public ShortcutSheet(CommandSet commands) {
    setId("shortcuts");
    getStyleClass().add("hs-sheet");
    getStyleClass().add("hs-shortcuts");
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    Label title = new Label("Keyboard shortcuts");
    title.getStyleClass().add("title-4");
    FlowPane columns = new FlowPane(36, 18);
    columns.setPrefWrapLength(840);
    commands.groups().forEach(group -> columns.getChildren().add(column(group)));
    ScrollPane scroll = new ScrollPane(columns);
    scroll.setFitToWidth(true);
    getChildren().addAll(title, scroll);
  }

  private static VBox column(CommandGroup group) {
    Label title = new Label(group.title());
    title.getStyleClass().add("text-bold");
    GridPane grid = new GridPane(16, 4);
    int row = 0;
    for (AppCommand command : group.sections().stream().flatMap(List::stream).toList()) {
      if (command.keys().isPresent()) {
        Label keys = new Label(command.shortcut());
        keys.getStyleClass().add("hs-keys");
        grid.addRow(row++, keys, new Label(command.title()));
      }
    }
    return new VBox(6, title, grid);
  }
}
