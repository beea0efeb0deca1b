package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/// The bookmarks of a recording.
///
/// @param bookmarks in the order of their places
/// @param edits how often the user has changed them; reading the file does not count
public record BookmarkState(List<Bookmark> bookmarks, int edits) {
  // Before the constants that use it.
  private static final Comparator<Bookmark> ORDER =
      Comparator.comparing(
          Bookmark::place,
          Comparator.comparingInt(BookmarkPlace::episode)
              .thenComparingInt(BookmarkPlace::trial)
              .thenComparingInt(BookmarkPlace::tick)
              .thenComparingInt(BookmarkPlace::agent));

  /// No bookmarks.
  public static final BookmarkState EMPTY = new BookmarkState(List.of(), 0);

  /// Copies the list.
  public BookmarkState {
    bookmarks = bookmarks.stream().sorted(ORDER).toList();
  }

  /// A bookmark and the tick it is at in this recording.
  public record PlacedBookmark(Bookmark bookmark, int tick) {}

  /// The bookmarks that the recording has a tick for.
  public List<PlacedBookmark> placed(TrialIndex trials) {
    List<PlacedBookmark> found = new ArrayList<>();
    for (Bookmark bookmark : bookmarks) {
      OptionalInt tick = bookmark.place().in(trials);
      tick.ifPresent(at -> found.add(new PlacedBookmark(bookmark, at)));
    }
    return found;
  }

  /// The state after a command; ignores bookmarks that are not in the list.
  public BookmarkState apply(BookmarkCommand command) {
    return switch (command) {
      case BookmarkCommand.Load load -> {
        List<Bookmark> both = new ArrayList<>(load.bookmarks());
        bookmarks.stream().filter(present -> !both.contains(present)).forEach(both::add);
        yield new BookmarkState(both, edits);
      }
      case BookmarkCommand.Follow follow -> new BookmarkState(follow.bookmarks(), edits);
      case BookmarkCommand.Add add -> {
        List<Bookmark> more = new ArrayList<>(bookmarks);
        more.add(add.bookmark());
        yield changed(more);
      }
      case BookmarkCommand.Remove remove -> {
        List<Bookmark> fewer = new ArrayList<>(bookmarks);
        yield fewer.remove(remove.bookmark()) ? changed(fewer) : this;
      }
      case BookmarkCommand.Update update -> {
        List<Bookmark> other = new ArrayList<>(bookmarks);
        int place = other.indexOf(update.old());
        if (place < 0 || update.old().equals(update.next())) {
          yield this;
        }
        other.set(place, update.next());
        yield changed(other);
      }
      case BookmarkCommand.Revise revise -> {
        List<Bookmark> other = new ArrayList<>(bookmarks);
        revise.from().stream().filter(old -> !revise.to().contains(old)).forEach(other::remove);
        revise.to().stream()
            .filter(next -> !revise.from().contains(next) && !other.contains(next))
            .forEach(other::add);
        yield changed(other);
      }
    };
  }

  private BookmarkState changed(List<Bookmark> next) {
    return new BookmarkState(next, edits + 1);
  }
}
