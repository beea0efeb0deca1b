package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.function.Function;

/// A converted recording under the name of the folder it came from: bookmarks and titles are that
/// folder's.
///
/// @param file the folder, as the user named it
/// @param real what is read
record ForeignRollout(Path file, Rollout real) implements ForwardingRollout {
  /// Its columns are those of what is read.
  @Override
  public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return real.derived(type, maker);
  }
}
