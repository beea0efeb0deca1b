package dev.hindsight.app.bookmarks;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.live.WordsConverter;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Lists the bookmarks of a recording, with a form for the chosen one. FX thread.
public final class BookmarksPane extends VBox {
  private final Store<BookmarkState, BookmarkCommand> bookmarks;
  private final ListView<Bookmark> list = new ListView<>();
  private final TextField name = new TextField();
  private final ComboBox<BookmarkMark> mark = new ComboBox<>();
  private final TextField note = new TextField();
  private final Button remove = new Button("", new FontIcon(Material2AL.DELETE));
  private final Runnable watch;
  private boolean showing;

  /// The bookmark that the form shows. Not always the chosen one: a click on a row selects it
  /// before the fields lose the keyboard focus.
  private Optional<Bookmark> edited = Optional.empty();

  /// @param trials of the recording at present
  /// @param names the names of its agents
  /// @param go moves the cursor to a bookmark, if the recording has a tick for it
  public BookmarksPane(
      Store<BookmarkState, BookmarkCommand> bookmarks,
      Supplier<TrialIndex> trials,
      AgentNames names,
      Consumer<Bookmark> go) {
    this.bookmarks = bookmarks;
    setId("bookmarks");
    getStyleClass().add("hs-panel");
    list.setId("bookmarks.list");
    list.setAccessibleText(wording("BookmarksPane.bookmarks"));
    list.getStyleClass().add("hs-rows");
    list.setCellFactory(_ -> new BookmarkCell(trials, names));
    Label none = new Label(wording("BookmarksPane.no_bookmarks_yet_press_ctrl_d"));
    none.setWrapText(true);
    list.setPlaceholder(none);
    list.setOnMouseClicked(event -> {
      if (event.getClickCount() == 2) {
        chosen().ifPresent(go);
      }
    });
    list.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            chosen().ifPresent(go);
          } else if (event.getCode() == KeyCode.DELETE) {
            removeChosen();
          }
        });
    list.getSelectionModel().selectedItemProperty().subscribe(_ -> fill());
    VBox.setVgrow(list, Priority.ALWAYS);
    RowMenu.on(list)
        .item(
            wording("BookmarksPane.go_to_this_bookmark"),
            () -> chosen().isPresent(),
            () -> chosen().ifPresent(go))
        .item("Rename", () -> chosen().isPresent(), name::requestFocus)
        .item(
            wording("BookmarksPane.edit_the_note"), () -> chosen().isPresent(), note::requestFocus)
        .item("Remove", () -> chosen().isPresent(), this::removeChosen);
    getChildren().addAll(list, form());
    watch = bookmarks.watch(this::show);
  }

  /// Whether there are no bookmarks yet.
  public boolean empty() {
    return list.getItems().isEmpty();
  }

  /// Stops following the bookmarks.
  public void close() {
    watch.run();
  }

  private VBox form() {
    name.setId("bookmark.name");
    name.setPromptText(wording("BookmarksPane.name"));
    name.setAccessibleText(wording("BookmarksPane.name_of_the_bookmark"));
    mark.setId("bookmark.mark");
    mark.getItems().setAll(BookmarkMark.values());
    mark.setConverter(new WordsConverter<>(each -> each.letter() + "  " + each.title()));
    mark.setAccessibleText(wording("BookmarksPane.colour_of_the_bookmark"));
    note.setId("bookmark.note");
    note.setPromptText(wording("BookmarksPane.note"));
    note.setAccessibleText(wording("BookmarksPane.note_of_the_bookmark"));
    remove.setId("bookmark.remove");
    Tooltips.on(remove, wording("BookmarksPane.remove_the_bookmark_delete"));
    remove.setAccessibleText(wording("BookmarksPane.remove_the_bookmark"));
    remove.setOnAction(_ -> removeChosen());
    for (TextField field : List.of(name, note)) {
      field.setOnAction(_ -> change());
      field
          .focusedProperty()
          .addListener((_, _, focused) -> {
            if (!focused) {
              change();
            }
          });
    }
    mark.valueProperty().addListener((_, _, _) -> change());
    HBox first = new HBox(6, name, remove);
    HBox.setHgrow(name, Priority.ALWAYS);
    remove.setMinWidth(USE_PREF_SIZE);
    VBox form = new VBox(6, first, mark, note);
    form.getStyleClass().add("hs-bookmark-form");
    return form;
  }

  private void show(BookmarkState state) {
    int place = list.getSelectionModel().getSelectedIndex();
    List<Bookmark> before = List.copyOf(list.getItems());
    showing = true;
    list.getItems().setAll(state.bookmarks());
    showing = false;
    Optional<Bookmark> added =
        state.bookmarks().stream().filter(bookmark -> !before.contains(bookmark)).findFirst();
    boolean more = state.bookmarks().size() > before.size();
    if (more && added.isPresent() && (!before.isEmpty() || state.bookmarks().size() == 1)) {
      list.getSelectionModel().select(added.get());
    } else if (!state.bookmarks().isEmpty()) {
      list.getSelectionModel().select(Math.clamp(place, 0, state.bookmarks().size() - 1));
    }
    fill();
  }

  private Optional<Bookmark> chosen() {
    return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
  }

  private void fill() {
    if (showing) {
      return;
    }
    change();
    showing = true;
    Optional<Bookmark> chosen = chosen();
    edited = chosen;
    name.setText(chosen.map(Bookmark::name).orElse(""));
    note.setText(chosen.map(Bookmark::note).orElse(""));
    chosen.map(Bookmark::mark).ifPresent(mark::setValue);
    List.of(name, mark, note, remove).forEach(input -> input.setDisable(chosen.isEmpty()));
    showing = false;
  }

  private void change() {
    if (showing) {
      return;
    }
    edited.ifPresent(old -> {
      Bookmark next = old.described(name.getText(), mark.getValue(), note.getText());
      if (!next.equals(old)) {
        edited = Optional.of(next);
        bookmarks.send(new BookmarkCommand.Update(old, next));
      }
    });
  }

  private void removeChosen() {
    chosen().ifPresent(old -> bookmarks.send(new BookmarkCommand.Remove(old)));
  }

  /// A bookmark in a list: its mark, name, place and note. FX thread.
  private static final class BookmarkCell extends ListCell<Bookmark> {
    private final Supplier<TrialIndex> trials;
    private final AgentNames names;

    BookmarkCell(Supplier<TrialIndex> trials, AgentNames names) {
      this.names = names;
      this.trials = trials;
    }

    @Override
    protected void updateItem(@Nullable Bookmark bookmark, boolean empty) {
      super.updateItem(bookmark, empty);
      if (empty || bookmark == null) {
        setGraphic(null);
        setAccessibleText("");
        return;
      }
      Label badge = new Label(Character.toString(bookmark.mark().letter()));
      badge.setStyle(String.format("-fx-background-color: #%06x;", bookmark.mark().onDark()));
      badge.getStyleClass().add("hs-bookmark-mark");
      badge.setMinWidth(USE_PREF_SIZE);
      Label title =
          new Label(bookmark.name().isBlank() ? wording("BookmarksPane.no_name") : bookmark.name());
      title.getStyleClass().add("text-bold");
      boolean there = bookmark.place().in(trials.get()).isPresent();
      String range = bookmark.ticks() > 1 ? wording("BookmarksPane.ticks", bookmark.ticks()) : "";
      String where =
          bookmark.place().words(names)
              + range
              + (there ? "" : wording("BookmarksPane.not_in_this_recording"));
      Label place = new Label(where);
      place.getStyleClass().add("text-muted");
      VBox words = new VBox(1, title, place);
      if (!bookmark.note().isBlank()) {
        Label note = new Label(bookmark.note());
        note.setWrapText(true);
        words.getChildren().add(note);
      }
      setGraphic(new HBox(8, badge, words));
      setAccessibleText(
          bookmark.name() + ", " + bookmark.mark().title() + ", " + where + ", " + bookmark.note());
    }
  }
}
