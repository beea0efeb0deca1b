package dev.hindsight.app.commands;

import static dev.hindsight.app.text.AppText.wording;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private final String otherTitle;
  private final Map<String, String> otherKeys;
  private final FlowPane columns = new FlowPane(36, 18);
  private final ScrollPane scroll = new ScrollPane(columns);

  /// A sheet of all commands, and of keys that are no commands.
  ///
  /// @param otherTitle what the other keys are for
  /// @param otherKeys each key and what it does; empty for none
  public ShortcutSheet(CommandSet commands, String otherTitle, Map<String, String> otherKeys) {
    this.commands = commands;
    this.otherTitle = otherTitle;
    this.otherKeys = otherKeys;
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
        Stream.concat(
                others(typed.strip()),
                commands.groups().stream().flatMap(group -> column(group, typed.strip())))
            .toList();
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
    GridPane grid = new GridPane(16, 4);
    int row = 0;
    for (AppCommand command : found) {
      add(grid, row++, command.shortcut(), command.title());
    }
    return Stream.of(titled(group.title(), grid));
  }

  private Stream<Node> others(String typed) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    GridPane grid = new GridPane(16, 4);
    otherKeys.forEach((key, words) -> {
      if ((otherTitle + " " + key + " " + words).toLowerCase(Locale.ROOT).contains(wanted)) {
        add(grid, grid.getRowCount(), key, words);
      }
    });
    return grid.getChildren().isEmpty() ? Stream.empty() : Stream.of(titled(otherTitle, grid));
  }

  private static void add(GridPane grid, int row, String key, String words) {
    Label keys = new Label(key);
    keys.getStyleClass().add("hs-keys");
    grid.addRow(row, keys, new Label(words));
  }

  private static VBox titled(String words, GridPane grid) {
    Label title = new Label(words);
    title.getStyleClass().add("text-bold");
    return new VBox(6, title, grid);
  }

  private static boolean matches(AppCommand command, CommandGroup group, String typed) {
    return typed.isEmpty()
        || command.shortcut().toLowerCase(Locale.ROOT).contains(typed.toLowerCase(Locale.ROOT))
        || CommandMatch.of(typed, command, group.title()).isPresent();
  }
}
