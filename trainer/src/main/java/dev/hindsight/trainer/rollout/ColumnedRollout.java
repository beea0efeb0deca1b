package dev.hindsight.trainer.rollout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// What recordings of every make have alike: columns by name, and trials read from them. Any
/// thread.
abstract class ColumnedRollout implements Rollout {
  private final Map<String, Channel> channels = new LinkedHashMap<>();
  private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>();
  private final TrialScan scan = new TrialScan(this);

  /// Takes in a column; only while the recording is constructed, in the order of the manifest.
  final void add(Channel column) {
    channels.put(column.spec().name(), column);
  }

  @Override
  public final TrialIndex trials() {
    return scan.index();
  }

  @Override
  public final Optional<Channel> channel(String name) {
    return Optional.ofNullable(channels.get(name));
  }

  @Override
  public final <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return type.cast(derived.computeIfAbsent(type, _ -> maker.apply(this)));
  }

  @Override
  public final List<Channel> channels() {
    return List.copyOf(channels.values());
  }
}
