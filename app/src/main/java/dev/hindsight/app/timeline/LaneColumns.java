package dev.hindsight.app.timeline;

import dev.hindsight.app.tasks.Background;
import dev.hindsight.inspector.series.Pyramid;
import dev.hindsight.inspector.series.SeriesCache;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionManifest;
import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// The numbers behind the lanes of a recording, read in the background one series at a time. FX
/// thread.
final class LaneColumns {
  /// Sixteen series of a million ticks each.
  private static final long BUDGET = 112L << 20;

  private final Rollout rollout;
  private final List<Channel> derived;
  private final Background background;
  private final Runnable onRead;
  private final SeriesCache cache = new SeriesCache(BUDGET);
  private final Optional<ActionSpace.Discrete> actions;
  private Set<SeriesKey> shown = Set.of();
  private int ticks;
  private Optional<Reading> reading = Optional.empty();
  private final Map<SeriesKey, String> failures = new HashMap<>();

  /// What came of reading.
  private sealed interface Read {
    record Numbers(Pyramid series) implements Read {}

    record Refused(String why) implements Read {}

    record GivenUp() implements Read {}
  }

  private record Reading(SeriesKey key, Cancellation cancellation) {}

  /// @param derived columns that are worked out, beside those of the recording
  /// @param onRead called when there is more to draw
  LaneColumns(Rollout rollout, List<Channel> derived, Background background, Runnable onRead) {
    this.rollout = rollout;
    this.derived = derived;
    this.background = background;
    this.onRead = onRead;
    this.actions =
        ActionManifest.read(rollout.manifest())
            .filter(ActionSpace.Discrete.class::isInstance)
            .map(ActionSpace.Discrete.class::cast);
  }

  /// What there is to draw of a lane now.
  LaneColumn of(LaneSource.Column lane, int agent) {
    Optional<Channel> found = channel(lane);
    if (found.isEmpty()) {
      return new LaneColumn.Empty("this recording has no " + lane.channel());
    }
    Channel channel = found.get();
    if (rollout.ticks() == 0) {
      return new LaneColumn.Empty("no ticks");
    }
    if (channel.spec().perAgent() && agent == Moment.NO_AGENT) {
      return new LaneColumn.Empty("select an agent");
    }
    SeriesKey key = SeriesKey.of(channel, lane.component(), agent);
    if (failures.containsKey(key)) {
      return new LaneColumn.Empty(failures.get(key));
    }
    Optional<Pyramid> series = cache.find(key);
    if (series.isPresent()) {
      return new LaneColumn.Ready(
          LaneForm.of(channel), series.get(), channel.spec().unit(), names(channel));
    }
    return new LaneColumn.Empty(
        cache.holds(rollout.ticks(), shown)
            ? "reading…"
            : "too long to draw beside the others: take a lane away");
  }

  /// Actions in the words of their environment; anything else by its number.
  private IntFunction<String> names(Channel channel) {
    return actions
        .filter(_ -> channel.spec().name().equals("action"))
        .<IntFunction<String>>map(space ->
            action ->
                action >= 0 && action < space.count()
                    ? space.describe(action)
                    : Integer.toString(action))
        .orElse(Integer::toString);
  }

  /// Reads what is to be drawn and is not there yet; gives up reading what no longer is.
  ///
  /// @param length ticks of the recording as they are shown; a live one may have more already
  void want(LaneState lanes, int agent, int length) {
    ticks = length;
    Set<SeriesKey> wanted = new LinkedHashSet<>();
    for (LaneSpec lane : lanes.lanes()) {
      if (lane.source() instanceof LaneSource.Column column) {
        channel(column)
            .filter(channel -> !channel.spec().perAgent() || agent != Moment.NO_AGENT)
            .ifPresent(channel -> wanted.add(SeriesKey.of(channel, column.component(), agent)));
      }
    }
    shown = wanted;
    failures.keySet().retainAll(wanted);
    reading
        .filter(now -> !wanted.contains(now.key()))
        .ifPresent(now -> now.cancellation().cancel());
    next();
  }

  /// Reads nothing more: the recording is closed.
  void close() {
    shown = Set.of();
    reading.ifPresent(now -> now.cancellation().cancel());
  }

  private void next() {
    if (reading.isPresent()) {
      return;
    }
    for (SeriesKey key : shown) {
      Optional<Pyramid> known = cache.find(key);
      boolean missing = known.map(series -> series.ticks() < ticks).orElse(ticks > 0);
      if (missing
          && !failures.containsKey(key)
          && (known.isPresent() || cache.holds(ticks, shown))) {
        read(key, known);
        return;
      }
    }
  }

  private void read(SeriesKey key, Optional<Pyramid> known) {
    int length = ticks;
    Reading now = new Reading(key, new Cancellation());
    reading = Optional.of(now);
    Channel channel = named(key.channel()).orElseThrow();
    background.quietly(
        "Reading " + key.channel(),
        (_, _) -> readNow(channel, now, known, length),
        read -> {
          reading = Optional.empty();
          switch (read) {
            case Read.Numbers(Pyramid series) -> {
              cache.keep(key, series, shown);
              onRead.run();
            }
            case Read.Refused(String why) -> {
              failures.put(key, why);
              onRead.run();
            }
            case Read.GivenUp _ -> {}
          }
          next();
        });
  }

  private Read readNow(Channel channel, Reading now, Optional<Pyramid> known, int ticks) {
    IntToDoubleFunction numbers = LaneNumbers.of(rollout, channel, now.key().index());
    try {
      return new Read.Numbers(
          known.isPresent()
              ? known.get().extended(numbers, ticks, now.cancellation())
              : Pyramid.of(numbers, ticks, now.cancellation()));
    } catch (java.util.concurrent.CancellationException _) {
      return new Read.GivenUp();
    } catch (Problem problem) {
      // What is worked out may want what is not at hand: a checkpoint.
      return new Read.Refused(problem.what());
    } catch (IllegalStateException closed) {
      return unlessGivenUp(closed, now);
    }
  }

  /// A recording that is closed while it is read is no failure.
  private static Read unlessGivenUp(IllegalStateException failure, Reading now) {
    if (now.cancellation().isCancelled()) {
      return new Read.GivenUp();
    }
    throw failure;
  }

  private Optional<Channel> named(String name) {
    return rollout
        .channel(name)
        .or(() -> derived.stream().filter(each -> each.spec().name().equals(name)).findFirst());
  }

  private Optional<Channel> channel(LaneSource.Column lane) {
    return named(lane.channel())
        .filter(channel -> lane.component() < SeriesKey.components(channel));
  }
}
