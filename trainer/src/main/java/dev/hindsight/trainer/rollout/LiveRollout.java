package dev.hindsight.trainer.rollout;

import java.nio.file.Path;
import java.util.Optional;

/// A recording under way, seen by one follower. Any thread.
final class LiveRollout extends ColumnedRollout {
  private final LiveState state;
  private final LiveFile file;

  LiveRollout(LiveState state) {
    this.state = state;
    file = new LiveFile(state);
    for (int c = 0; c < state.columns().size(); c++) {
      Column column = state.columns().get(c);
      add(new LiveChannel(column, c, state.ring(), file));
    }
  }

  @Override
  public Path file() {
    return state.path();
  }

  @Override
  public Manifest manifest() {
    return state.manifest();
  }

  @Override
  public int ticks() {
    return state.ring().ticks();
  }

  @Override
  public boolean complete() {
    return state.summary().isPresent();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return state.array("static/" + name + ".npy");
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return state.array("final/" + name + ".npy");
  }

  @Override
  public Optional<Summary> summary() {
    return state.summary();
  }

  @Override
  public void close() {
    file.close();
  }
}
