package dev.hindsight.app.bookmarks;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.ListsByKind;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The bookmarks of the open recordings, each list in the file beside its recording. All tabs of a
/// recording share one list; what can be undone stays with the tab. FX thread; reads and writes in
/// the background, one after the other, and writes every change before the program ends.
public final class BookmarkLists {
  private final ListsByKind<Bookmark, BookmarkState, BookmarkCommand> lists;

  /// How many tabs follow each list.
  private final Map<String, Integer> tabs = new HashMap<>();

  /// @param tell receives on the FX thread a message about a file that was set aside
  public BookmarkLists(BackgroundTasks backgroundTasks, Consumer<Notice> tell) {
    lists =
        new ListsByKind<>(
            backgroundTasks,
            new BookmarkRules(
                aside -> backgroundTasks.runOnOwner(() -> tell.accept(moved(aside)))));
  }

  private static Notice moved(Path aside) {
    return new Notice.Trouble(
        wording("BookmarkLists.the_bookmarks_file_changed_outside"),
        aside.toString(),
        wording("BookmarkLists.compare_the_two_files"));
  }

  /// Makes the bookmarks of a tab those of the recording's file: each follows the other.
  ///
  /// @param tab the bookmarks of a tab that has just opened: none
  /// @return ends this when run once, after the tab has closed
  public Runnable attach(Path rollout, Store<BookmarkState, BookmarkCommand> tab) {
    String key = rollout.toAbsolutePath().normalize().toString();
    Store<BookmarkState, BookmarkCommand> list = lists.of(key);
    tabs.merge(key, 1, Integer::sum);
    Runnable edited = tab.watch(new Edits(tab.state(), list));
    Runnable followed =
        list.watch(state -> tab.send(new BookmarkCommand.Follow(state.bookmarks())));
    return () -> {
      edited.run();
      followed.run();
      int left = tabs.getOrDefault(key, 1) - 1;
      if (left > 0) {
        tabs.put(key, left);
      } else {
        tabs.remove(key);
        lists.forget(key);
      }
    };
  }

  /// Passes on what the user changes in one tab.
  private static final class Edits implements Consumer<BookmarkState> {
    private final Store<BookmarkState, BookmarkCommand> list;
    private BookmarkState known;

    Edits(BookmarkState known, Store<BookmarkState, BookmarkCommand> list) {
      this.known = known;
      this.list = list;
    }

    @Override
    public void accept(BookmarkState now) {
      BookmarkState before = known;
      known = now;
      if (now.edits() != before.edits()) {
        list.send(new BookmarkCommand.Revise(before.bookmarks(), now.bookmarks()));
      }
    }
  }

  /// Lists by the path of their recording. A file that cannot be read is told once; the first
  /// change then sets it aside. Jobs one after the other use this.
  private static final class BookmarkRules
      implements ListsByKind.Rules<Bookmark, BookmarkState, BookmarkCommand> {
    private final Consumer<Path> aside;
    private final Map<String, BookmarkFile> files = new ConcurrentHashMap<>();
    private final Set<String> unreadable = new HashSet<>();

    BookmarkRules(Consumer<Path> aside) {
      this.aside = aside;
    }

    private BookmarkFile file(String path) {
      return files.computeIfAbsent(path, key -> new BookmarkFile(Path.of(key)));
    }

    @Override
    public Store<BookmarkState, BookmarkCommand> empty() {
      return new Store<>(BookmarkState.EMPTY, BookmarkState::apply);
    }

    @Override
    public List<Bookmark> items(BookmarkState state) {
      return state.bookmarks();
    }

    @Override
    public BookmarkCommand load(List<Bookmark> stored) {
      return new BookmarkCommand.Load(stored);
    }

    @Override
    public String reading() {
      return wording("BookmarkLists.reading_bookmarks");
    }

    @Override
    public String writing() {
      return wording("BookmarkLists.writing_bookmarks");
    }

    @Override
    public List<Bookmark> read(String path) {
      try {
        List<Bookmark> found = file(path).read();
        unreadable.remove(path);
        return found;
      } catch (Problem problem) {
        if (unreadable.add(path)) {
          throw problem;
        }
        return List.of();
      }
    }

    @Override
    public void write(String path, List<Bookmark> items) {
      file(path).write(items).ifPresent(aside);
      unreadable.remove(path);
    }
  }
}
