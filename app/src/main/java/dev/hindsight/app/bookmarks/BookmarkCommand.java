package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.Bookmark;
import java.util.List;

/// Everything that changes the bookmarks of a recording.
public sealed interface BookmarkCommand {
  /// The file has been read; bookmarks added meanwhile stay.
  record Load(List<Bookmark> bookmarks) implements BookmarkCommand {
    /// Copies the list.
    public Load {
      bookmarks = List.copyOf(bookmarks);
    }
  }

  /// Another tab has changed the list; this is no change of the user in this one.
  record Follow(List<Bookmark> bookmarks) implements BookmarkCommand {
    /// Copies the list.
    public Follow {
      bookmarks = List.copyOf(bookmarks);
    }
  }

  /// Adds a bookmark.
  record Add(Bookmark bookmark) implements BookmarkCommand {}

  /// Removes a bookmark.
  record Remove(Bookmark bookmark) implements BookmarkCommand {}

  /// Replaces a bookmark by another.
  record Update(Bookmark old, Bookmark next) implements BookmarkCommand {}

  /// Applies the changes between two lists to the current one; bookmarks in neither list stay.
  record Revise(List<Bookmark> from, List<Bookmark> to) implements BookmarkCommand {
    /// Copies the lists.
    public Revise {
      from = List.copyOf(from);
      to = List.copyOf(to);
    }
  }
}
