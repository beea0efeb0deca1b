package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.task.Cancellation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// Redrawing at every zoom and every tick creates almost no garbage.
class LaneAllocationTest {
  private static final int TICKS = 1_000_000;
  private static final int REDRAWS = 500;

  /// Covers the rectangle that JavaFX needs, and its caller. Creating a single row of pixels would
  /// take 4,800 bytes.
  private static final long BYTES_A_REDRAW = 1024;

  @ParameterizedTest
  @EnumSource(LaneSeries.Style.class)
  void aLaneOfAMillionTicksIsRedrawnWithoutAllocatingAnythingThatGrows(LaneSeries.Style form)
      throws TimeoutException {
    FxToolkit.registerPrimaryStage();
    MinMaxPyramid series = MinMaxPyramid.of(tick -> tick % 7 - 3, TICKS, new Cancellation());
    LaneData.Ready lane = new LaneData.Ready(form, series, "1", Integer::toString);
    long bytes =
        WaitForAsyncUtils.waitForAsyncFx(
            TimeUnit.SECONDS.toMillis(120),
            () -> {
              ColumnRaster raster = new ColumnRaster();
              redraw(raster, lane);
              return AllocationCounter.by(() -> redraw(raster, lane));
            });
    assertTrue(bytes / REDRAWS <= BYTES_A_REDRAW, bytes / REDRAWS + " bytes a redraw");
  }

  private static void redraw(ColumnRaster raster, LaneData.Ready lane) {
    for (int i = 0; i < REDRAWS; i++) {
      TimeWindow window = new TimeWindow(TICKS, i, TICKS / (1.0 + i));
      raster.draw(lane, window, LaneColours.Pixels.of(Theme.DARK), 1200, 30);
    }
  }
}
