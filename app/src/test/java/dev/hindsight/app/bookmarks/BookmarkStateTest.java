package dev.hindsight.app.bookmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import java.util.List;
import org.junit.jupiter.api.Test;

class BookmarkStateTest {
  private static final Bookmark MINE = bookmark(3);
  private static final Bookmark READ = bookmark(7);

  private static Bookmark bookmark(int tick) {
    return new Bookmark(new BookmarkPlace(0, 0, tick, 1), 1, "Tick " + tick, BookmarkMark.BLUE, "");
  }

  @Test
  void undoingLeavesWhatWasReadMeanwhile() {
    BookmarkState before = BookmarkState.EMPTY;
    BookmarkState after = before.apply(new BookmarkCommand.Add(MINE));
    BookmarkState read = after.apply(new BookmarkCommand.Load(List.of(READ)));

    BookmarkState undone =
        read.apply(new BookmarkCommand.Revise(after.bookmarks(), before.bookmarks()));
    assertEquals(List.of(READ), undone.bookmarks());
    assertEquals(
        List.of(MINE, READ),
        undone
            .apply(new BookmarkCommand.Revise(before.bookmarks(), after.bookmarks()))
            .bookmarks());
  }

  @Test
  void readingTheFileIsNoEdit() {
    assertEquals(0, BookmarkState.EMPTY.apply(new BookmarkCommand.Load(List.of(READ))).edits());
    assertEquals(1, BookmarkState.EMPTY.apply(new BookmarkCommand.Add(MINE)).edits());
  }
}
