package dev.hindsight.app.commands;

import static dev.hindsight.app.text.AppText.wording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
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

/// Searches all commands by name, synonym or letters; Enter runs the chosen one. Unavailable
/// commands say why. FX thread.
public final class CommandPalette extends VBox {
  private final CommandSet commands;
  private final Runnable close;
  private final TextField search = new TextField();
  private final ObservableList<AppCommand> found = FXCollections.observableArrayList();
  private final ListView<AppCommand> list;

  /// @param close closes the palette
  public CommandPalette(CommandSet commands, Runnable close) {
    this.commands = commands;
    this.close = close;
    list = new ListView<>(found);
    list.setId("palette.list");
    list.setAccessibleText(wording("CommandPalette.commands_found"));
    list.setFocusTraversable(false);
    list.setPlaceholder(new Label(wording("CommandPalette.no_match")));
    list.setCellFactory(_ -> new Cell(commands));
    list.setOnMouseClicked(_ -> run());
    search.setId("palette.search");
    search.setPromptText(wording("CommandPalette.find_a_command"));
    search.setAccessibleText(wording("CommandPalette.find_a_command"));
    search.textProperty().subscribe(this::narrow);
    search.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    getStyleClass().add("hs-palette");
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    getChildren().addAll(search, list);
    VBox.setVgrow(list, Priority.ALWAYS);
  }

  /// Moves the keyboard focus to the search field.
  public void begin() {
    search.requestFocus();
  }

  /// Best match first; among equal matches, available commands first.
  private void narrow(String typed) {
    record Hit(AppCommand command, CommandMatch match, boolean usable) {}
    List<Hit> hits = new ArrayList<>();
    for (CommandGroup group : commands.groups()) {
      for (AppCommand command : group.commands().toList()) {
        CommandMatch.of(typed, command, group.title())
            .ifPresent(
                match -> hits.add(new Hit(command, match, commands.obstacle(command).isEmpty())));
      }
    }
    hits.sort(
        Comparator.<Hit, CommandMatch.Kind>comparing(hit -> hit.match().kind())
            .thenComparing(Hit::usable)
            .thenComparingInt(hit -> hit.match().letters())
            .reversed());
    found.setAll(hits.stream().map(Hit::command).toList());
    list.getSelectionModel().selectFirst();
    list.scrollTo(0);
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
    if (chosen != null && commands.obstacle(chosen).isEmpty()) {
      close.run();
      commands.run(chosen);
    }
  }

  /// Shows the icon, the title, why the command is unavailable or else its help, and the shortcut.
  private static final class Cell extends ListCell<AppCommand> {
    private final CommandSet commands;

    /// As wide as the list, which scrolls only vertically.
    Cell(CommandSet commands) {
      this.commands = commands;
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable AppCommand command, boolean empty) {
      super.updateItem(command, empty);
      if (empty || command == null) {
        setGraphic(null);
        return;
      }
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      Label title = new Label(command.now().get());
      Optional<String> obstacle = commands.obstacle(command);
      Label why = muted(obstacle.orElse(command.help()));
      title.setDisable(obstacle.isPresent());
      Label keys = muted(command.shortcut());
      // If there is too little room, the reason or the help is truncated.
      title.setMinWidth(USE_PREF_SIZE);
      keys.setMinWidth(USE_PREF_SIZE);
      HBox row = new HBox(10, new FontIcon(command.icon()), title, space, why, keys);
      row.setAlignment(Pos.CENTER_LEFT);
      setGraphic(row);
      setAccessibleText(command.title() + " " + command.shortcut() + " " + why.getText());
    }

    private static Label muted(String words) {
      Label label = new Label(words);
      label.getStyleClass().add("text-muted");
      return label;
    }
  }
}
