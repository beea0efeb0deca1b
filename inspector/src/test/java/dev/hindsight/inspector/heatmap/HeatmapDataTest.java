package dev.hindsight.inspector.heatmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import org.junit.jupiter.api.Test;

class HeatmapDataTest {
  private static final int TICKS = 400;

  /// Two agents with four numbers: rising, constant, NaN at one tick, and 0 except at one tick.
  private static MemoryRollout recording() {
    return new MemoryRollout("toy", 2, TICKS, 1)
        .with(
            "observation",
            Dtype.F4,
            (t, i) ->
                switch (i) {
                  case 4 -> t;
                  case 5 -> 7;
                  case 6 -> t == 123 ? Double.NaN : t % 2;
                  case 7 -> t == 311 ? 1 : 0;
                  default -> -1e6;
                },
            2,
            4)
        .with("removed", Dtype.BOOL, (t, agent) -> agent == 1 && t >= 390 ? 1 : 0, 2);
  }

  private static HeatmapData read() {
    return HeatmapData.of(recording(), 1, 0, TICKS, Progress.SILENT, new Cancellation());
  }

  @Test
  void aNumberLiesWhereItIsInTheRangeOfItsDimension() {
    HeatmapData data = read();
    assertEquals(HeatmapData.FIRST, data.level(0, 0));
    assertEquals(255, data.level(389, 0), "the largest before limbo");
    assertEquals(HeatmapData.CONSTANT, data.level(17, 1));
    assertEquals(HeatmapData.FAULT, data.level(123, 2));
    assertEquals(HeatmapData.NOTHING, data.level(395, 0));
  }

  @Test
  void whatOneAgentObservesIsNotShownUnderAnother() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("observation-map", recording())) {
        HeatmapView view = panel.find("observation-map.view", HeatmapView.class);
        panel.show(7, 0);
        panel.show(7, 1);
        panel.workOnce();
        assertTrue(view.span().isEmpty(), "the first agent's are dropped");
        panel.work();
        assertEquals(Span.all(TICKS), view.span());
      }
      return true;
    });
  }

  @Test
  void withoutASelectedAgentNothingOfTheFormerOneIsShown() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("observation-map", recording())) {
        HeatmapView view = panel.find("observation-map.view", HeatmapView.class);
        panel.show(7, 1);
        panel.work();
        assertEquals(Span.all(TICKS), view.span());
        panel.show(7, Moment.NO_AGENT);
        assertTrue(view.span().isEmpty());
        panel.show(7, 1);
        panel.work();
        assertEquals(Span.all(TICKS), view.span());
      }
      return true;
    });
  }

  @Test
  void oneOddTickIsSeenInAPictureFarTooSmallForIt() {
    DivergingColours ink = new DivergingColours(Palette.DARK);
    int[] pixels = new int[5 * 4];
    HeatmapPicture.paint(read(), ink, 5, 4, pixels);
    assertEquals(ink.of(HeatmapData.FAULT), pixels[2 * 5 + 1], "tick 123 is in column 1 of 5");
    assertEquals(ink.of(255), pixels[3 * 5 + 3], "tick 311 is in column 3");
  }

  @Test
  void aPictureLargerThanTheDataShowsEveryNumberAsABlock() {
    HeatmapData data = read();
    DivergingColours ink = new DivergingColours(Palette.LIGHT);
    int[] pixels = new int[8 * 800];
    HeatmapPicture.paint(data, ink, 800, 8, pixels);
    for (int x = 0; x < 800; x++) {
      assertEquals(ink.of(data.level(x / 2, 0)), pixels[x]);
      assertEquals(ink.of(data.level(x / 2, 2)), pixels[4 * 800 + x]);
    }
  }
}
