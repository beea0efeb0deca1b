package dev.hindsight.app.fleet;

import dev.hindsight.trainer.run.FleetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The histogram of lags as a few bars.
final class LagBars {
  /// The most bars of lags that are not negative.
  static final int MOST = 8;

  private LagBars() {}

  /// What the learner thinks of a lag.
  enum LagKind {
    ACCEPTED,
    STALE,
    /// From a version that does not exist yet.
    DAMAGED
  }

  /// A bar.
  ///
  /// @param from smallest lag
  /// @param to largest lag
  /// @param batches their number
  record LagBar(LagKind kind, long from, long to, long batches) {}

  /// The bars of a fleet: damaged ones as one, then each lag; lags beyond the most bars are one,
  /// which never joins accepted and stale batches.
  static List<LagBar> of(FleetState state) {
    TreeMap<Long, Long> lags = new TreeMap<>(state.books().lags());
    List<LagBar> bars = new ArrayList<>();
    Map<Long, Long> future = lags.headMap(0L);
    if (!future.isEmpty()) {
      bars.add(
          new LagBar(
              LagKind.DAMAGED,
              lags.firstKey(),
              lags.lowerKey(0L),
              future.values().stream().mapToLong(Long::longValue).sum()));
    }
    add(bars, LagKind.ACCEPTED, lags.subMap(0L, true, state.maxLag(), true));
    add(bars, LagKind.STALE, lags.tailMap(Math.max(0, state.maxLag() + 1), true));
    return bars;
  }

  private static void add(List<LagBar> bars, LagKind kind, Map<Long, Long> lags) {
    List<LagBar> own = new ArrayList<>();
    lags.forEach((lag, batches) -> {
      if (own.size() < MOST) {
        own.add(new LagBar(kind, lag, lag, batches));
      } else {
        LagBar rest = own.removeLast();
        own.add(new LagBar(kind, rest.from(), lag, rest.batches() + batches));
      }
    });
    bars.addAll(own);
  }
}
