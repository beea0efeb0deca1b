package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A recording without the columns whose names begin so.
record WithoutChannels(Rollout whole, String prefix) implements Rollout {
  @Override
  public Path file() {
    return whole.file();
  }

  @Override
  public Manifest manifest() {
    return whole.manifest();
  }

  @Override
  public int ticks() {
    return whole.ticks();
  }

  @Override
  public TrialIndex trials() {
    return whole.trials();
  }

  @Override
  public boolean complete() {
    return whole.complete();
  }

  @Override
  public Optional<Channel> channel(String name) {
    return name.startsWith(prefix) ? Optional.empty() : whole.channel(name);
  }

  @Override
  public List<Channel> channels() {
    return whole.channels().stream()
        .filter(channel -> !channel.spec().name().startsWith(prefix))
        .toList();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return whole.fixed(name);
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return whole.last(name);
  }

  @Override
  public Optional<Summary> summary() {
    return whole.summary();
  }

  @Override
  public void close() {
    whole.close();
  }
}
