package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What all kinds of recordings share: columns by name, and trials derived from them. Any thread.
abstract class ColumnedRollout implements Rollout {
  private final Map<String, Channel> channels = new LinkedHashMap<>();
  private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>();
  private Optional<Channel> observation = Optional.empty();
  private final TrialScan scan = new TrialScan(this);

  /// Adds a column; only during construction, in the order of the manifest.
  final void add(Channel column) {
    channels.put(column.spec().name(), column);
  }

  /// Makes the channel `observation` readable where each segment has a column of its own; called
  /// once all columns are added. It is not among [#channels()], which are the stored ones.
  final void composeObservation(ObservationLayout layout) {
    observation = ComposedObservation.of(layout, name -> Optional.ofNullable(channels.get(name)));
  }

  @Override
  public final TrialIndex trials() {
    return scan.index();
  }

  @Override
  public final Optional<Channel> channel(String name) {
    Optional<Channel> column = Optional.ofNullable(channels.get(name));
    return column.isEmpty() && name.equals("observation") ? observation : column;
  }

  @Override
  public final <T> T derived(Class<T> type, Function<Rollout, T> maker) {
    return type.cast(derived.computeIfAbsent(type, _ -> maker.apply(this)));
  }

  @Override
  public final List<Channel> channels() {
    return List.copyOf(channels.values());
  }

  /// Finds where trials begin: where the channel `trial` changes, or `trial_tick` decreases; a
  /// recording with neither is one span. Each tick is read once, when an index is requested. Any
  /// thread.
  private static final class TrialScan {
    private final Rollout rollout;
    private int[] starts = new int[16];
    private int[] numbers = new int[16];
    private int count;
    private int scanned;
    private long clock = -1;
    private @Nullable TrialIndex index;

    TrialScan(Rollout rollout) {
      this.rollout = rollout;
    }

    /// The trials of the present ticks.
    synchronized TrialIndex index() {
      int ticks = rollout.ticks();
      TrialIndex known = index;
      if (known != null && ticks == scanned) {
        return known;
      }
      Optional<Channel> trial = single(TrialIndex.COLUMN);
      Optional<Channel> trialTick = single("trial_tick");
      Flags flags = Flags.of(rollout);
      for (; scanned < ticks; scanned++) {
        int number = trial.isPresent() ? (int) trial.get().integer(scanned, 0) : 0;
        long now = trialTick.isPresent() ? trialTick.get().integer(scanned, 0) : scanned;
        if (count == 0 || number != numbers[count - 1] || now < clock || endedAtOnce(now, flags)) {
          begin(number);
        }
        clock = now;
      }
      index = new TrialIndex(Arrays.copyOf(starts, count), Arrays.copyOf(numbers, count), ticks);
      return index;
    }

    /// Whether the previous tick was a whole trial that neither its number nor its clock separates
    /// from the next one, which belongs to another episode.
    private boolean endedAtOnce(long now, Flags flags) {
      if (now != 0 || clock != 0) {
        return false;
      }
      return flags.trialEnded(scanned - 1) || flags.allEnded(scanned - 1);
    }

    private void begin(int number) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      starts[count] = scanned;
      numbers[count++] = number;
    }

    private Optional<Channel> single(String name) {
      return rollout.channel(name).filter(channel -> channel.rowLength() == 1);
    }
  }

  /// What ends trials and episodes, looked up once for a scan: recordings of episodes of one tick
  /// ask at every tick.
  private record Flags(
      int agents,
      Optional<Channel> trialEnded,
      Optional<Channel> terminal,
      Optional<Channel> truncation,
      Optional<Channel> removed) {
    static Flags of(Rollout rollout) {
      return new Flags(
          rollout.manifest().agents(),
          rollout.channel("trial_ended"),
          rollout.channel("terminal"),
          rollout.channel("truncation"),
          rollout.channel("removed"));
    }

    boolean trialEnded(int tick) {
      return is(trialEnded, tick, 0);
    }

    /// Whether the episode of every agent that was not in limbo ended with a tick, and not all were
    /// in limbo.
    boolean allEnded(int tick) {
      boolean ended = false;
      for (int agent = 0; agent < agents; agent++) {
        boolean away = is(removed, tick, agent);
        if (!away && !is(terminal, tick, agent) && !is(truncation, tick, agent)) {
          return false;
        }
        ended |= !away;
      }
      return ended;
    }

    private static boolean is(Optional<Channel> column, int tick, int agent) {
      return column.isPresent()
          && column.get().rowLength() > agent
          && column.get().integer(tick, agent) != 0;
    }
  }
}
