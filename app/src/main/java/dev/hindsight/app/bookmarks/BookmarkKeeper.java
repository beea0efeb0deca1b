package dev.hindsight.app.bookmarks;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Keeps the bookmarks of an open recording in the file beside it. FX thread; reads and writes in
/// the background, one after the other, and writes every change before the program ends.
public final class BookmarkKeeper {
  private final BookmarkFile file;
  private final Store<BookmarkState, BookmarkCommand> bookmarks;
  private final BackgroundTasks backgroundTasks;
  private final Consumer<Notice> tell;
  private List<Bookmark> written = List.of();

  private BookmarkKeeper(
      Path rollout,
      Store<BookmarkState, BookmarkCommand> bookmarks,
      BackgroundTasks backgroundTasks,
      Consumer<Notice> tell) {
    this.file = new BookmarkFile(rollout);
    this.bookmarks = bookmarks;
    this.backgroundTasks = backgroundTasks;
    this.tell = tell;
  }

  /// Reads the file, then writes it whenever the bookmarks change.
  ///
  /// @param tell receives a message about a file that cannot be read or written
  public static void attach(
      Path rollout,
      Store<BookmarkState, BookmarkCommand> bookmarks,
      BackgroundTasks backgroundTasks,
      Consumer<Notice> tell) {
    BookmarkKeeper keeper = new BookmarkKeeper(rollout, bookmarks, backgroundTasks, tell);
    bookmarks.watch(keeper::keep);
    backgroundTasks.startEssential(
        wording("BookmarkKeeper.reading_bookmarks"), (_, _) -> keeper.file.read(), keeper::read);
  }

  private void read(List<Bookmark> found) {
    if (bookmarks.state().bookmarks().isEmpty()) {
      written = found;
    }
    bookmarks.send(new BookmarkCommand.Load(found));
  }

  private void keep(BookmarkState state) {
    List<Bookmark> now = state.bookmarks();
    if (!now.equals(written)) {
      written = now;
      backgroundTasks.startEssential(
          wording("BookmarkKeeper.writing_bookmarks"),
          (_, _) -> file.write(now),
          aside -> aside.ifPresent(this::moved));
    }
  }

  private void moved(Path aside) {
    tell.accept(
        new Notice.Trouble(
            wording("BookmarkKeeper.the_bookmarks_file_changed_outside"),
            aside.toString(),
            wording("BookmarkKeeper.compare_the_two_files")));
  }
}
