package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.chart.ChartStyle;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import javafx.geometry.Bounds;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.PixelReader;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// A board shows its charts as they were drawn last.
class ChartBoardTest {
  private static final double FRAME = 1;

  @BeforeEach
  void start() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  @Test
  void aChartIsShownInItsLastSizeAndColours() {
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          Store<ChartOptions, UnaryOperator<ChartOptions>> options =
              new Store<>(ChartOptions.INITIAL, (now, change) -> change.apply(now));
          ChartCard card = new ChartCard(ChartKinds.ALL.getFirst(), Theme.DARK);
          ChartBoard board = new ChartBoard(List.of(card), options);
          Scene small = new Scene(board, 420, 320);
          shows(small, board, card, Theme.DARK);

          board.applyTheme(Theme.LIGHT);
          shows(small, board, card, Theme.LIGHT);

          small.setRoot(new Region());
          Scene large = new Scene(board, 700, 320);
          shows(large, board, card, Theme.LIGHT);

          board.applyTheme(Theme.DARK);
          large.setRoot(new Region());
          shows(new Scene(board, 500, 320), board, card, Theme.DARK);
          board.close();
          return true;
        });
  }

  /// Draws what is out of date, and checks the picture in two corners of the chart and between.
  private static void shows(Scene scene, ChartBoard board, ChartCard card, Theme theme) {
    scene.snapshot(null);
    board.frame(FRAME);
    PixelReader pixels = scene.snapshot(null).getPixelReader();
    Bounds chart = canvas(card).localToScene(canvas(card).getLayoutBounds());
    int ground = ChartStyle.of(theme.palette()).ground().getRGB();
    int left = (int) chart.getMinX() + 1;
    int right = (int) chart.getMaxX() - 2;
    int top = (int) chart.getMinY() + 1;
    int middle = (int) chart.getCenterY();
    assertEquals(Integer.toHexString(ground), Integer.toHexString(pixels.getArgb(left, top)));
    assertEquals(Integer.toHexString(ground), Integer.toHexString(pixels.getArgb(right, top)));
    assertNotEquals(
        Integer.toHexString(ground),
        Integer.toHexString(pixels.getArgb(right - 20, middle)),
        "the plot is not the ground");
  }

  private static Canvas canvas(ChartCard card) {
    return (Canvas) card.lookup("Canvas");
  }
}
