package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// A recording made of arrays, for tests that need one in a line or two.
public final class MemoryRollout implements Rollout {
  private final String environment;
  private final int agents;
  private final int ticks;
  private int shown;
  private final int trialCount;
  private int timeoutTicks;
  private ObservationLayout layout = new ObservationLayout(List.of());
  private final Map<String, Channel> channels = new LinkedHashMap<>();
  private final Map<String, NpyArray> fixed = new LinkedHashMap<>();
  private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>();
  private Manifest.PolicyInfo policy = new Manifest.PolicyInfo("none", "", "", "random");
  private Map<String, JsonNode> extra = Map.of();
  private Map<String, JsonNode> config = Map.of();
  private Optional<Summary> summary = Optional.empty();
  private final AtomicReference<Optional<TrialIndex>> trials =
      new AtomicReference<>(Optional.empty());

  /// A recording without any channel yet.
  ///
  /// @param trialCount K
  public MemoryRollout(String environment, int agents, int ticks, int trialCount) {
    this.environment = environment;
    this.agents = agents;
    this.ticks = ticks;
    this.shown = ticks;
    this.trialCount = trialCount;
  }

  /// A value of a channel under construction.
  @FunctionalInterface
  public interface Value {
    /// @param index position in the row, C order
    double at(int tick, int index);
  }

  /// Adds a channel, computed once.
  ///
  /// @param rowShape sizes of the axes after `tick`
  public MemoryRollout with(String name, Dtype dtype, Value value, int... rowShape) {
    trials.set(Optional.empty());
    // An axis as long as there are agents is theirs, as in every file.
    Object[] axes = Arrays.stream(rowShape).boxed().toArray();
    if (axes.length > 0 && agents > 0 && rowShape[0] == agents) {
      axes[0] = "agent";
    }
    return with(ChannelSpec.perTick(name, dtype, "", "", axes), value, rowShape);
  }

  /// Adds a channel that says what it holds, computed once.
  ///
  /// @param rowShape sizes of the axes after `tick`
  public MemoryRollout with(ChannelSpec spec, Value value, int... rowShape) {
    trials.set(Optional.empty());
    channels.put(spec.name(), new MemoryChannel(spec, value, ticks, rowShape));
    return changed();
  }

  /// Describes a channel, added before, otherwise.
  public MemoryRollout describing(String name, UnaryOperator<ChannelSpec> change) {
    channels.computeIfPresent(
        name,
        (_, channel) -> {
          MemoryChannel old = (MemoryChannel) channel;
          return new MemoryChannel(change.apply(old.spec), old.rowShape, old.rowLength, old.values);
        });
    return changed();
  }

  /// Adds an array without a tick axis.
  public MemoryRollout with(String name, NpyArray array) {
    fixed.put(name, array);
    return changed();
  }

  /// Says what the observation means.
  public MemoryRollout with(ObservationLayout observation) {
    layout = observation;
    return changed();
  }

  /// Sets how far it has come: a growing recording.
  public void comeTo(int tick) {
    shown = tick;
    trials.set(Optional.empty());
  }

  /// Sets the time limit of a trial.
  public MemoryRollout withTimeout(int ticksPerTrial) {
    timeoutTicks = ticksPerTrial;
    return changed();
  }

  /// Adds entries to the manifest.
  public MemoryRollout withExtra(Map<String, JsonNode> keys) {
    extra = Map.copyOf(keys);
    return changed();
  }

  /// Sets the knobs of its environment.
  public MemoryRollout configured(Map<String, JsonNode> knobs) {
    config = Map.copyOf(knobs);
    return changed();
  }

  /// Gives it a closing summary.
  public MemoryRollout with(Summary closing) {
    summary = Optional.of(closing);
    return changed();
  }

  /// Sets the policy.
  public MemoryRollout by(Manifest.PolicyInfo acting) {
    policy = acting;
    return changed();
  }

  /// Leaves a channel out again.
  public MemoryRollout without(String name) {
    trials.set(Optional.empty());
    channels.remove(name);
    fixed.remove(name);
    return changed();
  }

  @Override
  public Path file() {
    return Path.of("memory.rollout");
  }

  @Override
  public Manifest manifest() {
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        "a test",
        "",
        new Manifest.EnvironmentInfo(environment, config, "1"),
        policy,
        0,
        agents,
        0.1,
        new Manifest.Trials(trialCount, timeoutTicks),
        256,
        layout,
        channels.values().stream().map(Channel::spec).toList(),
        List.of(),
        extra);
  }

  @Override
  public int ticks() {
    return shown;
  }

  @Override
  public TrialIndex trials() {
    return trials
        .updateAndGet(known -> known.isPresent() ? known : Optional.of(findTrials()))
        .orElseThrow();
  }

  private TrialIndex findTrials() {
    List<Integer> starts = new ArrayList<>();
    Optional<Channel> trial = channel("trial");
    for (int tick = 0; tick < shown; tick++) {
      int at = tick;
      boolean begins =
          tick == 0 || trial.map(c -> c.value(at, 0) != c.value(at - 1, 0)).orElse(false);
      if (begins) {
        starts.add(tick);
      }
    }
    int[] first = starts.stream().mapToInt(Integer::intValue).toArray();
    int[] numbers =
        Arrays.stream(first).map(t -> trial.map(c -> (int) c.value(t, 0)).orElse(0)).toArray();
    return new TrialIndex(first, numbers, shown);
  }

  @Override
  public boolean complete() {
    return shown == ticks;
  }

  @Override
  public Optional<Channel> channel(String name) {
    Optional<Channel> column = Optional.ofNullable(channels.get(name));
    return column.isEmpty() && name.equals("observation")
        ? ComposedObservation.of(layout, segment -> Optional.ofNullable(channels.get(segment)))
        : column;
  }

  @Override
  public List<Channel> channels() {
    return List.copyOf(channels.values());
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return Optional.ofNullable(fixed.get(name));
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Summary> summary() {
    return summary;
  }

  /// What was derived does not hold for it any more.
  private MemoryRollout changed() {
    derived.clear();
    return this;
  }

  @Override
  public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return type.cast(derived.computeIfAbsent(type, _ -> maker.apply(this)));
  }

  @Override
  public void close() {}

  private record MemoryChannel(ChannelSpec spec, int[] rowShape, int rowLength, double[] values)
      implements Channel {
    MemoryChannel(ChannelSpec spec, Value value, int ticks, int... rowShape) {
      int length = Arrays.stream(rowShape).reduce(1, Math::multiplyExact);
      double[] values =
          IntStream.range(0, ticks * length)
              .mapToDouble(i -> value.at(i / length, i % length))
              .toArray();
      this(spec, rowShape, length, values);
    }

    @Override
    public double value(int tick, int index) {
      return values[tick * rowLength + index];
    }
  }
}
