package dev.hindsight.trainer.rollout;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An open recording: columns by name, any tick in constant time, from any thread.
///
/// Row t of every channel describes the world that the policy observed at tick t, before it acted,
/// and the action it chose; `reward`, `terminal`, `truncation` and `trial_ended` of row t are the
/// results of that action.
public interface Rollout extends AutoCloseable {
  /// The file it was read from.
  Path file();

  /// What made it, from what, with which columns.
  Manifest manifest();

  /// Number of ticks T; rows are 0..T-1. Grows while a growing recording is followed.
  int ticks();

  /// Where trials begin and end.
  TrialIndex trials();

  /// Whether the recording was finished properly; one that was cut off holds the ticks that reached
  /// the disk.
  boolean complete();

  /// Whether more ticks may still come, as far as is known: false for one that was cut off, once
  /// its reader knows that nothing writes it any more.
  default boolean growing() {
    return !complete();
  }

  /// A column by name; empty if the recording does not have it.
  Optional<Channel> channel(String name);

  /// All columns, in the order of the manifest.
  List<Channel> channels();

  /// An array of the folder `static/`, read on first use and kept.
  Optional<NpyArray> fixed(String name);

  /// An array of the folder `final/`: a channel's row T, after the last step.
  Optional<NpyArray> last(String name);

  /// Rows that only few ticks of a chunk have, from the folder `sparse/`; empty if none has one,
  /// and while the recording is being made by this process.
  ///
  /// @param chunk from 0
  default Optional<NpyArray> sparse(String name, int chunk) {
    return Optional.empty();
  }

  /// The closing summary; empty for a recording that was cut off.
  Optional<Summary> summary();

  /// Why there are not more ticks, in a clause: "it was cut off after 256 ticks"; empty for a
  /// complete recording, and for one that this process is making.
  default Optional<String> unfinished() {
    return Optional.empty();
  }

  /// What to know of the numbers that were read so far, each in a clause: whether there are
  /// [more][#unfinished], and which arrays were replaced after the recording was written. Also
  /// works after it was closed.
  default List<String> notes() {
    return unfinished().stream().toList();
  }

  /// A value derived from this recording once and kept as long as the recording. Any thread, so the
  /// value must be thread-safe. A recording that overrides some columns of another keeps nothing,
  /// because values kept by the other one may not hold for it.
  ///
  /// @param maker called at the first request for the type; it reads nothing yet
  default <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return maker.apply(this);
  }

  /// Unmaps the file. Reading afterwards throws [IllegalStateException].
  @Override
  void close();
}
