package dev.hindsight.inspector.bookmark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/// A moment that the user keeps, with a name and a note.
///
/// @param place where it begins, and its agent
/// @param ticks how many it covers, 1 for a single tick
/// @param name short
/// @param mark its colour and letter
/// @param note of any length, may be empty
/// @param extra keys of its file that this version does not know; kept and written back
public record Bookmark(
    BookmarkPlace place,
    int ticks,
    String name,
    BookmarkMark mark,
    String note,
    Map<String, JsonNode> extra) {
  /// Copies the map; the bookmark must cover at least one tick.
  public Bookmark {
    ticks = Math.max(1, ticks);
    extra = Map.copyOf(extra);
  }

  /// A new one.
  public Bookmark(BookmarkPlace place, int ticks, String name, BookmarkMark mark, String note) {
    this(place, ticks, name, mark, note, Map.of());
  }

  /// The same bookmark with another name, mark and note.
  public Bookmark described(String newName, BookmarkMark newMark, String newNote) {
    return new Bookmark(place, ticks, newName, newMark, newNote, extra);
  }
}
