package dev.hindsight.inspector.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import org.junit.jupiter.api.Test;

class PlotAxisTest {
  @Test
  void everyTickIsFoundAgainWhereItIsDrawn() {
    PlotAxis range =
        new PlotAxis(new Span(17, 60), new TrialIndex(new int[] {0}, new int[] {0}, 80));
    for (int tick = range.from(); tick < range.to(); tick++) {
      assertEquals(tick, range.tickAt(range.x(tick, 333), 333));
    }
  }

  @Test
  void placesBesideThePlotAreItsFirstAndLastTick() {
    PlotAxis range = new PlotAxis(new Span(5, 9), new TrialIndex(new int[] {0}, new int[] {0}, 9));
    assertEquals(5, range.tickAt(-20, 100));
    assertEquals(8, range.tickAt(1e9, 100));
  }
}
