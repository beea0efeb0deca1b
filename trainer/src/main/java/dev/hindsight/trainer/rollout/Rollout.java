package dev.hindsight.trainer.rollout;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An open recording: columns by name, any tick at once, from any thread.
///
/// Row t of every channel describes the world the policy saw at tick t, before it acted, and the
/// action it chose; `reward`, `terminal`, `truncation` and `trial_ended` of row t are the results
/// of that action.
public interface Rollout extends AutoCloseable {
  /// The file it was read from.
  Path file();

  /// Who made it, from what, with which columns.
  Manifest manifest();

  /// Number of ticks T; rows are 0..T-1. Grows while a live recording is followed.
  int ticks();

  /// Where trials begin and end.
  TrialIndex trials();

  /// Whether the recording was finished properly; a cut-off one holds the ticks that reached the
  /// disk.
  boolean complete();

  /// A column by name, or nothing where the recording does not have it.
  Optional<Channel> channel(String name);

  /// All columns, in the order of the manifest.
  List<Channel> channels();

  /// An array of the folder `static/`, read on first use and kept.
  Optional<NpyArray> fixed(String name);

  /// An array of the folder `final/`: a channel's row T, after the last step.
  Optional<NpyArray> last(String name);

  /// The closing summary; nothing for a recording that was cut off.
  Optional<Summary> summary();

  /// Something that is worked out of this recording once and kept as long as it is. Any thread, so
  /// what is kept must be for any thread too. A recording that is another one but for some columns
  /// keeps nothing: what the other one keeps need not be true of it.
  ///
  /// @param maker called when the type is first asked for; it reads nothing yet
  default <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return maker.apply(this);
  }

  /// Unmaps the file. Reading afterwards throws [IllegalStateException].
  @Override
  void close();
}
