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
  record Update(Bookmark old, Bookmark next) implements BookmarkCommand {}

  /// What makes the second list of the first, done to the present one: what neither holds stays.
  record Revise(List<Bookmark> from, List<Bookmark> to) implements BookmarkCommand {
    /// Copies the lists.
    public Revise {
      from = List.copyOf(from);
      to = List.copyOf(to);
    }
  }
}
