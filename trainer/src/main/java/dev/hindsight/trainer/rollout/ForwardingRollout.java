package dev.hindsight.trainer.rollout;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A recording that forwards to another one, except for what is overridden.
public interface ForwardingRollout extends Rollout {
  /// The other recording.
  Rollout real();

  @Override
  default Path file() {
    return real().file();
  }

  @Override
  default Manifest manifest() {
    return real().manifest();
  }

  @Override
  default int ticks() {
    return real().ticks();
  }

  @Override
  default TrialIndex trials() {
    return real().trials();
  }

  @Override
  default boolean complete() {
    return real().complete();
  }

  @Override
  default boolean growing() {
    return real().growing();
  }

  @Override
  default Optional<Channel> channel(String name) {
    return real().channel(name);
  }

  @Override
  default List<Channel> channels() {
    return real().channels();
  }

  @Override
  default Optional<NpyArray> fixed(String name) {
    return real().fixed(name);
  }

  @Override
  default Optional<NpyArray> last(String name) {
    return real().last(name);
  }

  @Override
  default Optional<NpyArray> sparse(String name, int chunk) {
    return real().sparse(name, chunk);
  }

  @Override
  default Optional<Summary> summary() {
    return real().summary();
  }

  @Override
  default Optional<String> unfinished() {
    return real().unfinished();
  }

  @Override
  default List<String> notes() {
    return real().notes();
  }

  @Override
  default void close() {
    real().close();
  }
}
