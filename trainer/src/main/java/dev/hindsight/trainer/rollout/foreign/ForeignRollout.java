package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A converted recording under the name of the folder it came from: bookmarks and titles are that
/// folder's.
///
/// @param folder as the user named it
/// @param converted what is read
record ForeignRollout(Path folder, Rollout converted) implements Rollout {
  @Override
  public Path file() {
    return folder;
  }

  @Override
  public Manifest manifest() {
    return converted.manifest();
  }

  @Override
  public int ticks() {
    return converted.ticks();
  }

  @Override
  public TrialIndex trials() {
    return converted.trials();
  }

  @Override
  public boolean complete() {
    return converted.complete();
  }

  @Override
  public Optional<Channel> channel(String name) {
    return converted.channel(name);
  }

  @Override
  public List<Channel> channels() {
    return converted.channels();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return converted.fixed(name);
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return converted.last(name);
  }

  @Override
  public Optional<Summary> summary() {
    return converted.summary();
  }

  @Override
  public void close() {
    converted.close();
  }
}
