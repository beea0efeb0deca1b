package dev.hindsight.app.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.fleet.LagBars.LagBar;
import dev.hindsight.app.fleet.LagBars.LagKind;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Bars of a histogram of lags.
class LagBarsTest {
  private static FleetState fleet(long maxLag, Map<Long, Long> lags) {
    return new FleetState(
        1,
        1,
        maxLag,
        0,
        0,
        0,
        5,
        new FleetBooks(1, 0, Map.of(), 0, true, 0, 0, 0, 0, 0, lags, 0, 0, 0, 0),
        List.of());
  }

  @Test
  void theLargestLagIsAcceptedAndTheNextOneIsStale() {
    assertEquals(
        List.of(
            new LagBar(LagKind.ACCEPTED, 0, 0, 4),
            new LagBar(LagKind.ACCEPTED, 2, 2, 5),
            new LagBar(LagKind.STALE, 3, 3, 6)),
        LagBars.of(fleet(2, Map.of(0L, 4L, 2L, 5L, 3L, 6L))));
  }

  @Test
  void versionsFromTheFutureAreOneBarApart() {
    assertEquals(
        List.of(new LagBar(LagKind.DAMAGED, -9, -1, 3), new LagBar(LagKind.ACCEPTED, 0, 0, 1)),
        LagBars.of(fleet(0, Map.of(-9L, 1L, -1L, 2L, 0L, 1L))));
  }

  @Test
  void manyLagsShareTheLastBarAndNoBatchIsLost() {
    Map<Long, Long> lags = new HashMap<>();
    for (long lag = 0; lag < 40; lag++) {
      lags.put(lag, 1L);
    }
    List<LagBar> bars = LagBars.of(fleet(19, lags));

    assertEquals(2 * LagBars.MOST, bars.size());
    assertEquals(new LagBar(LagKind.ACCEPTED, 7, 19, 13), bars.get(LagBars.MOST - 1));
    assertEquals(40, bars.stream().mapToLong(LagBar::batches).sum());
  }
}
