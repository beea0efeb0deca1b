package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.Mark;
import java.util.Arrays;
import javafx.scene.image.ImageView;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// A raster of cells as one image, a pixel a cell.
final class CellsActor extends Actor<Mark.Cells> {
  private final ImageView view;
  private int[] shown = new int[0];

  CellsActor() {
    this(new ImageView());
  }

  private CellsActor(ImageView view) {
    super(view);
    this.view = view;
    view.setSmooth(false);
  }

  @Override
  void play(Mark.Cells cells, Light light) {
    int columns = Math.max(1, cells.columns());
    int rows = cells.argb().length / columns;
    if (rows > 0 && !Arrays.equals(shown, cells.argb())) {
      WritableImage image = new WritableImage(columns, rows);
      // Row 0 of the cells is at the bottom, of the image at the top.
      for (int row = 0; row < rows; row++) {
        image
            .getPixelWriter()
            .setPixels(
                0,
                rows - 1 - row,
                columns,
                1,
                PixelFormat.getIntArgbInstance(),
                cells.argb(),
                row * columns,
                columns);
      }
      view.setImage(image);
      shown = cells.argb().clone();
    }
    view.setFitWidth(columns * (double) cells.size());
    view.setFitHeight(rows * (double) cells.size());
    entity().setPosition(cells.x(), -cells.y() - rows * (double) cells.size());
  }
}
