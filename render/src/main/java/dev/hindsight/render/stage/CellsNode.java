package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.Mark;
import java.util.Arrays;
import javafx.scene.image.ImageView;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// A raster of cells as one image with about as many pixels as the cells have on the picture:
/// JavaFX's software painter smooths an image that it enlarges, whatever it is told, and cells of a
/// pixel each would run into each other.
final class CellsNode extends MarkNode<Mark.Cells> {
  private static final int MOST_SIDE = 2048;

  private final ImageView view;
  private int[] shown = new int[0];
  private int side;

  CellsNode() {
    this(new ImageView());
  }

  private CellsNode(ImageView view) {
    super(view);
    this.view = view;
    view.setSmooth(false);
  }

  @Override
  void update(Mark.Cells cells, DrawingContext drawingContext) {
    int columns = Math.max(1, cells.columns());
    int rows = cells.argb().length / columns;
    int wanted = side(cells.size() * drawingContext.scale(), Math.max(rows, columns));
    if (rows > 0 && (side != wanted || !Arrays.equals(shown, cells.argb()))) {
      view.setImage(image(cells.argb(), rows, columns, wanted));
      shown = cells.argb().clone();
      side = wanted;
    }
    view.setFitWidth(columns * (double) cells.size());
    view.setFitHeight(rows * (double) cells.size());
    entity().setPosition(cells.x(), -cells.y() - rows * (double) cells.size());
  }

  /// Pixels of a cell's side in the image: a power of two, so that zooming seldom makes another.
  private static int side(double pixels, int cells) {
    int side = 1;
    while (side < pixels && 2 * side * cells <= MOST_SIDE) {
      side *= 2;
    }
    return side;
  }

  private static WritableImage image(int[] argb, int rows, int columns, int side) {
    WritableImage image = new WritableImage(columns * side, rows * side);
    int[] line = new int[columns * side];
    for (int y = 0; y < rows * side; y++) {
      // Row 0 of the cells is at the bottom, of the image at the top.
      int row = rows - 1 - y / side;
      for (int x = 0; x < line.length; x++) {
        line[x] = argb[row * columns + x / side];
      }
      image
          .getPixelWriter()
          .setPixels(0, y, line.length, 1, PixelFormat.getIntArgbInstance(), line, 0, line.length);
    }
    return image;
  }
}
