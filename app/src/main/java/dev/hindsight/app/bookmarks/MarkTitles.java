package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/// Writes marks as `B blue`; nothing is read back.
final class MarkTitles extends StringConverter<BookmarkMark> {
  @Override
  public String toString(@Nullable BookmarkMark mark) {
    return mark == null ? "" : mark.letter() + "  " + mark.title();
  }

  @Override
  public BookmarkMark fromString(String text) {
    throw new UnsupportedOperationException("marks are chosen, not typed");
  }
}
