package dev.hindsight.app.bookmarks;

import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/// The bookmarks of a recording, and what they were before.
///
/// @param bookmarks in the order of their places
/// @param past earlier lists, newest last, at most [#STEPS]
/// @param future lists that were undone, newest last
public record BookmarkState(
    List<Bookmark> bookmarks, List<List<Bookmark>> past, List<List<Bookmark>> future) {
  // Before the constants that need it.
  private static final Comparator<Bookmark> ORDER =
      Comparator.comparing(
          Bookmark::place,
          Comparator.comparingInt(BookmarkPlace::episode)
              .thenComparingInt(BookmarkPlace::trial)
              .thenComparingInt(BookmarkPlace::tick)
              .thenComparingInt(BookmarkPlace::agent));

  /// No bookmarks.
  public static final BookmarkState EMPTY = new BookmarkState(List.of(), List.of(), List.of());

  /// How many changes can be undone.
  static final int STEPS = 100;

  /// Copies the lists.
  public BookmarkState {
    bookmarks = bookmarks.stream().sorted(ORDER).toList();
    past = List.copyOf(past);
    future = List.copyOf(future);
  }

  /// A bookmark and the tick it is at in this recording.
  public record Placed(Bookmark bookmark, int tick) {}

  /// Those that the recording has a tick for.
  public List<Placed> placed(TrialIndex trials) {
    List<Placed> found = new ArrayList<>();
    for (Bookmark bookmark : bookmarks) {
      OptionalInt tick = bookmark.place().in(trials);
      tick.ifPresent(at -> found.add(new Placed(bookmark, at)));
    }
    return found;
  }

  /// The state after a command; what is not in the list is neither removed nor changed.
  public BookmarkState apply(BookmarkCommand command) {
    return switch (command) {
      case BookmarkCommand.Load load -> {
        List<Bookmark> both = new ArrayList<>(load.bookmarks());
        bookmarks.stream().filter(present -> !both.contains(present)).forEach(both::add);
        yield new BookmarkState(both, past, future);
      }
      case BookmarkCommand.Add add -> {
        List<Bookmark> more = new ArrayList<>(bookmarks);
        more.add(add.bookmark());
        yield changed(more);
      }
      case BookmarkCommand.Remove remove -> {
        List<Bookmark> fewer = new ArrayList<>(bookmarks);
        yield fewer.remove(remove.bookmark()) ? changed(fewer) : this;
      }
      case BookmarkCommand.Change change -> {
        List<Bookmark> other = new ArrayList<>(bookmarks);
        int place = other.indexOf(change.old());
        if (place < 0 || change.old().equals(change.next())) {
          yield this;
        }
        other.set(place, change.next());
        yield changed(other);
      }
      case BookmarkCommand.Undo _ ->
          past.isEmpty()
              ? this
              : new BookmarkState(
                  past.getLast(), past.subList(0, past.size() - 1), with(future, bookmarks));
      case BookmarkCommand.Redo _ ->
          future.isEmpty()
              ? this
              : new BookmarkState(
                  future.getLast(), with(past, bookmarks), future.subList(0, future.size() - 1));
    };
  }

  private BookmarkState changed(List<Bookmark> next) {
    return new BookmarkState(next, with(past, bookmarks), List.of());
  }

  private static List<List<Bookmark>> with(List<List<Bookmark>> lists, List<Bookmark> newest) {
    List<List<Bookmark>> all = new ArrayList<>(lists);
    all.add(newest);
    return all.subList(Math.max(0, all.size() - STEPS), all.size());
  }
}
