package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for the bookmarks of the front recording.
final class BookmarkCommands {
  private final WindowContext window;

  private BookmarkCommands(WindowContext window) {
    this.window = window;
  }

  static List<AppCommand> of(WindowContext window) {
    BookmarkCommands commands = new BookmarkCommands(window);
    return List.of(
        commands.command(
            "toggle",
            wording("BookmarkCommands.add_or_remove_a_bookmark"),
            Material2AL.BOOKMARK_BORDER,
            "Shortcut+D",
            commands::toggle),
        commands.command(
            "loop",
            wording("BookmarkCommands.bookmark_the_loop"),
            Material2AL.BOOKMARKS,
            "Shortcut+Shift+D",
            commands::addLoop),
        commands.command(
            "next",
            wording("BookmarkCommands.next_bookmark"),
            Material2MZ.NAVIGATE_NEXT,
            "F2",
            document -> commands.go(document, SearchDirection.NEXT)),
        commands.command(
            "previous",
            wording("BookmarkCommands.previous_bookmark"),
            Material2MZ.NAVIGATE_BEFORE,
            wording("BookmarkCommands.shift_f2"),
            document -> commands.go(document, SearchDirection.PREVIOUS)));
  }

  private AppCommand command(
      String name, String title, Ikon icon, String keys, Consumer<Document> run) {
    return AppCommand.recording(
        "bookmark." + name, title, icon, keys, () -> document().ifPresent(run));
  }

  private void go(Document document, SearchDirection searchDirection) {
    document
        .timelineModel()
        .events()
        .go(new Landmark.Bookmarked(), searchDirection, window.background());
  }

  /// Removes the bookmarks at this place, whatever they cover; sets one if there are none.
  private void toggle(Document document) {
    TimelineModel timelineModel = document.timelineModel();
    if (document.rollout().ticks() == 0) {
      return;
    }
    BookmarkPlace here = place(document, timelineModel.timeline().state().tick());
    List<Bookmark> there =
        timelineModel.bookmarks().state().bookmarks().stream()
            .filter(bookmark -> bookmark.place().equals(here))
            .toList();
    there.forEach(bookmark -> timelineModel.bookmarks().send(new BookmarkCommand.Remove(bookmark)));
    if (there.isEmpty()) {
      add(document, Span.at(timelineModel.timeline().state().tick()));
    }
  }

  private void addLoop(Document document) {
    document.timeline().state().loop().ifPresent(range -> add(document, range));
  }

  private void add(Document document, Span range) {
    TimelineState state = document.timeline().state();
    BookmarkState known = document.timelineModel().bookmarks().state();
    BookmarkMark[] marks = BookmarkMark.values();
    Bookmark bookmark =
        new Bookmark(
            place(document, range.from()),
            range.ticks(),
            wording(
                "BookmarkCommands.tick",
                TickAddress.inRecording(state.axis().trials(), range.from())),
            marks[known.bookmarks().size() % marks.length],
            "");
    document.timelineModel().bookmarks().send(new BookmarkCommand.Add(bookmark));
  }

  private static BookmarkPlace place(Document document, int tick) {
    return BookmarkPlace.of(
        document.timeline().state().axis().trials(), tick, document.view().state().selected());
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }
}
