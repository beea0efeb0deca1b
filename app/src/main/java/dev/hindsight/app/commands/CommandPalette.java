package dev.hindsight.app.commands;

import java.util.List;
import java.util.Locale;
import javafx.collections.FXCollections;
import javafx.collections.transformation.FilteredList;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/// All commands, to search in by typing; Enter runs the chosen one. FX thread.
public final class CommandPalette extends VBox {
  private final CommandSet commands;
  private final Runnable close;
  private final TextField search = new TextField();
  private final FilteredList<AppCommand> found;
  private final ListView<AppCommand> list;

  /// @param close puts the palette away
  public CommandPalette(CommandSet commands, Runnable close) {
    this.commands = commands;
    this.close = close;
    List<AppCommand> usable =
        commands.all().filter(command -> !commands.unavailable(command).get()).toList();
    found = new FilteredList<>(FXCollections.observableArrayList(usable));
    list = new ListView<>(found);
    list.setId("palette.list");
    list.setCellFactory(_ -> new Cell());
    list.setOnMouseClicked(_ -> run());
    search.setId("palette.search");
    search.setPromptText("Find a command");
    search.setAccessibleText("Find a command");
    search.textProperty().subscribe(this::narrow);
    search.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    getStyleClass().add("hs-palette");
    setMaxSize(560, 420);
    getChildren().addAll(search, list);
    VBox.setVgrow(list, Priority.ALWAYS);
  }

  /// Puts the keyboard into the search field.
  public void begin() {
    search.requestFocus();
  }

  private void narrow(String typed) {
    List<String> words = List.of(typed.toLowerCase(Locale.ROOT).strip().split("\\s+"));
    found.setPredicate(command -> {
      String text = command.title().toLowerCase(Locale.ROOT) + " " + command.id();
      return words.stream().allMatch(text::contains);
    });
    list.getSelectionModel().selectFirst();
  }

  private void key(KeyEvent event) {
    int place = list.getSelectionModel().getSelectedIndex();
    if (event.getCode() == KeyCode.DOWN) {
      choose(place + 1);
    } else if (event.getCode() == KeyCode.UP) {
      choose(place - 1);
    } else if (event.getCode() == KeyCode.ENTER) {
      run();
    } else {
      return;
    }
    event.consume();
  }

  private void choose(int place) {
    int nearest = Math.clamp(place, 0, Math.max(0, found.size() - 1));
    list.getSelectionModel().select(nearest);
    list.scrollTo(Math.max(0, nearest - 3));
  }

  private void run() {
    AppCommand chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      close.run();
      commands.run(chosen);
    }
  }

  /// Picture, words and shortcut.
  private static final class Cell extends ListCell<AppCommand> {
    @Override
    protected void updateItem(@Nullable AppCommand command, boolean empty) {
      super.updateItem(command, empty);
      if (empty || command == null) {
        setGraphic(null);
        return;
      }
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      Label keys = new Label(command.shortcut());
      keys.getStyleClass().add("text-muted");
      HBox row =
          new HBox(10, new FontIcon(command.icon()), new Label(command.title()), space, keys);
      row.setAlignment(Pos.CENTER_LEFT);
      setGraphic(row);
    }
  }
}
