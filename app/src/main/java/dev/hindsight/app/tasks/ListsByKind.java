package dev.hindsight.app.tasks;

import dev.hindsight.app.model.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lists that the user makes, one for each kind of environment or for each recording, shared by all
/// tabs that show it: read on the first request, written after every change. FX thread; reads and
/// writes files in the background, one after the other.
///
/// Nothing is written before the file has been read, so that an unreadable file stays untouched. A
/// change then reads it again, because the user may have mended it, and fails again if not.
///
/// @param <T> an item of a list
/// @param <S> the state of a list
/// @param <C> what changes it
public final class ListsByKind<T, S, C> {
  private final BackgroundTasks backgroundTasks;
  private final Rules<T, S, C> rules;
  private final Map<String, Store<S, C>> lists = new HashMap<>();

  /// How such lists are stored and changed.
  public interface Rules<T, S, C> {
    /// A list with nothing in it.
    Store<S, C> empty();

    /// The items of a list.
    List<T> items(S state);

    /// The command that puts stored items before those that were added meanwhile.
    C load(List<T> stored);

    /// Describes reading, for users.
    String reading();

    /// Describes writing, for users.
    String writing();

    /// The stored items of a kind; none if there is no file. Blocks.
    List<T> read(String kind);

    /// Stores the items of a kind. Blocks.
    void write(String kind, List<T> items);
  }

  /// Lists that are read and written as the rules say.
  public ListsByKind(BackgroundTasks backgroundTasks, Rules<T, S, C> rules) {
    this.backgroundTasks = backgroundTasks;
    this.rules = rules;
  }

  /// The list of a kind.
  public Store<S, C> of(String kind) {
    Store<S, C> known = lists.get(kind);
    if (known != null) {
      return known;
    }
    Store<S, C> list = rules.empty();
    lists.put(kind, list);
    new SavedList(kind, list).begin();
    return list;
  }

  /// Drops a list that is not shown any more; the next request reads its file again.
  public void forget(String kind) {
    lists.remove(kind);
  }

  private final class SavedList {
    private final String kind;
    private final Store<S, C> list;

    /// What the file holds; empty until it has been read.
    private Optional<List<T>> stored = Optional.empty();

    SavedList(String kind, Store<S, C> list) {
      this.kind = kind;
      this.list = list;
    }

    void begin() {
      List<T> atFirst = rules.items(list.state());
      read();
      list.watch(state -> {
        List<T> now = rules.items(state);
        if (stored.isPresent()) {
          write(now);
        } else if (!now.equals(atFirst)) {
          read();
        }
      });
    }

    private void read() {
      backgroundTasks.startEssential(
          rules.reading(),
          (_, _) -> rules.read(kind),
          found -> {
            if (stored.isEmpty()) {
              stored = Optional.of(found);
              list.send(rules.load(found));
              write(rules.items(list.state()));
            }
          });
    }

    private void write(List<T> now) {
      if (!stored.equals(Optional.of(now))) {
        stored = Optional.of(now);
        backgroundTasks.startEssential(
            rules.writing(),
            (_, _) -> {
              rules.write(kind, now);
              return true;
            },
            _ -> {});
      }
    }
  }
}
