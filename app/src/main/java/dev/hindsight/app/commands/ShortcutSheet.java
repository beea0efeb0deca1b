package dev.hindsight.app.commands;

import static dev.hindsight.app.text.AppText.wording;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// Lists every command with its shortcut, menu by menu, with a field that filters them by name, key
/// or synonym. FX thread.
public final class ShortcutSheet extends VBox {
  private final CommandSet commands;
  private final FlowPane columns = new FlowPane(36, 18);
  private final ScrollPane scroll = new ScrollPane(columns);

  /// A sheet of all commands.
  public ShortcutSheet(CommandSet commands) {
    this.commands = commands;
    setId("shortcuts");
    getStyleClass().add("hs-sheet");
    getStyleClass().add("hs-shortcuts");
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    Label title = new Label(wording("ShortcutSheet.keyboard_shortcuts"));
    title.getStyleClass().add("title-4");
    TextField filter = new TextField();
    filter.setId("shortcuts.filter");
    filter.setPromptText(wording("ShortcutSheet.filter_by_command_or_key"));
    filter.setAccessibleText(wording("ShortcutSheet.filter_by_command_or_key"));
    filter.textProperty().subscribe(this::narrow);
    filter.addEventFilter(KeyEvent.KEY_PRESSED, this::scroll);
    columns.setId("shortcuts.columns");
    columns.setPrefWrapLength(840);
    scroll.setFitToWidth(true);
    scroll.setAccessibleText(wording("ShortcutSheet.commands_and_their_shortcuts"));
    VBox.setVgrow(scroll, Priority.ALWAYS);
    getChildren().addAll(title, filter, scroll);
  }

  private void narrow(String typed) {
    List<Node> found =
        commands.groups().stream().flatMap(group -> column(group, typed.strip())).toList();
    columns
        .getChildren()
        .setAll(found.isEmpty() ? List.of(new Label(wording("ShortcutSheet.no_match"))) : found);
    scroll.setVvalue(0);
  }

  /// The arrow keys scroll the list while the field has the keyboard focus.
  private void scroll(KeyEvent event) {
    double step =
        event.getCode() == KeyCode.DOWN ? 0.15 : event.getCode() == KeyCode.UP ? -0.15 : 0;
    if (step != 0) {
      scroll.setVvalue(Math.clamp(scroll.getVvalue() + step, 0, 1));
      event.consume();
    }
  }

  private static Stream<Node> column(CommandGroup group, String typed) {
    List<AppCommand> found =
        group.commands().filter(command -> matches(command, group, typed)).toList();
    if (found.isEmpty()) {
      return Stream.empty();
    }
    Label title = new Label(group.title());
    title.getStyleClass().add("text-bold");
    GridPane grid = new GridPane(16, 4);
    int row = 0;
    for (AppCommand command : found) {
      Label keys = new Label(command.shortcut());
      keys.getStyleClass().add("hs-keys");
      grid.addRow(row++, keys, new Label(command.title()));
    }
    return Stream.of(new VBox(6, title, grid));
  }

  private static boolean matches(AppCommand command, CommandGroup group, String typed) {
    return typed.isEmpty()
        || command.shortcut().toLowerCase(Locale.ROOT).contains(typed.toLowerCase(Locale.ROOT))
        || CommandMatch.of(typed, command, group.title()).isPresent();
  }
}
