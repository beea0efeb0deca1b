package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.inspector.series.SeriesCache;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// The data of a lane.
sealed interface LaneData {
  /// Numbers to draw.
  ///
  /// @param form the style
  /// @param series the numbers
  /// @param unit their unit, may be empty
  /// @param names names of categories
  /// @param lowest the value at the lower edge of a curve: the smallest number, including those of
  ///   a lane to compare with
  /// @param highest the value at the upper edge
  record Ready(
      LaneSeries.Style form,
      MinMaxPyramid series,
      String unit,
      IntFunction<String> names,
      double lowest,
      double highest)
      implements LaneData {
    /// A lane with its own scale.
    Ready(LaneSeries.Style form, MinMaxPyramid series, String unit, IntFunction<String> names) {
      this(form, series, unit, names, series.lowest(), series.highest());
    }
  }

  /// No data, and why.
  ///
  /// @param failed whether reading them failed, so that the user may try again
  record Empty(String why, boolean failed) implements LaneData {
    /// No data, for another reason.
    Empty(String why) {
      this(why, false);
    }
  }

  /// Loads the numbers of a recording's lanes in the background, one series at a time. FX thread.
  final class Loader {
    /// Enough for sixteen series of a million ticks each.
    private static final long BUDGET = 112L << 20;

    private final LaneSeries.Finder finder;
    private final BackgroundTasks backgroundTasks;
    private final Runnable onRead;
    private final SeriesCache cache = new SeriesCache(BUDGET);
    private Map<SeriesKey, LaneSeries> shown = Map.of();
    private int ticks;
    private int cursor;
    private Optional<OngoingRead> reading = Optional.empty();

    private final Map<SeriesKey, String> failures = new HashMap<>();

    /// The latest series of each family.
    private final Map<SeriesKey, MinMaxPyramid> latest = new HashMap<>();

    /// The result of reading.
    private sealed interface ReadResult {
      record Numbers(MinMaxPyramid series) implements ReadResult {}

      record Refused(String why) implements ReadResult {}

      record GivenUp() implements ReadResult {}
    }

    private record OngoingRead(LaneSeries series, Cancellation cancellation) {}

    /// @param onRead runs when there is more to draw
    Loader(LaneSeries.Finder finder, BackgroundTasks backgroundTasks, Runnable onRead) {
      this.finder = finder;
      this.backgroundTasks = backgroundTasks;
      this.onRead = onRead;
    }

    /// The current data of a lane.
    LaneData of(LaneSource.Numeric lane, int agent) {
      return switch (finder.find(lane, agent, cursor)) {
        case LaneSeries.Missing missing -> new LaneData.Empty(missing.why());
        case LaneSeries.Available available -> drawn(lane, available.series(), agent);
      };
    }

    private LaneData drawn(LaneSource.Numeric lane, LaneSeries series, int agent) {
      if (failures.containsKey(series.family())) {
        return new LaneData.Empty(failures.getOrDefault(series.family(), ""), true);
      }
      Optional<MinMaxPyramid> read = cache.find(series.key()).or(() -> meanwhile(series));
      if (read.isEmpty()) {
        return new LaneData.Empty(
            cache.holds(ticks, shown.keySet())
                ? "reading…"
                : wording("LaneData.too_long_to_draw_with_the"));
      }
      boolean stepped = series.form() == LaneSeries.Style.STEPS;
      double low = stepped ? -series.steps() : read.get().lowest();
      double high = stepped ? series.steps() : read.get().highest();
      Optional<MinMaxPyramid> opposite = opposite(lane, agent);
      return new LaneData.Ready(
          series.form(),
          read.get(),
          series.unit(),
          series.names(),
          opposite.map(other -> Math.min(low, other.lowest())).orElse(low),
          opposite.map(other -> Math.max(high, other.highest())).orElse(high));
    }

    private Optional<MinMaxPyramid> meanwhile(LaneSeries series) {
      return switch (series.meanwhile()) {
        case WORDS -> Optional.empty();
        case LAST -> Optional.ofNullable(latest.get(series.family()));
      };
    }

    /// The series of the lane to compare with, if it is visible: the two share a scale.
    private Optional<MinMaxPyramid> opposite(LaneSource.Numeric lane, int agent) {
      Optional<LaneSource.Numeric> other =
          switch (lane) {
            case LaneSource.ChannelComponent channelComponent ->
                Optional.of(
                    new LaneSource.ComparedChannel(
                        channelComponent, LaneSource.ComparedValue.OTHER));
            case LaneSource.ComparedChannel comparedChannel
                when comparedChannel.shown() == LaneSource.ComparedValue.OTHER ->
                Optional.of(comparedChannel.column());
            case LaneSource.ComparedChannel _, LaneSource.RecordingDistance _ -> Optional.empty();
          };
      return other
          .map(source -> finder.find(source, agent, cursor))
          .filter(LaneSeries.Available.class::isInstance)
          .map(findResult -> ((LaneSeries.Available) findResult).series().key())
          .filter(shown::containsKey)
          .flatMap(cache::find);
    }

    /// Follows the cursor.
    ///
    /// @return whether any lane's data depend on it and have changed
    boolean cursorAt(LaneState lanes, int tick) {
      boolean moved = tick != cursor;
      cursor = tick;
      return moved && lanes.lanes().stream().anyMatch(lane -> finder.follows(lane.source()));
    }

    /// Reads what is visible and not loaded yet; cancels reading what is no longer visible.
    ///
    /// @param length the visible length of the recording in ticks; a live one may already be longer
    void load(LaneState lanes, int agent, int length) {
      ticks = length;
      Map<SeriesKey, LaneSeries> wanted = new LinkedHashMap<>();
      for (LaneState.Lane lane : lanes.lanes()) {
        if (lane.source() instanceof LaneSource.Numeric numeric
            && finder.find(numeric, agent, cursor) instanceof LaneSeries.Available available) {
          wanted.put(available.series().key(), available.series());
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

    /// Lets [#load] try again what could not be read.
    void forgetFailures() {
      failures.clear();
    }

    /// Stops reading, because the recording is closed.
    void close() {
      shown = Map.of();
      reading.ifPresent(now -> now.cancellation().cancel());
    }

    private void next() {
      if (reading.isPresent()) {
        return;
      }
      for (LaneSeries series : shown.values()) {
        Optional<MinMaxPyramid> known = cache.find(series.key());
        boolean missing = known.map(read -> read.ticks() < ticks).orElse(ticks > 0);
        if (missing
            && !failures.containsKey(series.family())
            && (known.isPresent() || cache.holds(ticks, shown.keySet()))) {
          read(series, known);
          return;
        }
      }
    }

    private void read(LaneSeries series, Optional<MinMaxPyramid> known) {
      int length = ticks;
      OngoingRead now = new OngoingRead(series, new Cancellation());
      reading = Optional.of(now);
      Runnable _ =
          backgroundTasks.startCancellable(
              wording("LaneData.reading", series.key().channel()),
              (_, _) -> readNow(now, known, length),
              readResult -> {
                reading = Optional.empty();
                switch (readResult) {
                  case ReadResult.Numbers(MinMaxPyramid minMaxPyramid) -> {
                    cache.keep(series.key(), minMaxPyramid, shown.keySet());
                    latest.put(series.family(), minMaxPyramid);
                    onRead.run();
                  }
                  case ReadResult.Refused(String why) -> {
                    failures.put(series.family(), why);
                    onRead.run();
                  }
                  case ReadResult.GivenUp _ -> {}
                }
                next();
              },
              failure -> {
                reading = Optional.empty();
                // For instance the engine, which a checkpoint of a derived channel does not suit;
                // everything else is a bug, and its message is no text for users.
                Optional<Problem> problem = Problem.behind(failure);
                if (problem.isEmpty()) {
                  backgroundTasks.report(failure);
                }
                failures.put(
                    series.family(),
                    problem.map(Problem::what).orElseGet(() -> wording("LaneData.cannot_be_read")));
                onRead.run();
                next();
              });
    }

    private ReadResult readNow(OngoingRead now, Optional<MinMaxPyramid> known, int length) {
      try {
        now.series().work().before(length, now.cancellation());
        return new ReadResult.Numbers(
            known.isPresent()
                ? known.get().extended(now.series().numbers(), length, now.cancellation())
                : MinMaxPyramid.of(now.series().numbers(), length, now.cancellation()));
      } catch (java.util.concurrent.CancellationException _) {
        return new ReadResult.GivenUp();
      } catch (Problem problem) {
        // A derived channel may need something that is not available, such as a checkpoint.
        return new ReadResult.Refused(problem.what());
      } catch (IllegalStateException closed) {
        return unlessGivenUp(closed, now);
      }
    }

    /// Closing a recording while it is being read is not a failure.
    private static ReadResult unlessGivenUp(IllegalStateException failure, OngoingRead now) {
      if (now.cancellation().isCancelled()) {
        return new ReadResult.GivenUp();
      }
      throw failure;
    }
  }
}
