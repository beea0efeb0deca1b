package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.Bookmark;
import java.util.List;

/// Everything that changes the bookmarks of a recording.
public sealed interface BookmarkCommand {
  /// The file has been read; what was added meanwhile stays.
  record Load(List<Bookmark> bookmarks) implements BookmarkCommand {
    /// Copies the list.
    public Load {
      bookmarks = List.copyOf(bookmarks);
    }
  }

  /// One more.
  record Add(Bookmark bookmark) implements BookmarkCommand {}

  /// One less.
  record Remove(Bookmark bookmark) implements BookmarkCommand {}

  /// Another in the place of one.
  record Change(Bookmark old, Bookmark next) implements BookmarkCommand {}

  /// As before the last change.
  record Undo() implements BookmarkCommand {}

  /// As after the change that was undone.
  record Redo() implements BookmarkCommand {}
}
