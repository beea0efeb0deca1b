package dev.hindsight.app.timeline;

import dev.hindsight.app.tasks.Background;
import dev.hindsight.inspector.series.Pyramid;
import dev.hindsight.inspector.series.SeriesCache;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The numbers behind the lanes of a recording, read in the background one series at a time. FX
/// thread.
final class LaneColumns {
  /// Sixteen series of a million ticks each.
  private static final long BUDGET = 112L << 20;

  private final LaneSeriesFinder finder;
  private final Background background;
  private final Runnable onRead;
  private final SeriesCache cache = new SeriesCache(BUDGET);
  private Map<SeriesKey, LaneSeries> shown = Map.of();
  private int ticks;
  private int cursor;
  private Optional<Reading> reading = Optional.empty();

  private final Map<SeriesKey, String> failures = new HashMap<>();

  /// By family.
  private final Map<SeriesKey, Pyramid> latest = new HashMap<>();

  /// What came of reading.
  private sealed interface Read {
    record Numbers(Pyramid series) implements Read {}

    record Refused(String why) implements Read {}

    record GivenUp() implements Read {}
  }

  private record Reading(LaneSeries series, Cancellation cancellation) {}

  /// @param onRead called when there is more to draw
  LaneColumns(LaneSeriesFinder finder, Background background, Runnable onRead) {
    this.finder = finder;
    this.background = background;
    this.onRead = onRead;
  }

  /// What there is to draw of a lane now.
  LaneColumn of(LaneSource.Numbers lane, int agent) {
    return switch (finder.find(lane, agent, cursor)) {
      case LaneSeries.Missing missing -> new LaneColumn.Empty(missing.why());
      case LaneSeries.There there -> drawn(lane, there.series(), agent);
    };
  }

  private LaneColumn drawn(LaneSource.Numbers lane, LaneSeries series, int agent) {
    if (failures.containsKey(series.family())) {
      return new LaneColumn.Empty(failures.getOrDefault(series.family(), ""));
    }
    Optional<Pyramid> read = cache.find(series.key()).or(() -> meanwhile(series));
    if (read.isEmpty()) {
      return new LaneColumn.Empty(
          cache.holds(ticks, shown.keySet())
              ? "reading…"
              : "too long to draw beside the others: take a lane away");
    }
    double low = read.get().lowest();
    double high = read.get().highest();
    Optional<Pyramid> opposite = opposite(lane, agent);
    return new LaneColumn.Ready(
        series.form(),
        read.get(),
        series.unit(),
        series.names(),
        opposite.map(other -> Math.min(low, other.lowest())).orElse(low),
        opposite.map(other -> Math.max(high, other.highest())).orElse(high));
  }

  private Optional<Pyramid> meanwhile(LaneSeries series) {
    return switch (series.meanwhile()) {
      case WORDS -> Optional.empty();
      case LAST -> Optional.ofNullable(latest.get(series.family()));
    };
  }

  /// The lane that is to be compared with this one, where it is on show: the two share a scale.
  private Optional<Pyramid> opposite(LaneSource.Numbers lane, int agent) {
    Optional<LaneSource.Numbers> other =
        switch (lane) {
          case LaneSource.Column column ->
              Optional.of(new LaneSource.Beside(column, LaneSource.Shown.OTHER));
          case LaneSource.Beside beside when beside.shown() == LaneSource.Shown.OTHER ->
              Optional.of(beside.column());
          case LaneSource.Beside _, LaneSource.Parted _ -> Optional.empty();
        };
    return other
        .map(source -> finder.find(source, agent, cursor))
        .filter(LaneSeries.There.class::isInstance)
        .map(found -> ((LaneSeries.There) found).series().key())
        .filter(shown::containsKey)
        .flatMap(cache::find);
  }

  /// Follows the cursor.
  ///
  /// @return whether a lane shows something else there
  boolean stand(LaneState lanes, int tick) {
    boolean moved = tick != cursor;
    cursor = tick;
    return moved && lanes.lanes().stream().anyMatch(lane -> finder.follows(lane.source()));
  }

  /// Reads what is to be drawn and is not there yet; gives up reading what no longer is.
  ///
  /// @param length ticks of the recording as they are shown; a live one may have more already
  void want(LaneState lanes, int agent, int length) {
    ticks = length;
    Map<SeriesKey, LaneSeries> wanted = new LinkedHashMap<>();
    for (LaneSpec lane : lanes.lanes()) {
      if (lane.source() instanceof LaneSource.Numbers numbers
          && finder.find(numbers, agent, cursor) instanceof LaneSeries.There there) {
        wanted.put(there.series().key(), there.series());
      }
    }
    shown = wanted;
    Set<SeriesKey> families =
        wanted.values().stream().map(LaneSeries::family).collect(Collectors.toSet());
    failures.keySet().retainAll(families);
    latest.keySet().retainAll(families);
    reading
        .filter(now -> !wanted.containsKey(now.series().key()))
        .ifPresent(now -> now.cancellation().cancel());
    next();
  }

  /// Reads nothing more: the recording is closed.
  void close() {
    shown = Map.of();
    reading.ifPresent(now -> now.cancellation().cancel());
  }

  private void next() {
    if (reading.isPresent()) {
      return;
    }
    for (LaneSeries series : shown.values()) {
      Optional<Pyramid> known = cache.find(series.key());
      boolean missing = known.map(read -> read.ticks() < ticks).orElse(ticks > 0);
      if (missing
          && !failures.containsKey(series.family())
          && (known.isPresent() || cache.holds(ticks, shown.keySet()))) {
        read(series, known);
        return;
      }
    }
  }

  private void read(LaneSeries series, Optional<Pyramid> known) {
    int length = ticks;
    Reading now = new Reading(series, new Cancellation());
    reading = Optional.of(now);
    background.quietly(
        "Reading " + series.key().channel(),
        (_, _) -> readNow(now, known, length),
        read -> {
          reading = Optional.empty();
          switch (read) {
            case Read.Numbers(Pyramid pyramid) -> {
              cache.keep(series.key(), pyramid, shown.keySet());
              latest.put(series.family(), pyramid);
              onRead.run();
            }
            case Read.Refused(String why) -> {
              failures.put(series.family(), why);
              onRead.run();
            }
            case Read.GivenUp _ -> {}
          }
          next();
        });
  }

  private Read readNow(Reading now, Optional<Pyramid> known, int length) {
    try {
      now.series().work().before(length, now.cancellation());
      return new Read.Numbers(
          known.isPresent()
              ? known.get().extended(now.series().numbers(), length, now.cancellation())
              : Pyramid.of(now.series().numbers(), length, now.cancellation()));
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
}
