package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.function.Supplier;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// A bookmark in a list: its mark, name, place and note. FX thread.
final class BookmarkCell extends ListCell<Bookmark> {
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
    Label title = new Label(bookmark.name().isBlank() ? "(no name)" : bookmark.name());
    title.getStyleClass().add("text-bold");
    boolean there = bookmark.place().in(trials.get()).isPresent();
    String range = bookmark.ticks() > 1 ? ", " + bookmark.ticks() + " ticks" : "";
    String where =
        bookmark.place().words(names) + range + (there ? "" : " – not in this recording");
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
