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
      for (; scanned < ticks; scanned++) {
        int number = trial.isPresent() ? (int) trial.get().integer(scanned, 0) : 0;
        long now = trialTick.isPresent() ? trialTick.get().integer(scanned, 0) : scanned;
        if (count == 0 || number != numbers[count - 1] || now < clock || endedAtOnce(now)) {
          begin(number);
        }
        clock = now;
      }
      index = new TrialIndex(Arrays.copyOf(starts, count), Arrays.copyOf(numbers, count), ticks);
      return index;
    }

    /// Whether the previous tick was a whole trial that neither its number nor its clock separates
    /// from the next one, which belongs to another episode.
    private boolean endedAtOnce(long now) {
      if (now != 0 || clock != 0) {
        return false;
      }
      int before = scanned - 1;
      return flag("trial_ended", before, 0) || allEnded(before);
    }

    /// Whether the episode of every agent that was not in limbo ended with a tick, and not all were
    /// in limbo.
    private boolean allEnded(int tick) {
      boolean ended = false;
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        boolean cut = flag("terminal", tick, agent) || flag("truncation", tick, agent);
        boolean away = flag("removed", tick, agent);
        if (!cut && !away) {
          return false;
        }
        ended |= !away;
      }
      return ended;
    }

    private boolean flag(String name, int tick, int agent) {
      Optional<Channel> column =
          rollout.channel(name).filter(channel -> channel.rowLength() > agent);
      return column.isPresent() && column.get().integer(tick, agent) != 0;
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
}
