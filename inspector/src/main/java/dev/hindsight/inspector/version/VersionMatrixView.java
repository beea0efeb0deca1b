package dev.hindsight.inspector.version;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.TickAxis;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.nio.IntBuffer;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// A picture of ticks by versions, or by other rows of numbers, with one tick and one row marked.
/// FX thread; repaints the pixels only when data, size or colours change.
public final class VersionMatrixView extends CanvasRegion {
  private static final double GUTTER = 96;
  private static final int OPAQUE = 0xff000000;

  private Palette palette;
  private AttentionColours colours;
  private Optional<VersionMatrix> data = Optional.empty();
  private WritableImage image = new WritableImage(1, 1);
  private boolean stale = true;
  private int cursor;
  private int version;

  /// Receives a tick and the index of a version, -1 if none.
  @FunctionalInterface
  public interface PlaceListener {
    void at(int tick, int version);
  }

  /// @param id of the node
  /// @param name for screen readers
  /// @param onPress receives presses and drags
  /// @param onPoint receives the place below the mouse
  public VersionMatrixView(
      String id, String name, Palette palette, PlaceListener onPress, PlaceListener onPoint) {
    super(id, name);
    this.palette = palette;
    this.colours = new AttentionColours(palette);
    preferSize(80, 360, 160);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> tell(event, onPress));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> tell(event, onPress));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> tell(event, onPoint));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.at(-1, -1));
  }

  /// Shows a matrix, or nothing.
  public void show(Optional<VersionMatrix> matrix) {
    data = matrix;
    stale = true;
    repaint();
  }

  /// Marks a tick and a row.
  public void place(int tick, int shown) {
    if (tick != cursor || shown != version) {
      cursor = tick;
      version = shown;
      repaint();
    }
  }

  /// Applies other colours.
  public void applyPalette(Palette other) {
    palette = other;
    colours = new AttentionColours(other);
    stale = true;
    repaint();
  }

  private void tell(MouseEvent event, PlaceListener listener) {
    data.filter(matrix -> !matrix.span().isEmpty() && matrix.rows().length > 0)
        .ifPresent(matrix -> {
          double part = (x(event) - GUTTER) / Math.max(1, width() - GUTTER);
          double down = y(event) / Math.max(1, height() - TickAxis.HEIGHT);
          int ticks = matrix.span().ticks();
          int rows = matrix.rows().length;
          listener.at(
              matrix.span().from() + Math.clamp((int) Math.floor(part * ticks), 0, ticks - 1),
              Math.clamp((int) Math.floor(down * rows), 0, rows - 1));
        });
  }

  @Override
  protected void resized() {
    stale = true;
  }

  @Override
  protected void paint(GraphicsContext g, double whole, double all) {
    double width = whole - GUTTER;
    double height = all - TickAxis.HEIGHT;
    if (width < 8 || height < 8) {
      return;
    }
    g.setFill(FxColours.of(palette.background()));
    g.fillRect(0, 0, whole, all);
    data.filter(matrix -> !matrix.span().isEmpty() && matrix.rows().length > 0)
        .ifPresent(matrix -> paint(g, matrix, width, height));
  }

  private void paint(GraphicsContext g, VersionMatrix matrix, double width, double height) {
    if (stale) {
      stale = false;
      image = picture(matrix, (int) (width * unit()), (int) (height * unit()));
    }
    g.drawImage(image, GUTTER, 0, width, height);
    double row = height / matrix.rows().length;
    g.setFont(Font.font(11));
    g.setTextBaseline(VPos.CENTER);
    double free = 0;
    for (int i = 0; i < matrix.rows().length; i++) {
      double middle = (i + 0.5) * row;
      if (middle - 7 >= free) {
        g.setFill(FxColours.of(palette.rgb(i == version ? Tone.SELECTED : Tone.TEXT)));
        g.fillText(matrix.labels().get(i), 3, middle, GUTTER - 8);
        free = middle + 7;
      }
    }
    TickAxis.paint(g, palette, matrix.span(), GUTTER, width, height);
    g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
    g.setLineWidth(1);
    if (version >= 0 && version < matrix.rows().length) {
      g.strokeRect(GUTTER + 0.5, Math.floor(version * row) + 0.5, width - 1, Math.max(1, row - 1));
    }
    if (matrix.span().holds(cursor)) {
      double x = GUTTER + (cursor - matrix.span().from() + 0.5) * width / matrix.span().ticks();
      g.strokeLine(Math.floor(x) + 0.5, 0, Math.floor(x) + 0.5, height);
    }
  }

  private WritableImage picture(VersionMatrix matrix, int width, int height) {
    int[] pixels = new int[width * height];
    int ticks = matrix.span().ticks();
    int rows = matrix.rows().length;
    int nothing = OPAQUE | palette.rgb(Tone.LIMBO);
    for (int version = 0; version < rows; version++) {
      int top = version * height / rows;
      int bottom = (version + 1) * height / rows;
      for (int x = 0; x < width; x++) {
        int from = (int) ((long) x * ticks / width);
        int to = Math.max(from + 1, (int) ((long) (x + 1) * ticks / width));
        int colour = matrix.colour(colours, matrix.telling(version, from, to), nothing);
        for (int y = top; y < bottom; y++) {
          pixels[y * width + x] = colour;
        }
      }
    }
    WritableImage made = new WritableImage(width, height);
    made.getPixelWriter()
        .setPixels(
            0, 0, width, height, PixelFormat.getIntArgbInstance(), IntBuffer.wrap(pixels), width);
    return made;
  }
}
